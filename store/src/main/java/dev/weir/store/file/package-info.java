/**
 * Journals as files of JSON lines, for bug reports, replay under another policy, and moves between
 * databases. No database is needed to read one.
 */
@NullMarked
package dev.weir.store.file;

import org.jspecify.annotations.NullMarked;
