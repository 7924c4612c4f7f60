/**
 * Reading what tools print, whatever state it is in: XML, JSON and blocks of {@code key : value} as
 * one kind of tree, tables as rows. A reader never throws for what stands in a text; it returns
 * what came before the damage and says where the damage is. What the entries mean is decided in
 * {@code inventory.vendor}.
 */
@NullMarked
package dev.weir.driver.local.inventory.reading;

import org.jspecify.annotations.NullMarked;
