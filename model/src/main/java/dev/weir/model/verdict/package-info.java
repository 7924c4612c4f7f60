/**
 * Why a job waits: the typed first blocker, its numbers and the smallest change that would unblock.
 */
@NullMarked
package dev.weir.model.verdict;

import org.jspecify.annotations.NullMarked;
