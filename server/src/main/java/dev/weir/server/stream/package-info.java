/** The journal's facts and decisions as events for those who watch. HTTP does not live here. */
@NullMarked
package dev.weir.server.stream;

import org.jspecify.annotations.NullMarked;
