package dev.weir.server;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the process, as system properties or environment variables ({@code weir.data} is
 * {@code WEIR_DATA}). Those of the fleet are in the journal.
 */
@ConfigMapping(prefix = "weir")
public interface ServerConfig {
  /** The data folder. */
  @WithDefault("${user.home}/.weir")
  Path data();

  /** Address that is listened on. */
  @WithDefault("127.0.0.1")
  String host();

  /** Port; 0 = any that is free. */
  @WithDefault("7420")
  int port();

  /** How others reach this server, when that is not the address that it listens on. */
  Optional<String> url();

  /**
   * What this machine offers: {@code auto}, {@code cpu:N}, or {@code none} to serve others only.
   */
  @WithDefault("auto")
  String devices();

  /** How tenants are kept apart on this machine: {@code auto} or {@code none}. */
  @WithDefault("auto")
  String isolation();

  /** Folders that every task can import Python modules from. */
  Optional<List<Path>> pythonPath();

  /** How long logs and exit records of starts that are over are kept; 0 = for ever. */
  @WithDefault("90d")
  Duration keepRuns();

  /** Root of the installation; its {@code weir} runs simulations. */
  Optional<Path> home();

  /** Work units of one pass. */
  @WithDefault("10000000")
  long passBudget();

  /** Facts, decisions and turns between two snapshots: what a recovery folds at the most. */
  @WithDefault("50000")
  long snapshotEvery();

  Store store();

  Tls tls();

  Limits limits();

  /** Where the journal is. */
  interface Store {
    /** {@code jdbc:postgresql://...}; left out: SQLite in the data folder. */
    Optional<String> url();

    Optional<String> user();

    Optional<String> password();

    /** Time without a sign of life after which another server may lead. */
    @WithDefault("5s")
    Duration lease();
  }

  /** Encryption; needed for an address that is not loopback. */
  interface Tls {
    /** PEM file of the certificate with its chain. */
    Optional<Path> certificate();

    /** PEM file of its key. */
    Optional<Path> key();

    /** True: something in front of this server encrypts, so that it need not. */
    @WithDefault("false")
    boolean elsewhere();
  }

  /** What one caller may ask for. */
  interface Limits {
    /** Largest body of a request. */
    @WithDefault("8388608")
    int bodyBytes();

    /** Requests per second and token, lasting; 0 = no limit. */
    @WithDefault("10000")
    double requestsPerSecond();

    /** Requests that may come at once. */
    @WithDefault("20000")
    double burst();
  }
}
