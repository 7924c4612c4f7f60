/**
 * The shapes of {@code /api/v1}. Moments are ISO 8601 in UTC, spans are milliseconds and say so in
 * their names, jobs and allocations are known by their ids ({@code j12}, {@code a7}). A field that
 * is absent is not known or does not apply; it is never sent as {@code null}. Behaviour does not
 * live here.
 */
@NullMarked
package dev.weir.api.wire;

import org.jspecify.annotations.NullMarked;
