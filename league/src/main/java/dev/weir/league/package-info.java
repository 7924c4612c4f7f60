/** Published experiments as data: their protocols, and the stored rows of those who ran them. */
@NullMarked
package dev.weir.league;

import org.jspecify.annotations.NullMarked;
