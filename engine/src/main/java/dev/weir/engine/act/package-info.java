/**
 * What the strategies that look ahead or take away may see and do. Every deed records its action
 * and folds it into the state in one step, so that folding the recorded actions later gives the
 * same state.
 */
@NullMarked
package dev.weir.engine.act;

import org.jspecify.annotations.NullMarked;
