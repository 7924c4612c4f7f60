/** The model's and the store's words turned into those of the wire. Decides nothing. */
@NullMarked
package dev.weir.server.view;

import org.jspecify.annotations.NullMarked;
