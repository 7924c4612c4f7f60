package dev.weir.control;

import dev.weir.engine.Engine;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Something that is read from the engine between two turns.
 *
 * @param read must not keep references to what the engine changes
 */
record Question<T>(Function<Engine, T> read, CompletableFuture<T> answer) {
  void answer(Engine engine) {
    try {
      answer.complete(read.apply(engine));
    } catch (RuntimeException e) {
      answer.completeExceptionally(e); // concerns who asked, not the loop
    }
  }
}
