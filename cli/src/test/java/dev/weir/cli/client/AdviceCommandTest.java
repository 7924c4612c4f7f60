package dev.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.api.wire.AdviceView;
import dev.weir.api.wire.ChangeView;
import dev.weir.api.wire.DeviceView;
import dev.weir.api.wire.Page;
import dev.weir.api.wire.Problem;
import dev.weir.api.wire.SettingView;
import dev.weir.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviceCommandTest {
  @TempDir Path data;
  private StubServer server;

  @BeforeEach
  void start() throws IOException {
    server = new StubServer(data);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CommandLineRun weir(String... words) {
    String[] all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--data";
    all[words.length + 1] = data.toString();
    return CommandLineRun.weir(all);
  }

  private static AdviceView advice(String id, String step, String state) {
    return new AdviceView(
        id,
        Instant.parse("2026-01-02T03:04:05Z"),
        "node-1",
        step.endsWith("NODE") ? OptionalInt.empty() : OptionalInt.of(2),
        "xid-95",
        step,
        "Xid 95 on device 2: memory error that was not contained (RESET_GPU)",
        false,
        state,
        state.equals("DISMISSED"),
        Optional.of("nvidia-smi --gpu-reset -i GPU-7"),
        state.equals("OPEN") ? Optional.empty() : Optional.of("olga"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void whatIsAskedIsATableWithWhatToRun() throws IOException {
    server.on(
        "GET /advice",
        List.of(advice("12", "RESET_DEVICE", "REQUESTED"), advice("11", "DRAIN_NODE", "OPEN")));

    CommandLineRun run = weir("advice");
    assertThat(run.out())
        .contains("12", "node-1/2", "reset device", "requested by olga", "Xid 95 on device 2")
        .contains("11", "drain node", "open")
        .endsWith(
            "run  nvidia-smi --gpu-reset -i GPU-7  on node-1, then  weir advice approve 12%n"
                .formatted());
    assertThat(
            new ObjectMapper().readTree(weir("advice", "--json").out()).get(1).get("id").asText())
        .isEqualTo("11");

    server.on("GET /advice?all=true", List.of());
    assertThat(weir("advice", "--all").out()).contains("no rule ever applied");
  }

  @Test
  void adviceIsApprovedAndDismissed() throws IOException {
    server.on("POST /advice/11/approve", advice("11", "DRAIN_NODE", "IN_FORCE"));
    server.on("POST /advice/12/dismiss", advice("12", "RESET_DEVICE", "DISMISSED"));

    assertThat(weir("advice", "approve", "11").out())
        .isEqualTo("11: drain node of node-1 is in force%n".formatted());
    assertThat(weir("advice", "dismiss", "12", "--reason", "known riser").out())
        .isEqualTo("12: reset device of node-1/2 is dismissed%n".formatted());
    assertThat(server.requests.getLast().body()).isEqualTo("{\"reason\":\"known riser\"}");
  }

  @Test
  void aRefusedApprovalSaysWhy() throws IOException {
    server.refuse(
        "POST /advice/11/approve",
        new Problem(
            "urn:weir:problem:conflict",
            "Not possible now",
            409,
            Optional.of("advice 11 is DISMISSED; nobody is asked"),
            Optional.empty(),
            List.of()));

    CommandLineRun run = weir("advice", "approve", "11");
    assertThat(run.code()).isNotZero();
    assertThat(run.err()).contains("advice 11 is DISMISSED");
  }

  @Test
  void modesAreChangedOneByOne() throws IOException {
    server.on(
        "GET /settings/health",
        new SettingView("health", "t", new ObjectMapper().readTree("{\"runResets\":true}")));
    server.on(
        "PUT /settings/health",
        new ChangeView(true, "t2", List.of("rules.xid-79: (nothing) -> \"ASK\"")));

    CommandLineRun run = weir("advice", "mode", "ask", "xid-79", "drain-device");
    assertThat(run.out()).contains("rules.xid-79: (nothing) -> \"ASK\"");
    assertThat(new ObjectMapper().readTree(server.requests.getLast().body()))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    "{\"runResets\":true,\"rules\":{\"xid-79\":\"ASK\"},"
                        + "\"steps\":{\"DRAIN_DEVICE\":\"ASK\"}}"));
  }

  @Test
  void devicesSayThatAndWhyTheyAreDrained() throws IOException {
    DeviceView device =
        new DeviceView(
            "node-1",
            2,
            "A100-80",
            "nvidia",
            1L << 36,
            Optional.empty(),
            false,
            Optional.of("health rule xid-95: Xid 95 on device 2"),
            true,
            "FREE",
            0,
            List.of(),
            "NONE",
            Optional.empty());
    server.on("GET /devices", new Page<>(List.of(device), Optional.empty()));
    server.on("POST /nodes/node-1/devices/2/return", device);

    assertThat(weir("devices").out())
        .contains("unhealthy, drained: health rule xid-95: Xid 95 on device 2");
    weir("devices", "return", "node-1", "2", "--force");
    assertThat(server.requests.getLast().body()).isEqualTo("{\"force\":true}");
  }
}
