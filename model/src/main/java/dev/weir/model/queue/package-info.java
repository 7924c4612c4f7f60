/** The tenants' tree: guaranteed, limit, weight. */
@NullMarked
package dev.weir.model.queue;

import org.jspecify.annotations.NullMarked;
