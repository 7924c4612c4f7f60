/**
 * The store in SQL: the tables, what a turn writes into them, and what is asked of them. Statements
 * are written with jOOQ so that both databases get their own dialect; those of a commit are
 * rendered and prepared once. No other package knows of a database.
 */
@NullMarked
package dev.weir.store.sql;

import org.jspecify.annotations.NullMarked;
