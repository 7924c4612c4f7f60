package dev.weir.store;

import java.util.Optional;

/**
 * What somebody stated, from the journal.
 *
 * @param position grows with time; see {@link Reads#audit}
 * @param turn whose hash proves it
 * @param by name of the person or program
 * @param via the request or tool
 * @param what the facts in short, such as {@code JobCancelled j7}
 */
public record AuditEntry(
    long position, long turn, long at, String by, String via, Optional<String> key, String what) {}
