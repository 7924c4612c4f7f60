/**
 * Which complete checkpoints a folder holds, by the rules of the framework that writes it. A
 * detector judges what it is handed: a folder, two looks at it, and what is known of the job. It
 * records nothing, deletes nothing and has no clock.
 */
@NullMarked
package dev.weir.checkpoint.detect;

import org.jspecify.annotations.NullMarked;
