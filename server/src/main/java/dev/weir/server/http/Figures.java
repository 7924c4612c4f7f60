package dev.weir.server.http;

import dev.weir.control.Turn;
import dev.weir.model.job.JobState;
import dev.weir.server.runtime.ServerRuntime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** What Prometheus gets to read beside what the framework measures. */
@ApplicationScoped
class Figures {
  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final MeterRegistry registry;
  private final Timer passes;
  private final Timer commits;
  private final Counter facts;
  private final Counter decisions;

  /** Asked of the engine at most once a second, whatever is scraped. */
  private record Seen(long at, Map<JobState, Integer> jobs, int devices, double used) {}

  Figures(MeterRegistry registry) {
    this.registry = registry;
    passes = timer("weir.pass", "Time of a pass of the engine");
    commits = timer("weir.commit", "Time until a turn is durable");
    facts = Counter.builder("weir.facts").description("Facts taken").register(registry);
    decisions = Counter.builder("weir.decisions").description("Decisions taken").register(registry);
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .publishPercentiles(0.5, 0.99)
        .register(registry);
  }

  void turned(Turn turn, long passNanos) {
    passes.record(passNanos, TimeUnit.NANOSECONDS);
    facts.increment(turn.events().size());
    decisions.increment(turn.plan().actions().size());
  }

  void committed(long nanos) {
    commits.record(nanos, TimeUnit.NANOSECONDS);
  }

  void watch(ServerRuntime runtime) {
    Sampled sampled = new Sampled(runtime);
    for (JobState state : JobState.values()) {
      if (!state.ended()) {
        Gauge.builder("weir.jobs", sampled, s -> s.seen().jobs.getOrDefault(state, 0))
            .description("Jobs that live, by state")
            .tag("state", state.name().toLowerCase(Locale.ROOT))
            .strongReference(true)
            .register(registry);
      }
    }
    gauge("weir.devices", "Devices of the fleet", sampled, s -> s.seen().devices);
    gauge(
        "weir.devices.used",
        "Devices booked; fractions count as such",
        sampled,
        s -> s.seen().used);
    gauge("weir.journal.sequence", "Newest turn", sampled, s -> runtime.feed().newest());
    gauge("weir.leads", "1 while this server leads", sampled, s -> runtime.leads() ? 1 : 0);
  }

  private void gauge(
      String name, String description, Sampled sampled, ToDoubleFunction<Sampled> value) {
    Gauge.builder(name, sampled, value)
        .description(description)
        .strongReference(true)
        .register(registry);
  }

  private static final class Sampled {
    private final ServerRuntime runtime;
    private Seen seen = new Seen(System.nanoTime() - KEPT_NANOS, Map.of(), 0, 0);

    Sampled(ServerRuntime runtime) {
      this.runtime = runtime;
    }

    synchronized Seen seen() {
      if (System.nanoTime() - seen.at >= KEPT_NANOS) {
        seen =
            runtime.ask(
                engine -> {
                  Map<JobState, Integer> jobs = new java.util.EnumMap<>(JobState.class);
                  engine.state().jobs.live().forEach(j -> jobs.merge(j.state, 1, Integer::sum));
                  int devices = 0;
                  long used = 0;
                  for (var node : engine.state().fleet.nodes()) {
                    devices += node.deviceCount();
                    for (int d = 0; d < node.deviceCount(); d++) {
                      used += node.usedMilli(d);
                    }
                  }
                  return new Seen(System.nanoTime(), jobs, devices, used / 1000.0);
                });
      }
      return seen;
    }
  }
}
