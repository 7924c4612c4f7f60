package dev.weir.driver.local;

import dev.weir.driver.local.isolation.IsolationWish;
import dev.weir.driver.local.stop.Patience;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.NodeSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How this machine serves.
 *
 * @param data the installation's data folder; ours is {@code local} in it
 * @param node this machine, of the domain that it is
 * @param migUuid the vendor's identity of a MIG instance that exists
 * @param mps whether NVIDIA's MPS keeps fractions inside their bounds
 * @param pythonPath folders that are added to each task's {@code PYTHONPATH}
 * @param path {@code PATH} of the tasks
 * @param shareDevices fractions of one device may belong to several tenants
 * @param patience for how long things are waited for
 * @param quiet see {@code dev.weir.checkpoint.detect.Inspection#quiet}
 * @param logBytes how much of each log is kept; the oldest part goes first
 */
public record LocalConfig(
    Path data,
    NodeSpec node,
    IsolationWish isolation,
    Function<MigInstance, Optional<String>> migUuid,
    boolean mps,
    List<Path> pythonPath,
    String path,
    boolean shareDevices,
    Patience patience,
    Duration quiet,
    long logBytes) {

  public LocalConfig {
    pythonPath = List.copyOf(pythonPath);
  }

  /** The usual ways. */
  public static LocalConfig of(Path data, NodeSpec node) {
    String path = System.getenv("PATH");
    return new LocalConfig(
        data,
        node,
        IsolationWish.AUTO,
        _ -> Optional.empty(),
        false,
        List.of(),
        path == null ? "/usr/local/bin:/usr/bin:/bin" : path,
        false,
        Patience.USUAL,
        Duration.ofSeconds(10),
        1L << 30);
  }

  public LocalConfig withIsolation(IsolationWish value) {
    return new LocalConfig(
        data, node, value, migUuid, mps, pythonPath, path, shareDevices, patience, quiet, logBytes);
  }

  public LocalConfig withMigUuid(Function<MigInstance, Optional<String>> value) {
    return new LocalConfig(
        data,
        node,
        isolation,
        value,
        mps,
        pythonPath,
        path,
        shareDevices,
        patience,
        quiet,
        logBytes);
  }

  public LocalConfig withMps(boolean value) {
    return new LocalConfig(
        data,
        node,
        isolation,
        migUuid,
        value,
        pythonPath,
        path,
        shareDevices,
        patience,
        quiet,
        logBytes);
  }

  public LocalConfig withPythonPath(List<Path> value) {
    return new LocalConfig(
        data, node, isolation, migUuid, mps, value, path, shareDevices, patience, quiet, logBytes);
  }

  public LocalConfig withPath(String value) {
    return new LocalConfig(
        data,
        node,
        isolation,
        migUuid,
        mps,
        pythonPath,
        value,
        shareDevices,
        patience,
        quiet,
        logBytes);
  }

  public LocalConfig withShareDevices(boolean value) {
    return new LocalConfig(
        data, node, isolation, migUuid, mps, pythonPath, path, value, patience, quiet, logBytes);
  }

  public LocalConfig withPatience(Patience value) {
    return new LocalConfig(
        data,
        node,
        isolation,
        migUuid,
        mps,
        pythonPath,
        path,
        shareDevices,
        value,
        quiet,
        logBytes);
  }

  public LocalConfig withQuiet(Duration value) {
    return new LocalConfig(
        data,
        node,
        isolation,
        migUuid,
        mps,
        pythonPath,
        path,
        shareDevices,
        patience,
        value,
        logBytes);
  }

  public LocalConfig withLogBytes(long value) {
    return new LocalConfig(
        data,
        node,
        isolation,
        migUuid,
        mps,
        pythonPath,
        path,
        shareDevices,
        patience,
        quiet,
        value);
  }
}
