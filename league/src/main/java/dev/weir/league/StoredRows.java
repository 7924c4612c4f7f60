package dev.weir.league;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Published allocations: mean over the seeds of each list and policy, as ratios. */
public final class StoredRows {
  /**
   * @param at100 when the arrived jobs ask for as much as the cluster has
   * @param at130 when they ask for 130 % of it
   * @param seeds rows that the means are over
   */
  public record Stored(double at100, double at130, int seeds) {}

  private final Map<String, Stored> rows = new LinkedHashMap<>();

  private StoredRows() {}

  /**
   * Reads {@code pod_list,policy,seed,at_10,...,at_130} in per cent.
   *
   * @throws IOException when the file cannot be read or has no such columns
   */
  public static StoredRows read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> head = List.of(lines.getFirst().split(",", -1));
    int at100 = head.indexOf("at_100");
    int at130 = head.indexOf("at_130");
    if (!head.subList(0, 2).equals(List.of("pod_list", "policy")) || at100 < 0 || at130 < 0) {
      throw new IOException(file + ": line 1: expected pod_list,policy,seed,...,at_100,...,at_130");
    }
    StoredRows read = new StoredRows();
    for (String line : lines.subList(1, lines.size())) {
      String[] f = line.split(",", -1);
      Stored one =
          new Stored(Double.parseDouble(f[at100]) / 100, Double.parseDouble(f[at130]) / 100, 1);
      read.rows.merge(key(f[0], f[1]), one, StoredRows::pooled);
    }
    return read;
  }

  private static Stored pooled(Stored a, Stored b) {
    int n = a.seeds + b.seeds;
    return new Stored(
        (a.at100 * a.seeds + b.at100 * b.seeds) / n,
        (a.at130 * a.seeds + b.at130 * b.seeds) / n,
        n);
  }

  private static String key(String list, String policy) {
    return list + ' ' + policy;
  }

  public Optional<Stored> of(String list, String policy) {
    return Optional.ofNullable(rows.get(key(list, policy)));
  }
}
