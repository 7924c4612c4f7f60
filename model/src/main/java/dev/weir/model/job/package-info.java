/** What a user submits: a job, its roles, and what each task asks for. */
@NullMarked
package dev.weir.model.job;

import org.jspecify.annotations.NullMarked;
