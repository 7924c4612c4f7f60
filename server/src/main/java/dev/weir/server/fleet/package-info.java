/** Nodes, devices, queues and reservations as callers see them, read from the engine. */
@NullMarked
package dev.weir.server.fleet;

import org.jspecify.annotations.NullMarked;
