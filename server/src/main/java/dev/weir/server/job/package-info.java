/**
 * Jobs as callers see them: submitting, listing, changing, and what they wrote. Decides what a
 * caller may see; knows no HTTP.
 */
@NullMarked
package dev.weir.server.job;

import org.jspecify.annotations.NullMarked;
