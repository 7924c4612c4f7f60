package dev.weir.server.http;

import dev.weir.api.wire.Me;
import dev.weir.api.wire.Status;
import dev.weir.control.Capabilities;
import dev.weir.control.Driver;
import dev.weir.control.Journal;
import dev.weir.engine.Engine;
import dev.weir.engine.ledger.Node;
import dev.weir.model.id.DomainId;
import dev.weir.model.job.JobState;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.server.runtime.World;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The server itself, and who asks. */
@Path("/api/v1")
@Tag(name = "server")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class StatusResource {
  private final Assembly weir;
  private final Asking asking;
  private final String version;

  StatusResource(
      Assembly weir,
      Asking asking,
      @ConfigProperty(name = "quarkus.application.version") String version) {
    this.weir = weir;
    this.asking = asking;
    this.version = version;
  }

  /** Counts of one look at the engine. */
  private record Counts(
      Map<DomainId, int[]> byDomain,
      int nodes,
      int devices,
      double used,
      int waiting,
      int running,
      String policy) {}

  @GET
  @Path("/status")
  @Operation(operationId = "status", summary = "The server, its journal and its worlds")
  public Status status() {
    ServerRuntime runtime = weir.runtime();
    Counts counts = runtime.ask(StatusResource::count);
    Journal.Link head = runtime.store().head();
    List<String> warnings = new ArrayList<>();
    runtime.worlds().forEach(w -> warnings.addAll(w.warnings()));
    boolean inside = asking.caller().rights().everywhere(Role.VIEWER);
    return new Status(
        version,
        weir.startedAt(),
        Duration.between(weir.startedAt(), Instant.now()).toMillis(),
        ProcessHandle.current().pid(),
        runtime.leads() ? "LEADER" : "FOLLOWER",
        runtime.leader(),
        new Status.JournalHead(head.sequence(), head.hash()),
        weir.config().store().url().isEmpty() ? "sqlite" : "postgresql",
        domains(runtime, counts),
        counts.nodes,
        counts.devices,
        counts.used,
        counts.waiting,
        counts.running,
        counts.policy,
        inside ? warnings : List.of());
  }

  private static List<Status.DomainView> domains(ServerRuntime runtime, Counts counts) {
    Map<DomainId, Driver> drivers = runtime.drivers();
    List<Status.DomainView> views = new ArrayList<>();
    counts.byDomain.forEach(
        (domain, found) -> {
          Optional<Capabilities> can =
              Optional.ofNullable(drivers.get(domain)).map(Driver::capabilities);
          views.add(
              new Status.DomainView(
                  domain.value(),
                  runtime.worlds().stream()
                      .map(World::isolation)
                      .findFirst()
                      .orElse("not driven by this server"),
                  can.map(c -> c.fractions().name()).orElse("NONE"),
                  can.map(Capabilities::usageMeasured).orElse(false),
                  found[0],
                  found[1]));
        });
    return views;
  }

  private static Counts count(Engine engine) {
    Map<DomainId, int[]> byDomain = new TreeMap<>();
    long used = 0;
    int nodes = 0;
    int devices = 0;
    var fleet = engine.state().fleet;
    for (Node node : fleet.nodes()) {
      if (fleet.find(node.id()) != node) {
        continue; // it left
      }
      int[] found = byDomain.computeIfAbsent(node.spec().domain(), _ -> new int[2]);
      found[0]++;
      found[1] += node.deviceCount();
      nodes++;
      devices += node.deviceCount();
      for (int d = 0; d < node.deviceCount(); d++) {
        used += node.usedMilli(d);
      }
    }
    int waiting = 0;
    int running = 0;
    for (var job : engine.state().jobs.live()) {
      waiting += job.state == JobState.QUEUED ? 1 : 0;
      running += job.holding != null ? 1 : 0;
    }
    return new Counts(
        byDomain, nodes, devices, used / 1000.0, waiting, running, engine.state().policy().name());
  }

  @GET
  @Path("/me")
  @Operation(operationId = "me", summary = "Who asks, and what they may do")
  public Me me() {
    Caller caller = asking.caller();
    Map<String, String> roles = new LinkedHashMap<>();
    caller.rights().byQueue().forEach((queue, role) -> roles.put(queue, role.name()));
    return new Me(caller.name(), caller.rights().everywhere(Role.ADMIN), roles, caller.token());
  }
}
