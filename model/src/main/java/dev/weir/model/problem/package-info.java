/**
 * What is wrong with something that a person handed in, a document or a table, said so that they
 * can repair it: file, line, field, what was expected and the nearest valid name.
 *
 * <p>Deciding what is wrong does not live here.
 */
@NullMarked
package dev.weir.model.problem;

import org.jspecify.annotations.NullMarked;
