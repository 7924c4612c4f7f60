/**
 * The files and variables through which a driver and a job talk, version 1 (docs/job-protocol.md).
 * Jobs write with whatever they have, so everything read here may be torn, huge or nonsense, and
 * that is an answer, not an error.
 */
@NullMarked
package dev.weir.checkpoint.protocol;

import org.jspecify.annotations.NullMarked;
