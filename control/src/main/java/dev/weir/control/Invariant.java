package dev.weir.control;

import dev.weir.engine.Engine;
import java.util.Optional;

/** Something that must hold after every turn. Tests, the fuzzer and careful installations ask. */
public interface Invariant {
  String name();

  /** What is wrong, with the numbers; empty when all is well. */
  Optional<String> violation(Turn turn, Engine engine);
}
