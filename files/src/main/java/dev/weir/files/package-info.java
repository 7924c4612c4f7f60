/**
 * Strict reading of the documents that people write (job, cluster, policy, experiment, scenario)
 * into records: every refusal names file, line, field, what was expected and the nearest valid
 * name. JSON Schema is generated from the same records. What a document means is decided elsewhere.
 */
@NullMarked
package dev.weir.files;

import org.jspecify.annotations.NullMarked;
