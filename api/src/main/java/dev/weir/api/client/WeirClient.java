package dev.weir.api.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.api.Wire;
import dev.weir.api.wire.AdviceView;
import dev.weir.api.wire.AuditRow;
import dev.weir.api.wire.ChangeView;
import dev.weir.api.wire.CheckpointView;
import dev.weir.api.wire.DeviceMap;
import dev.weir.api.wire.DeviceView;
import dev.weir.api.wire.EventView;
import dev.weir.api.wire.JobDetail;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.LogChunk;
import dev.weir.api.wire.LogFile;
import dev.weir.api.wire.Me;
import dev.weir.api.wire.NodeView;
import dev.weir.api.wire.Page;
import dev.weir.api.wire.PolicyView;
import dev.weir.api.wire.PriceBook;
import dev.weir.api.wire.PriorityRequest;
import dev.weir.api.wire.QueueView;
import dev.weir.api.wire.ReasonRequest;
import dev.weir.api.wire.ReservationView;
import dev.weir.api.wire.ReturnRequest;
import dev.weir.api.wire.SettingView;
import dev.weir.api.wire.SimulationView;
import dev.weir.api.wire.Status;
import dev.weir.api.wire.SubmitAnswer;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.api.wire.TimelineEntry;
import dev.weir.api.wire.TokenRequest;
import dev.weir.api.wire.TokenView;
import dev.weir.api.wire.UsageRow;
import dev.weir.api.wire.UserView;
import dev.weir.api.wire.WhyView;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The server's API in Java. Every call throws {@link Refused} when the server refuses and {@link
 * ServerUnreachable} when no answer comes. A job is named by its id ({@code j12} or {@code 12}).
 * Safe for use by several threads.
 */
public final class WeirClient {
  private static final String EVENT_STREAM = "text/event-stream";

  private final Http http;

  public WeirClient(URI server, String token) {
    http = new Http(server, token);
  }

  /**
   * A client of the server whose data folder this is.
   *
   * @return empty when none listens
   * @throws IOException the folder's files cannot be read
   */
  public static Optional<WeirClient> of(Path data) throws IOException {
    Optional<ServerFile> file = ServerFile.read(data);
    return file.isEmpty()
        ? Optional.empty()
        : Optional.of(new WeirClient(file.get().url(), file.get().token()));
  }

  /** Where the server is. */
  public URI server() {
    return http.server();
  }

  public Status status() {
    return http.get("/status", new TypeReference<>() {});
  }

  public Me me() {
    return http.get("/me", new TypeReference<>() {});
  }

  // --- jobs ---

  /** Submits jobs; the answer comes when they are durable. */
  public SubmitAnswer submit(SubmitRequest request) {
    Query path = Query.of("/jobs").with("file", request.name());
    if (request.dryRun()) {
      path.with("dryRun", true);
    }
    return http.send(
        "POST",
        path.text(),
        request.key().map(k -> Map.of(Wire.IDEMPOTENCY_KEY, k)).orElse(Map.of()),
        Optional.of(new Http.Body(Wire.YAML, request.text())),
        new TypeReference<>() {});
  }

  /** Newest first. */
  public Page<JobSummary> jobs(JobQuery query) {
    Query path = Query.of("/jobs");
    query.states().forEach(s -> path.with("state", s));
    query.labels().forEach(l -> path.with("label", l));
    path.with("queue", query.queue())
        .with("user", query.user())
        .with("name", query.name())
        .with("since", query.since())
        .with("limit", query.limit())
        .with("cursor", query.cursor());
    return http.get(path.text(), new TypeReference<>() {});
  }

  public JobDetail job(String id) {
    return http.get(job(id, ""), new TypeReference<>() {});
  }

  /** The job file as YAML. */
  public String jobFile(String id) {
    return http.text(job(id, "/file"), Wire.YAML);
  }

  public WhyView why(String id) {
    return http.get(job(id, "/why"), new TypeReference<>() {});
  }

  public List<TimelineEntry> timeline(String id) {
    return http.get(job(id, "/timeline"), new TypeReference<>() {});
  }

  /** Newest first. */
  public List<CheckpointView> checkpoints(String id) {
    return http.get(job(id, "/checkpoints"), new TypeReference<>() {});
  }

  public JobSummary cancel(String id) {
    return post(job(id, "/cancel"));
  }

  public JobSummary suspend(String id) {
    return post(job(id, "/suspend"));
  }

  public JobSummary resume(String id) {
    return post(job(id, "/resume"));
  }

  public JobSummary priority(String id, int priority) {
    return http.send(
        "PUT",
        job(id, "/priority"),
        Map.of(),
        Optional.of(Http.json(new PriorityRequest(priority))),
        new TypeReference<>() {});
  }

  /** The logs that there are. */
  public List<LogFile> logFiles(String id) {
    return http.get(job(id, "/logs/files"), new TypeReference<>() {});
  }

  /** Part of a log, at most 1 MiB. */
  public LogChunk log(String id, LogQuery query) {
    return http.get(logPath(id, "/logs", query), new TypeReference<>() {});
  }

  /**
   * Follows a log until the job ends or the receiver answers false.
   *
   * @param each receives the parts in order
   */
  public void followLog(String id, LogQuery query, Predicate<LogChunk> each) {
    follow(
        logPath(id, "/logs/follow", query), Map.of("Accept", EVENT_STREAM), LogChunk.class, each);
  }

  private static String logPath(String id, String below, LogQuery query) {
    Query path = Query.of(job(id, below));
    query.incarnation().ifPresent(n -> path.with("incarnation", n));
    query.task().ifPresent(n -> path.with("task", n));
    query.from().ifPresent(n -> path.with("from", n));
    query.tail().ifPresent(n -> path.with("tail", n));
    return path.with("role", query.role()).with("stream", query.stream()).text();
  }

  // --- fleet ---

  public Page<NodeView> nodes(Optional<String> cursor) {
    return http.get(Query.of("/nodes").with("cursor", cursor).text(), new TypeReference<>() {});
  }

  public NodeView node(String name) {
    return http.get("/nodes/" + Query.part(name), new TypeReference<>() {});
  }

  /** The node takes no new task; those that run go on. */
  public NodeView cordon(String node, Optional<String> reason) {
    return node(node, "cordon", reason);
  }

  /** The node takes no new task, and those that run are moved. */
  public NodeView drain(String node, Optional<String> reason) {
    return node(node, "drain", reason);
  }

  /** The node takes tasks again. */
  public NodeView uncordon(String node) {
    return node(node, "uncordon", Optional.empty());
  }

  /** The device takes no new task, and those that run on it are moved. */
  public DeviceView drainDevice(String node, int device, Optional<String> reason) {
    return device(node, device, "drain", new ReasonRequest(reason));
  }

  /**
   * The device takes tasks again.
   *
   * @param force also when it has not recovered yet
   */
  public DeviceView returnDevice(String node, int device, boolean force) {
    return device(node, device, "return", new ReturnRequest(Optional.of(force)));
  }

  private DeviceView device(String node, int device, String what, Object body) {
    String path = "/nodes/%s/devices/%d/%s".formatted(Query.part(node), device, what);
    return post(path, body, new TypeReference<>() {});
  }

  /**
   * Steps of the health rules, newest first.
   *
   * @param all also those that are over
   */
  public List<AdviceView> advice(boolean all) {
    return http.get(all ? "/advice?all=true" : "/advice", new TypeReference<>() {});
  }

  public AdviceView approve(String id, Optional<String> reason) {
    return decide(id, "approve", reason);
  }

  public AdviceView dismiss(String id, Optional<String> reason) {
    return decide(id, "dismiss", reason);
  }

  private AdviceView decide(String id, String what, Optional<String> reason) {
    String path = "/advice/" + Query.part(id) + "/" + what;
    return post(path, new ReasonRequest(reason), new TypeReference<>() {});
  }

  private NodeView node(String node, String what, Optional<String> reason) {
    String path = "/nodes/" + Query.part(node) + "/" + what;
    return post(path, new ReasonRequest(reason), new TypeReference<>() {});
  }

  private <T> T post(String path, Object body, TypeReference<T> answer) {
    return http.send("POST", path, Map.of(), Optional.of(Http.json(body)), answer);
  }

  public Page<DeviceView> devices(Optional<String> cursor) {
    return http.get(Query.of("/devices").with("cursor", cursor).text(), new TypeReference<>() {});
  }

  public DeviceMap deviceMap() {
    return http.get("/devices/map", new TypeReference<>() {});
  }

  // --- queues, policy, reservations ---

  public List<QueueView> queues() {
    return http.get("/queues", new TypeReference<>() {});
  }

  /** The tenants' tree as a queues file. */
  public String queuesFile() {
    return http.text("/queues/file", Wire.YAML);
  }

  /** Replaces the tenants' tree, or says what would change. */
  public ChangeView putQueues(String yaml, boolean dryRun) {
    return put("/queues/file", Wire.YAML, yaml, dryRun);
  }

  public PolicyView policy() {
    return http.get("/policy", new TypeReference<>() {});
  }

  /** The active policy as a policy file. */
  public String policyFile() {
    return http.text("/policy/file", Wire.YAML);
  }

  /** Replaces the policy, or says what would change. */
  public ChangeView putPolicy(String yaml, boolean dryRun) {
    return put("/policy/file", Wire.YAML, yaml, dryRun);
  }

  private ChangeView put(String path, String type, String text, boolean dryRun) {
    return http.send(
        "PUT",
        dryRun ? path + "?dryRun=true" : path,
        Map.of("If-Match", "*"),
        Optional.of(new Http.Body(type, text)),
        new TypeReference<>() {});
  }

  public List<ReservationView> reservations() {
    return http.get("/reservations", new TypeReference<>() {});
  }

  /** Makes a reservation or maintenance window from a reservation document. */
  public ReservationView reserve(String yaml) {
    return http.send(
        "POST",
        "/reservations",
        Map.of(),
        Optional.of(new Http.Body(Wire.YAML, yaml)),
        new TypeReference<>() {});
  }

  public void endReservation(String name) {
    http.delete("/reservations/" + Query.part(name));
  }

  // --- usage, settings, people ---

  /**
   * Metered usage.
   *
   * @param by {@code job}, {@code queue}, {@code user} or {@code model}
   */
  public List<UsageRow> usage(String by, Optional<Instant> from, Optional<Instant> until) {
    return http.get(
        Query.of("/usage").with("by", by).with("from", from).with("until", until).text(),
        new TypeReference<>() {});
  }

  /** Empty when none is configured. */
  public Optional<PriceBook> prices() {
    try {
      return Optional.of(http.get("/prices", new TypeReference<PriceBook>() {}));
    } catch (Refused e) {
      if (e.status() == 404) {
        return Optional.empty();
      }
      throw e;
    }
  }

  public ChangeView putPrices(PriceBook prices, boolean dryRun) {
    return put("/prices", "application/json", Http.json(prices).text(), dryRun);
  }

  public List<SettingView> settings() {
    return http.get("/settings", new TypeReference<>() {});
  }

  public SettingView setting(String name) {
    return http.get("/settings/" + Query.part(name), new TypeReference<>() {});
  }

  public ChangeView putSetting(String name, JsonNode value, boolean dryRun) {
    return put("/settings/" + Query.part(name), "application/json", value.toString(), dryRun);
  }

  public List<UserView> users() {
    return http.get("/users", new TypeReference<>() {});
  }

  public UserView putUser(UserView user) {
    return http.send(
        "PUT",
        "/users/" + Query.part(user.name()),
        Map.of("If-Match", "*"),
        Optional.of(Http.json(user)),
        new TypeReference<>() {});
  }

  public List<TokenView> tokens() {
    return http.get("/tokens", new TypeReference<>() {});
  }

  /** Makes a token; its secret is in this answer and nowhere else. */
  public TokenView makeToken(TokenRequest request) {
    return post("/tokens", request, new TypeReference<>() {});
  }

  public void revokeToken(String name) {
    http.delete("/tokens/" + Query.part(name));
  }

  /** What people and programs stated, newest first. */
  public Page<AuditRow> audit(Optional<String> cursor) {
    return http.get(Query.of("/audit").with("cursor", cursor).text(), new TypeReference<>() {});
  }

  // --- simulations, events ---

  /** Starts a simulation of an experiment file. */
  public SimulationView simulate(String name, String yaml) {
    return http.send(
        "POST",
        Query.of("/simulations").with("file", name).text(),
        Map.of(),
        Optional.of(new Http.Body(Wire.YAML, yaml)),
        new TypeReference<>() {});
  }

  public List<SimulationView> simulations() {
    return http.get("/simulations", new TypeReference<>() {});
  }

  public SimulationView simulation(String id) {
    return http.get("/simulations/" + Query.part(id), new TypeReference<>() {});
  }

  public void cancelSimulation(String id) {
    http.delete("/simulations/" + Query.part(id));
  }

  /**
   * Public events of the journal as they happen, until the receiver answers false.
   *
   * @param after {@code id} of the last event seen; empty = only new ones
   */
  public void events(Optional<String> after, Predicate<EventView> each) {
    follow(
        "/events",
        after
            .map(id -> Map.of("Accept", EVENT_STREAM, "Last-Event-ID", id))
            .orElse(Map.of("Accept", EVENT_STREAM)),
        EventView.class,
        each);
  }

  private <T> void follow(
      String path, Map<String, String> headers, Class<T> type, Predicate<T> each) {
    try (ServerEvents events = new ServerEvents(http.stream(path, headers))) {
      for (String data = events.next(); data != null; data = events.next()) {
        if (!each.test(Wire.lenient().readValue(data, type))) {
          return;
        }
      }
    } catch (JsonProcessingException e) {
      throw new ServerUnreachable(server(), "an event cannot be read: " + e.getMessage(), e);
    }
  }

  private JobSummary post(String path) {
    return http.send("POST", path, Map.of(), Optional.empty(), new TypeReference<>() {});
  }

  private static String job(String id, String below) {
    return "/jobs/" + Query.part(id) + below;
  }
}
