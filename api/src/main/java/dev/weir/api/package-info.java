/**
 * The contract of the server: what goes over the wire ({@code wire}) and a client of it ({@code
 * client}). How the server answers does not live here.
 */
@NullMarked
package dev.weir.api;

import org.jspecify.annotations.NullMarked;
