/** Room set aside by a person in advance; a maintenance window is one. */
@NullMarked
package dev.weir.model.reservation;

import org.jspecify.annotations.NullMarked;
