/** The result of one pass: the actions in order, with what it cost. */
@NullMarked
package dev.weir.model.plan;

import org.jspecify.annotations.NullMarked;
