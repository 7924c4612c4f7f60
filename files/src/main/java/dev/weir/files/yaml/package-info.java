/**
 * YAML 1.2 and JSON text as a tree of nodes that know their place. Everything that can be wrong
 * with the text itself is found here: encoding, size, syntax, depth, anchors.
 *
 * <p>What the fields mean does not live here.
 */
@NullMarked
package dev.weir.files.yaml;

import org.jspecify.annotations.NullMarked;
