/** Tells other programs of ended jobs. Off until an administrator configures it. */
@NullMarked
package dev.weir.server.notify;

import org.jspecify.annotations.NullMarked;
