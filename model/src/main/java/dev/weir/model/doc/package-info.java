/**
 * Words that explain records to people: what a record or a field means and which value it takes
 * when a document leaves it out. JSON Schema and the reference pages are generated from these
 * annotations.
 *
 * <p>Reading, validation and rendering do not live here.
 */
@NullMarked
package dev.weir.model.doc;

import org.jspecify.annotations.NullMarked;
