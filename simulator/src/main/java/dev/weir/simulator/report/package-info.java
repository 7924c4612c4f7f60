/**
 * The HTML report of an experiment: one file that needs no network, with its charts drawn as SVG.
 */
@NullMarked
package dev.weir.simulator.report;

import org.jspecify.annotations.NullMarked;
