/**
 * Commands that read the journal and the store themselves, beside a server or without one: verify,
 * export, replay, backup, restore.
 *
 * <p>How a journal is kept lives in {@code store}, how it is tried again in {@code simulator}.
 */
@NullMarked
package dev.weir.cli.journal;

import org.jspecify.annotations.NullMarked;
