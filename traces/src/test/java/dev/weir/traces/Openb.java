package dev.weir.traces;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The OpenB files that the project ships. */
final class Openb {
  static final List<String> LISTS =
      List.of(
          "default",
          "cpu100",
          "cpu200",
          "cpu250",
          "gpushare40",
          "gpushare80",
          "gpushare100",
          "gpuspec10",
          "gpuspec25",
          "gpuspec33",
          "multigpu20",
          "multigpu30",
          "multigpu50");

  private Openb() {}

  static Path folder() {
    Path fromModule = Path.of("..", "data", "openb");
    return Files.isDirectory(fromModule) ? fromModule : Path.of("data", "openb");
  }

  static Path nodes() {
    return folder().resolve("openb_node_list_gpu_node.csv");
  }

  static Path pods(String list) {
    return folder().resolve("openb_pod_list_" + list + ".csv.gz");
  }

  static Trace read(String list) {
    return Traces.read(TraceSource.of("openb", nodes(), pods(list)));
  }
}
