/** The assertion ladder: recounts the state from what the jobs hold and compares. Reads only. */
@NullMarked
package dev.weir.engine.check;

import org.jspecify.annotations.NullMarked;
