/**
 * Store, engine, control loop and worlds of one server, wired together; leading and following.
 * Knows no framework, no HTTP and no users.
 */
@NullMarked
package dev.weir.server.runtime;

import org.jspecify.annotations.NullMarked;
