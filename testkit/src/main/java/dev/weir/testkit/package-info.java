/**
 * Builders, fixtures, a fake clock and fault injection for the tests of other modules. Never on a
 * class path outside of tests.
 */
@NullMarked
package dev.weir.testkit;

import org.jspecify.annotations.NullMarked;
