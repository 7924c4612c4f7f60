/**
 * The documents that people write (job, cluster, queues, policy) as records, and what they mean in
 * the words of the model. The records are the only description of the documents: JSON Schema and
 * the reference pages are made from them.
 *
 * <p>How documents are read lives in {@code dev.weir.files.bind}; what becomes of a job lives
 * elsewhere.
 */
@NullMarked
package dev.weir.files.document;

import org.jspecify.annotations.NullMarked;
