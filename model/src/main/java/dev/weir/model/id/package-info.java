/** Identities. A thing is the same thing when its id is the same, never when its name is. */
@NullMarked
package dev.weir.model.id;

import org.jspecify.annotations.NullMarked;
