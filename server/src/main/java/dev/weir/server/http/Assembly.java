package dev.weir.server.http;

import dev.weir.api.client.ServerFile;
import dev.weir.control.Turn;
import dev.weir.driver.local.isolation.IsolationWish;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.server.ServerConfig;
import dev.weir.server.access.Directory;
import dev.weir.server.access.RateLimit;
import dev.weir.server.fleet.Configured;
import dev.weir.server.fleet.FleetReads;
import dev.weir.server.fleet.FleetReasons;
import dev.weir.server.fleet.QueueReads;
import dev.weir.server.health.ForcedEnds;
import dev.weir.server.health.HealthBook;
import dev.weir.server.health.HealthDesk;
import dev.weir.server.job.FleetNames;
import dev.weir.server.job.JobCommands;
import dev.weir.server.job.JobReads;
import dev.weir.server.job.KnownJobs;
import dev.weir.server.job.Submissions;
import dev.weir.server.local.DevicesWish;
import dev.weir.server.local.JobLogs;
import dev.weir.server.local.LocalMeasures;
import dev.weir.server.local.LocalTelemetry;
import dev.weir.server.local.LocalWorld;
import dev.weir.server.notify.Webhooks;
import dev.weir.server.runtime.DataFolder;
import dev.weir.server.runtime.RuntimeConfig;
import dev.weir.server.runtime.RuntimeWatch;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.server.runtime.Stopped;
import dev.weir.server.runtime.World;
import dev.weir.server.simulation.Simulations;
import dev.weir.server.usage.UsageReads;
import dev.weir.store.Store;
import dev.weir.store.StoreConfig;
import dev.weir.store.sql.SqlStore;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.HttpServerStart;
import io.quarkus.vertx.http.HttpsServerStart;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Puts one server together when the process starts, and takes it apart when it ends. */
@ApplicationScoped
class Assembly {
  private static final Logger LOG = Logger.getLogger("dev.weir.server");

  private final ServerConfig config;
  private final Figures figures;
  private final boolean oidc;
  private final RateLimit rates;
  private final Configured configured = new Configured(engine().policy());
  private final Instant startedAt = Instant.now();
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile @Nullable Parts parts;

  /** What a running server is made of. */
  private record Parts(
      DataFolder data,
      ServerRuntime runtime,
      Directory directory,
      FleetNames names,
      KnownJobs jobs,
      Submissions submissions,
      JobCommands commands,
      JobReads reads,
      JobLogs logs,
      UsageReads usage,
      FleetReads fleet,
      QueueReads queues,
      Simulations simulations,
      HealthDesk health,
      ForcedEnds ends,
      Thread webhooks) {}

  Assembly(
      ServerConfig config,
      Figures figures,
      @ConfigProperty(name = "quarkus.oidc.tenant-enabled", defaultValue = "false") boolean oidc) {
    this.config = config;
    this.figures = figures;
    this.oidc = oidc;
    rates =
        new RateLimit(
            config.limits().requestsPerSecond(), config.limits().burst(), System::nanoTime);
  }

  void start(@Observes StartupEvent event) throws IOException {
    DataFolder data = DataFolder.open(config.data());
    String token = data.token();
    String serverId = data.serverId();
    Store store = SqlStore.open(storeConfig(data), holder(serverId));
    Watch watch = new Watch(configured);
    ServerRuntime runtime =
        ServerRuntime.start(
            store,
            new RuntimeConfig(
                serverId,
                worlds(data, serverId),
                engine(),
                System::currentTimeMillis,
                config.passBudget(),
                config.snapshotEvery()),
            watch);
    FleetNames names = new FleetNames(runtime);
    watch.names = names;
    Clock clock = Clock.systemUTC();
    Directory directory =
        new Directory(store.reads(), token, System.getProperty("user.name", "admin"), clock);
    KnownJobs jobs = new KnownJobs(store.reads());
    UsageReads usage = new UsageReads(store.reads(), clock);
    LocalMeasures measures = new LocalMeasures(data.local(), store);
    HealthBook book = new HealthBook(store.reads());
    parts =
        new Parts(
            data,
            runtime,
            directory,
            names,
            jobs,
            new Submissions(runtime, names, jobs),
            new JobCommands(runtime, jobs),
            new JobReads(runtime, jobs, usage, measures, book::drainReason),
            new JobLogs(data.local(), store.reads(), jobs),
            usage,
            new FleetReads(runtime, watch.reasons),
            new QueueReads(runtime, configured),
            new Simulations(data.simulations(), config.home()),
            new HealthDesk(runtime, book, clock),
            watch.ends,
            Thread.ofVirtual()
                .name("weir-webhooks")
                .start(new Webhooks(runtime, Duration.ofSeconds(2))));
    figures.watch(runtime);
    started.countDown();
  }

  /** From when this server leads until its process ends. */
  private void measure() {
    try {
      started.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    for (World world : runtime().worlds()) {
      if (world instanceof LocalWorld local) {
        local
            .telemetry(runtime(), health(), ends(), config.keepRuns())
            .ifPresent(LocalTelemetry::run);
      }
    }
  }

  private StoreConfig storeConfig(DataFolder data) {
    ServerConfig.Store store = config.store();
    return store.url().isEmpty()
        ? new StoreConfig.Sqlite(data.path())
        : new StoreConfig.Postgres(
            store.url().get(),
            store.user().orElse("weir"),
            store.password().orElse(""),
            store.lease());
  }

  /** How this server calls itself to the others. */
  private String holder(String serverId) {
    return config.url().orElse("server " + serverId);
  }

  private List<World> worlds(DataFolder data, String serverId) {
    if (config.devices().equals("none")) {
      return List.of();
    }
    return List.of(
        new LocalWorld(
            data.path(),
            serverId,
            DevicesWish.parse(config.devices()),
            IsolationWish.valueOf(config.isolation().toUpperCase(Locale.ROOT)),
            pythonPath()));
  }

  /** The module that jobs talk to Weir with comes with the installation. */
  private List<Path> pythonPath() {
    return config
        .pythonPath()
        .orElseGet(
            () ->
                config.home().map(h -> h.resolve("python")).filter(Files::isDirectory).stream()
                    .toList());
  }

  private static EngineConfig engine() {
    return new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.OFF, 0);
  }

  /** The server listens: whoever has the data folder finds it from now on. */
  void listening(@ObservesAsync HttpServerStart started) throws IOException {
    announce();
  }

  /** With a certificate no plain port is opened. */
  void listeningSecurely(@ObservesAsync HttpsServerStart started) throws IOException {
    announce();
  }

  private void announce() throws IOException {
    boolean secure = config.tls().certificate().isPresent();
    String port = secure ? "quarkus.http.ssl-port" : "quarkus.http.port";
    String host = config.host().equals("0.0.0.0") ? "127.0.0.1" : config.host();
    URI url =
        URI.create(
            "%s://%s:%d"
                .formatted(
                    secure ? "https" : "http",
                    host,
                    ConfigProvider.getConfig().getValue(port, Integer.class)));
    ProcessHandle self = ProcessHandle.current();
    new ServerFile(
            self.pid(),
            self.info().startInstant().orElse(startedAt),
            url,
            data().tokenFile().toString())
        .write(data().path());
    LOG.infof("Weir listens on %s; data in %s", url, data().path());
  }

  void stop(@Observes ShutdownEvent event) throws IOException {
    Parts running = parts;
    if (running != null) {
      Files.deleteIfExists(ServerFile.in(running.data.path()));
      running.webhooks.interrupt();
      running.simulations.close();
      running.runtime.close();
    }
  }

  /** Hears of the runtime on its own thread. */
  private final class Watch implements RuntimeWatch {
    private final FleetReasons reasons = new FleetReasons();
    private final ForcedEnds ends = new ForcedEnds();
    private final Configured configured;
    private volatile @Nullable FleetNames names;

    Watch(Configured configured) {
      this.configured = configured;
    }

    @Override
    public void recovered(Engine engine, Store store) {
      configured.recovered(engine);
      reasons.recovered(store.reads());
      ends.recovered(store);
    }

    @Override
    public void followed(Turn turn) {
      reasons.fold(turn);
      ends.fold(turn);
      configured.fold(turn);
      FleetNames known = names;
      if (known != null) {
        known.turned(turn);
      }
    }

    @Override
    public void turned(Turn turn, long passNanos) {
      followed(turn);
      figures.turned(turn, passNanos);
    }

    @Override
    public void committed(long nanos) {
      figures.committed(nanos);
    }

    @Override
    public void leads() {
      LOG.info("this server leads");
      Thread.ofVirtual().name("weir-telemetry").start(Assembly.this::measure);
    }

    @Override
    public void stopped(Stopped why, Throwable cause) {
      LOG.fatalf(cause, "the server stops: %s", why);
      removeServerFile();
      if (why == Stopped.DEPOSED || why == Stopped.JOURNAL) {
        // Nothing of this process may act any more, its orderly end included.
        java.lang.Runtime.getRuntime().halt(why.code());
      }
      Quarkus.asyncExit(why.code());
    }

    private void removeServerFile() {
      try {
        Files.deleteIfExists(ServerFile.in(config.data()));
      } catch (IOException e) {
        LOG.warn("server.json stays behind", e);
      }
    }
  }

  private Parts parts() {
    Parts running = parts;
    if (running == null) {
      throw new IllegalStateException("the server has not started");
    }
    return running;
  }

  ServerConfig config() {
    return config;
  }

  RateLimit rates() {
    return rates;
  }

  /** Whether an OpenID provider vouches for users. */
  boolean oidc() {
    return oidc;
  }

  Instant startedAt() {
    return startedAt;
  }

  DataFolder data() {
    return parts().data;
  }

  ServerRuntime runtime() {
    return parts().runtime;
  }

  Directory directory() {
    return parts().directory;
  }

  FleetNames names() {
    return parts().names;
  }

  KnownJobs jobs() {
    return parts().jobs;
  }

  Submissions submissions() {
    return parts().submissions;
  }

  JobCommands commands() {
    return parts().commands;
  }

  JobReads reads() {
    return parts().reads;
  }

  JobLogs logs() {
    return parts().logs;
  }

  UsageReads usage() {
    return parts().usage;
  }

  FleetReads fleet() {
    return parts().fleet;
  }

  QueueReads queues() {
    return parts().queues;
  }

  Configured configured() {
    return configured;
  }

  HealthDesk health() {
    return parts().health;
  }

  /** Allocations that Weir has ended lately. */
  ForcedEnds ends() {
    return parts().ends;
  }

  Simulations simulations() {
    return parts().simulations;
  }
}
