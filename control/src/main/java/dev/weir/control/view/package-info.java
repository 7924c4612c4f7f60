/**
 * What the engine knows about a job, as an immutable value for stores, servers and people. Nothing
 * here decides.
 */
@NullMarked
package dev.weir.control.view;

import org.jspecify.annotations.NullMarked;
