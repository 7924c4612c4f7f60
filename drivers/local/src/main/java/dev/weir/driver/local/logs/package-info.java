/**
 * What tasks have written: which logs there are, a part of one, its tail, and how the oldest part
 * is let go. Logs are named by allocation, role, task and stream, never by a path from outside.
 */
@NullMarked
package dev.weir.driver.local.logs;

import org.jspecify.annotations.NullMarked;
