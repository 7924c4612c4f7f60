/**
 * What keeps tenants apart on this machine, and the truth about it: a variable hides nothing, so
 * either each tenant has a user of its own, or there is one tenant, or a person waived it.
 */
@NullMarked
package dev.weir.driver.local.isolation;

import org.jspecify.annotations.NullMarked;
