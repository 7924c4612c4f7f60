package dev.weir.cli.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every operation of the API once, in an order in which each finds what it needs. */
final class Walk {
  private static final String TRAIN =
      """
      cd "$WEIR_CHECKPOINT_DIR"
      printf 0123456789 >ckpt-100.bin
      printf '{"version": 1, "step": 100, "path": "ckpt-100.bin", "files": [{"name": "ckpt-100.bin", "bytes": 10}]}' >draft
      mv draft .100.ready.json
      echo "step 100, loss 2.31"
      sleep 600
      """;

  private final ApiExamplesTest test;
  private final RealServer server;
  private String node = "";

  Walk(ApiExamplesTest test, RealServer server) {
    this.test = test;
    this.server = server;
  }

  void through() throws Exception {
    sharing();
    people();
    jobs();
    fleet();
    reservations();
    simulations();
    get("status", "/status");
    get("me", "/me");
    get("usage", "/usage?by=queue");
    get("audit", "/audit?limit=3");
    test.listen(server, "events", "/events", e -> e.path("what").asText().equals("JobSubmitted"));
    ask("", "delete", "/tokens/ann-laptop", "", 204);
    ask("", "delete", "/users/ann", "", 204);
  }

  private JsonNode get(String operation, String path) throws Exception {
    return ask(operation, "get", path, "", 200);
  }

  private JsonNode ask(String operation, String method, String path, String body, int status)
      throws Exception {
    return test.ask(server, operation, method, path, body, status);
  }

  private void sharing() throws Exception {
    ask(
        "putQueuesFile",
        "put",
        "/queues/file",
        "{\"queues\": [{\"name\": \"default\"}, {\"name\": \"research\", \"weight\": 2}]}",
        200);
    get("getQueuesFile", "/queues/file");
    get("listQueues", "/queues");
    get("getPolicy", "/policy");
    ask(
        "putPolicyFile",
        "put",
        "/policy/file",
        "{\"name\": \"ours\", \"base\": \"weir\", \"backfill\": {\"depth\": 8}}",
        200);
    get("getPolicyFile", "/policy/file");
    ask(
        "putPrices",
        "put",
        "/prices",
        """
        {"currency": "EUR",
         "devices": [{"model": "*", "perDeviceHour": 1.8, "watts": 350}],
         "carbon": [{"from": "2026-01-01T00:00:00Z", "gramsPerKwh": 320}]}
        """,
        200);
    get("getPrices", "/prices");
    ask(
        "putSetting",
        "put",
        "/settings/webhooks",
        "{\"hooks\": [{\"url\": \"https://chat.example.org/hook\", \"when\": [\"FAILED\"], \"queue\": \"research\"}]}",
        200);
    get("getSetting", "/settings/webhooks");
    get("listSettings", "/settings");
    ask("", "put", "/settings/webhooks", "{\"hooks\": []}", 200);
  }

  private void people() throws Exception {
    ask(
        "putUser",
        "put",
        "/users/ann",
        "{\"name\": \"ann\", \"roles\": {\"research\": \"USER\"}}",
        200);
    get("getUser", "/users/ann");
    get("listUsers", "/users");
    ask(
        "makeToken",
        "post",
        "/tokens",
        "{\"name\": \"ann-laptop\", \"user\": \"ann\", \"expiresAt\": \"2099-01-01T00:00:00Z\"}",
        201);
    get("listTokens", "/tokens");
  }

  private void jobs() throws Exception {
    ask(
        "problem",
        "post",
        "/jobs?file=train.yaml",
        "{\"name\": \"train\", \"comand\": \"python train.py\"}",
        422);
    String train = job("train", TRAIN);
    ask("submitJobs", "post", "/jobs?dryRun=true", train, 200);
    String id = submitted(ask("submitJobs", "post", "/jobs", train, 201));
    String job = "/jobs/" + id;
    test.await(server, job + "/checkpoints", found -> !found.isEmpty());
    JsonNode checkpoint = get("jobCheckpoints", job + "/checkpoints").get(0);
    get("jobCheckpoint", job + "/checkpoints/" + checkpoint.path("name").asText());
    get("listLogs", job + "/logs/files");
    get("readLog", job + "/logs");
    test.listen(
        server,
        "followLog",
        job + "/logs/follow",
        part -> part.path("text").asText().contains("step"));
    get("getJobFile", job + "/file");
    ask("setPriority", "put", job + "/priority", "{\"priority\": 10}", 200);
    get("getJob", job);
    ask("suspendJob", "post", job + "/suspend", "", 200);
    test.await(server, job, now -> now.at("/job/state").asText().equals("SUSPENDED"));
    ask("resumeJob", "post", job + "/resume", "", 200);
    test.await(server, job, now -> now.at("/job/state").asText().equals("RUNNING"));
    get("jobTimeline", job + "/timeline");
    String waiting = submitted(ask("", "post", "/jobs", job("eval", "sleep 1"), 201));
    test.await(server, "/jobs/" + waiting + "/why", why -> why.has("verdict"));
    get("whyJob", "/jobs/" + waiting + "/why");
    get("listJobs", "/jobs");
    ask("", "post", "/jobs/" + waiting + "/cancel", "", 200);
    ask("cancelJob", "post", job + "/cancel", "", 200);
    test.await(server, job, now -> now.at("/job/state").asText().equals("CANCELLED"));
  }

  private static String job(String name, String command) throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("queue", "research");
    fields.put("kind", "training");
    fields.put("command", command);
    fields.put("devices", 2);
    fields.put("timeLimit", "2h");
    fields.put("interruption", Map.of("grace", "1s"));
    return ApiExamplesTest.quoted(fields);
  }

  private static String submitted(JsonNode answer) {
    return answer.at("/jobs/0/id").asText();
  }

  private void fleet() throws Exception {
    node = get("listNodes", "/nodes").at("/items/0/name").asText();
    get("listDevices", "/devices");
    get("deviceMap", "/devices/map");
    for (String what : List.of("cordon", "drain", "uncordon")) {
      ask(what + "Node", "post", "/nodes/" + node + "/" + what, "{\"reason\": \"new fan\"}", 200);
    }
    get("getNode", "/nodes/" + node);
    String device = "/nodes/" + node + "/devices/1";
    ask("drainDevice", "post", device + "/drain", "{\"reason\": \"errors of its memory\"}", 200);
    ask("returnDevice", "post", device + "/return", "{\"force\": true}", 200);
  }

  private void reservations() throws Exception {
    ask(
        "makeReservation",
        "post",
        "/reservations",
        """
        {"name": "lecture", "queues": ["research"], "nodes": ["%s"],
         "from": "2099-01-01T08:00:00Z", "until": "2099-01-01T10:00:00Z"}
        """
            .formatted(node),
        201);
    get("listReservations", "/reservations");
    get("getReservation", "/reservations/lecture");
    ask("", "delete", "/reservations/lecture", "", 204);
  }

  private void simulations() throws Exception {
    Path small = ApiExamplesTest.checkout().resolve("examples/small");
    Map<String, Object> experiment = new LinkedHashMap<>();
    experiment.put("kind", "Experiment");
    experiment.put("name", "what-if");
    experiment.put("trace", Map.of("format", "canonical", "jobs", small + "/day.csv"));
    experiment.put("cluster", small + "/cluster.yaml");
    experiment.put("jobs", 20);
    experiment.put("policies", List.of("fifo", "weir"));
    experiment.put("seeds", 1);
    String body = ApiExamplesTest.quoted(experiment);
    for (String wrong : List.of("131", "{}", body.replace("fifo", "fifu"))) {
      ask("", "post", "/simulations?file=what-if.yaml", wrong, 422);
    }
    JsonNode started = ask("startSimulation", "post", "/simulations?file=what-if.yaml", body, 202);
    String path = "/simulations/" + started.path("id").asText();
    get("listSimulations", "/simulations");
    test.await(server, path, now -> !now.path("state").asText().equals("RUNNING"));
    get("getSimulation", path);
    ask("", "delete", path, "", 204);
  }
}
