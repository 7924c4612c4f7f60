/**
 * What the records of documents publish about themselves: JSON Schema for editors, reference pages
 * for people.
 *
 * <p>The reader does not use the schema; it refuses more, and in better words.
 */
@NullMarked
package dev.weir.files.schema;

import org.jspecify.annotations.NullMarked;
