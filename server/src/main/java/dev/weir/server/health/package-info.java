/**
 * What follows from health rules: steps are taken or advised, kept in the journal, carried out and
 * decided by people. The rules themselves are in {@code dev.weir.driver.local.health}.
 */
@NullMarked
package dev.weir.server.health;

import org.jspecify.annotations.NullMarked;
