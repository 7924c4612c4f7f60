/**
 * The server's process: its configuration, its start and its end. What it does lies in the packages
 * below, of which {@code http} alone knows the framework.
 */
@NullMarked
package dev.weir.server;

import org.jspecify.annotations.NullMarked;
