/**
 * The commands that talk to a server, one class each, and those that start and end one on this
 * machine. They show what the API answers; what it means is decided there.
 *
 * <p>Commands that compute something in this process live in {@code command}.
 */
@NullMarked
package dev.weir.cli.client;

import org.jspecify.annotations.NullMarked;
