package dev.weir.server.document;

import dev.weir.model.job.Dependency;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Launch;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.job.Variant;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A job as a job file; an element of an array is a job of its own. */
public final class JobDocument {
  private JobDocument() {}

  /** The fields of the file, in the order in which people write them. */
  public static Map<String, Object> of(JobSpec job) {
    Fields file =
        new Fields()
            .put("name", job.name())
            .unless(Fields.word(JobKind.BATCH), "kind", Fields.word(job.kind()))
            .put("queue", job.queue().value())
            .text("user", job.user())
            .unless(0, "priority", job.priority());
    Role first = job.roles().getFirst();
    if (job.roles().size() == 1
        && first.name().equals("main")
        && first.topology().equals(TopologyRule.ANYWHERE)) {
      file.all(role(first));
    } else {
      file.list(
          "roles",
          job.roles(),
          r ->
              new Fields()
                  .put("name", r.name())
                  .block("topology", nearness(r.topology()))
                  .all(role(r))
                  .map());
    }
    file.block("topology", nearness(job.topology()));
    job.timeLimit().ifPresent(t -> file.span("timeLimit", t));
    return file.put("notBefore", job.window().notBefore().map(Instant::toString))
        .put("deadline", job.window().deadline().map(Instant::toString))
        .list("dependsOn", job.dependencies(), JobDocument::dependency)
        .block("interruption", interruption(job.disruption()))
        .put("reservation", job.reservation())
        .unless(3, "maxRestarts", job.maxRestarts())
        .table("labels", job.labels())
        .map();
  }

  private static Object dependency(Dependency dependency) {
    return new Fields()
        .put("job", dependency.job().toString())
        .word("condition", dependency.condition())
        .map();
  }

  private static Fields nearness(TopologyRule rule) {
    return new Fields().put("require", rule.require()).put("prefer", rule.prefer());
  }

  private static Fields interruption(Disruption d) {
    Disruption usual = Disruption.DEFAULT;
    Fields f =
        new Fields()
            .unless(usual.preemptible(), "preemptible", d.preemptible())
            .unless(Fields.word(usual.stop()), "stop", Fields.word(d.stop()));
    if (!d.grace().equals(usual.grace())) {
      f.span("grace", d.grace());
    }
    if (!d.protection().equals(usual.protection())) {
      f.span("protection", d.protection());
    }
    f.unless(usual.maxPerHour(), "maxPerHour", d.maxPerHour());
    if (!d.checkpointInterval().equals(usual.checkpointInterval())) {
      f.span("checkpointInterval", d.checkpointInterval());
    }
    if (!d.restart().equals(usual.restart())) {
      f.span("restart", d.restart());
    }
    return f.unless(usual.elasticInPlace(), "elasticInPlace", d.elasticInPlace());
  }

  private static Fields role(Role role) {
    Fields f = new Fields().unless(1, "count", role.count());
    if (role.elastic()) {
      f.list("sizes", role.sizes());
    }
    role.groups()
        .ifPresent(
            g -> f.block("groups", new Fields().put("size", g.size()).all(nearness(g.topology()))));
    Variant only = role.variants().getFirst();
    if (role.variants().size() == 1 && only.name().equals("default") && only.count() == 0) {
      return f.all(task(only.launch(), only.request()));
    }
    return f.list(
        "variants",
        role.variants(),
        v ->
            new Fields()
                .put("name", v.name())
                .unless(0, "count", v.count())
                .all(task(v.launch(), v.request()))
                .map());
  }

  private static Fields task(Launch launch, TaskRequest request) {
    Fields f =
        new Fields()
            .list("command", launch.command())
            .put("script", launch.script())
            .unless(false, "firstTaskOnly", launch.firstTaskOnly())
            .text("image", launch.image())
            .table("environment", launch.environment())
            .put("workingDirectory", launch.workingDirectory())
            .table("secrets", launch.secrets());
    launch
        .warning()
        .ifPresent(
            w ->
                f.block(
                    "warning",
                    new Fields()
                        .put("signal", w.signal())
                        .span("before", w.before())
                        .unless(false, "shellOnly", w.shellOnly())));
    launch
        .checkpoints()
        .ifPresent(
            c ->
                f.block(
                    "checkpoint",
                    new Fields().put("directory", c.directory()).put("framework", c.framework())));
    return f.block("devices", devices(request.devices()))
        .unless(Cpu.ZERO.toString(), "cpu", request.cpu().toString())
        .unless(Bytes.ZERO.toString(), "memory", request.memory().toString())
        .table("licences", request.licences())
        .list("hostPorts", request.hostPorts())
        .block("where", NodeConditions.of(request.where()));
  }

  private static Fields devices(DeviceRequest request) {
    return switch (request) {
      case DeviceRequest.None _ -> new Fields();
      case DeviceRequest.Whole(int count, var filter) ->
          new Fields().put("count", count).all(filter(filter));
      case DeviceRequest.Fraction(int count, var share, var memory, var filter) ->
          new Fields()
              .put("count", count)
              .put("share", share.toString())
              .unless(Bytes.ZERO.toString(), "memory", memory.toString())
              .all(filter(filter));
      case DeviceRequest.Mig(int count, var profile, var filter) ->
          new Fields().put("count", count).put("mig", profile).all(filter(filter));
    };
  }

  private static Fields filter(DeviceFilter filter) {
    Fields f =
        new Fields()
            .list("model", List.copyOf(filter.models()))
            .unless(Bytes.ZERO.toString(), "minMemory", filter.minMemory().toString());
    if (filter.minBandwidth() > 0) {
      f.put("minBandwidth", new Bytes(filter.minBandwidth()).toString());
    }
    if (filter.minComputeCapability() > 0) {
      f.put(
          "minComputeCapability",
          filter.minComputeCapability() / 10 + "." + filter.minComputeCapability() % 10);
    }
    return f;
  }
}
