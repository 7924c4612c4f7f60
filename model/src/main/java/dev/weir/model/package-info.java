/**
 * The words of Weir as immutable records and sealed interfaces, with units and the validation of
 * one value. Nothing here decides, stores or reads anything.
 */
@NullMarked
package dev.weir.model;

import org.jspecify.annotations.NullMarked;
