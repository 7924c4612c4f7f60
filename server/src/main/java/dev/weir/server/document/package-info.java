/**
 * The model's records written as the documents that people write: what is read from one of these is
 * the record again. Reading lives in {@code dev.weir.files}.
 */
@NullMarked
package dev.weir.server.document;

import org.jspecify.annotations.NullMarked;
