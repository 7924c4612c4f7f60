/**
 * What each vendor's tools print, one small class per kind of output. A new vendor is a new class
 * here, a line in {@code Formats}, a query in {@code inventory.discovery} and names in {@code
 * models.yaml}. How damaged text is read is not decided here but in {@code inventory.reading}.
 */
@NullMarked
package dev.weir.driver.local.inventory.vendor;

import org.jspecify.annotations.NullMarked;
