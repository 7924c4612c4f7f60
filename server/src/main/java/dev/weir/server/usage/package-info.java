/** Metered usage and what it costs by the price book. What was metered is the store's. */
@NullMarked
package dev.weir.server.usage;

import org.jspecify.annotations.NullMarked;
