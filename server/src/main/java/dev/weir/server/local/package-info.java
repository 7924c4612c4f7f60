/** This machine as a world of the server: what it is, and where its jobs' logs and reports lie. */
@NullMarked
package dev.weir.server.local;

import org.jspecify.annotations.NullMarked;
