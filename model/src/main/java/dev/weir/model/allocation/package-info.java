/** Tasks bound to nodes, devices and slices. */
@NullMarked
package dev.weir.model.allocation;

import org.jspecify.annotations.NullMarked;
