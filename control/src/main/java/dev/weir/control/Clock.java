package dev.weir.control;

/** Wall time of a world, in milliseconds. The journal's time never runs backwards, a clock may. */
@FunctionalInterface
public interface Clock {
  /** The clock of this machine, milliseconds since 1970. */
  Clock SYSTEM = System::currentTimeMillis;

  long millis();
}
