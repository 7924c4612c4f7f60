/**
 * What tools say about the network between hosts: switches, hosts and links, as a source of the
 * topology's levels. Devices inside a host are in {@code inventory.vendor}.
 */
@NullMarked
package dev.weir.driver.local.inventory.fabric;

import org.jspecify.annotations.NullMarked;
