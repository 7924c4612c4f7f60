package dev.weir.benchmarks;

/** Live heap of this process. */
final class Heap {
  private Heap() {}

  /** After a collection. */
  static long usedMegabytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }
}
