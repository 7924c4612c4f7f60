/**
 * The device models that Weir knows without being told: memory, bandwidth, compute capability and
 * MIG placement tables, as data files, one per vendor. A cluster file adds models of its own.
 *
 * <p>Which devices a node has does not live here.
 */
@NullMarked
package dev.weir.files.catalogue;

import org.jspecify.annotations.NullMarked;
