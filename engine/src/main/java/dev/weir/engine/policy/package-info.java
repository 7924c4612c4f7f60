/**
 * The registry: names of policies and strategies, and what they stand for. A new policy is one
 * class and one line here.
 */
@NullMarked
package dev.weir.engine.policy;

import org.jspecify.annotations.NullMarked;
