/**
 * The durable journal and what is derived from it, on SQLite (the embedded default) and PostgreSQL,
 * with one schema; the lease that makes one server the leader; journals as files; samples of
 * telemetry. Nothing here decides, and nothing here knows of HTTP.
 */
@NullMarked
package dev.weir.store;

import org.jspecify.annotations.NullMarked;
