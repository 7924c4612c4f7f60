package dev.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.api.client.Refused;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.AdviceView;
import dev.weir.api.wire.DeviceView;
import dev.weir.api.wire.JobDetail;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.api.wire.TokenRequest;
import dev.weir.api.wire.UserView;
import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.inventory.discovery.Tools;
import dev.weir.driver.local.telemetry.Boot;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.JobState;
import dev.weir.server.health.HealthWatch;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors in the kernel log of a server whose slots of CPU pass as cards, and what follows. */
@QuarkusTest
@TestProfile(OneServer.class)
class HealthTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @TestHTTPResource("/")
  URI url;

  @Inject Assembly weir;

  private final String boot = UUID.randomUUID().toString();
  private final List<String> log = new ArrayList<>();
  private final List<List<String>> commands = new ArrayList<>();
  private int resetCode;
  private WeirClient root;
  private String node = "";
  private HealthWatch watch;

  /** The kernel's log, and a tool that resets. */
  private final Tools tools =
      new Tools() {
        @Override
        public boolean has(String program) {
          return true;
        }

        @Override
        public Run run(List<String> command, Duration timeout) {
          if (command.getFirst().equals("dmesg")) {
            return new Run.Ended(0, String.join("\n", log));
          }
          commands.add(command);
          return new Run.Ended(resetCode, "GPU reset");
        }
      };

  @BeforeEach
  void begin() throws IOException {
    root = new WeirClient(url, Files.readString(OneServer.DATA.resolve("token")).strip());
    node = root.nodes(Optional.empty()).items().getFirst().name();
    watch = watch();
  }

  @AfterEach
  void clean() {
    setting("{}");
    for (AdviceView advice : root.advice(false)) {
      if (!advice.state().equals("IN_FORCE")) {
        root.dismiss(advice.id(), Optional.empty());
      }
    }
    for (DeviceView device : devices()) {
      if (device.draining()) {
        root.returnDevice(node, device.number(), true);
      }
    }
    root.uncordon(node);
  }

  private HealthWatch watch() {
    List<FoundDevice> cards =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    new FoundDevice.Builder("nvidia", i)
                        .pci(PciAddress.parse("0000:c%d:00.0".formatted(i)))
                        .build())
            .toList();
    return new HealthWatch(
        weir.runtime(),
        weir.health(),
        new NodeId(node),
        cards,
        tools,
        new Boot(boot, Instant.now().minusSeconds(3600)),
        weir.ends(),
        InstantSource.system(),
        what -> {
          throw new AssertionError(what);
        });
  }

  /** As the driver prints it; seconds since the machine was started. */
  private void xid(int device, int xid, String text) {
    log.add(
        "[%5d.000000] NVRM: Xid (PCI:0000:c%d:00): %d, %s"
            .formatted(3000 + log.size(), device, xid, text));
  }

  private void look() {
    watch.look(List.of());
  }

  private List<DeviceView> devices() {
    return root.devices(Optional.empty()).items();
  }

  private DeviceView device(int number) {
    return devices().get(number);
  }

  private void setting(String json) {
    try {
      root.putSetting("health", Wire.strict().readTree(json), false);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private List<AdviceView> open() {
    return root.advice(false);
  }

  private Optional<AdviceView> open(String step) {
    return open().stream().filter(a -> a.step().equals(step)).findFirst();
  }

  private JobDetail await(String id, Predicate<JobDetail> when) throws InterruptedException {
    Instant deadline = Instant.now().plus(LONGEST);
    JobDetail job = root.job(id);
    while (!when.test(job) && Instant.now().isBefore(deadline)) {
      Thread.sleep(50);
      look();
      job = root.job(id);
    }
    assertThat(job).matches(when);
    return job;
  }

  private String running() throws InterruptedException {
    String file = "name: long\ncommand: sleep 600\ndevices: 1\ninterruption: {grace: 1s}";
    String id = root.submit(SubmitRequest.of("job.yaml", file)).jobs().getFirst().id();
    await(id, j -> j.job().state() == JobState.RUNNING);
    return id;
  }

  private int deviceOf(String job) {
    return devices().stream()
        .filter(d -> d.jobs().contains(job))
        .mapToInt(DeviceView::number)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aDeviceIsDrainedThenResetByAPersonThenReturned() throws Exception {
    String job = running();
    int device = deviceOf(job);
    xid(device, 120, "pid=4242, name=python, GSP task panic");
    look();

    AdviceView drain = open("DRAIN_DEVICE").orElseThrow();
    assertThat(drain.automatic()).isTrue();
    assertThat(drain.state()).isEqualTo("IN_FORCE");
    assertThat(drain.rule()).isEqualTo("xid-120");
    assertThat(device(device).draining()).isTrue();
    assertThat(device(device).reason().orElse("")).contains("Xid 120", "health rule");
    assertThat(open("RESET_DEVICE").orElseThrow().state()).isEqualTo("WAITING");

    // The engine moves the job; only then a person is asked for the reset.
    JobDetail moved =
        await(job, j -> j.job().state() == JobState.RUNNING && deviceOf(job) != device);
    assertThat(moved.timeline())
        .anyMatch(e -> e.what().equals("STOP_ASKED") && e.text().contains("Xid 120"));
    look();
    look();
    AdviceView reset = open("RESET_DEVICE").orElseThrow();
    assertThat(reset.state()).isEqualTo("OPEN");
    assertThat(reset.command())
        .contains("nvidia-smi --gpu-reset -i 0000:c%d:00.0".formatted(device));
    assertThat(device(device).healthy()).isFalse();

    // Again, and by a watch that begins anew: nothing comes twice.
    xid(device, 120, "pid=4242, name=python, GSP task panic");
    look();
    watch = watch();
    look();
    assertThat(open())
        .extracting(AdviceView::step)
        .containsExactlyInAnyOrder("DRAIN_DEVICE", "RESET_DEVICE");

    Refused ill = catchThrowableOfType(Refused.class, () -> root.returnDevice(node, device, false));
    assertThat(ill.status()).isEqualTo(409);
    assertThat(ill.getMessage()).contains("has not recovered", "Xid 120");

    assertThat(root.approve(reset.id(), Optional.of("spare is there")).state())
        .isEqualTo("WAITING");
    look();
    assertThat(open("RESET_DEVICE").orElseThrow().state()).isEqualTo("REQUESTED");
    assertThat(commands).isEmpty();
    AdviceView done = root.approve(reset.id(), Optional.empty());
    assertThat(done.state()).isEqualTo("DONE");
    assertThat(done.decidedBy()).isPresent();
    look();
    assertThat(open("DRAIN_DEVICE").orElseThrow().recoveredAt()).isPresent();
    DeviceView back = root.returnDevice(node, device, false);
    assertThat(back.healthy()).isTrue();
    assertThat(back.draining()).isFalse();
    assertThat(back.reason()).isEmpty();
    assertThat(open()).isEmpty();
    root.cancel(job);

    String audit = root.audit(Optional.empty()).items().toString();
    assertThat(audit)
        .contains("health rule xid-120: Xid 120 on device " + device)
        .contains("POST /api/v1/advice/" + reset.id() + "/approve")
        .contains("DeviceHealthChanged " + node + "/" + device + " to unhealthy (health rule")
        .contains("POST /api/v1/nodes/" + node + "/devices/" + device + "/return");
    // What was journaled before is not judged again after the return.
    watch = watch();
    look();
    assertThat(open()).isEmpty();
  }

  @Test
  void aResetRunsWhereThatIsAllowed() throws Exception {
    setting("{\"steps\": {\"RESET_DEVICE\": \"AUTOMATIC\"}, \"runResets\": true}");
    xid(2, 119, "pid=1, name=nvidia-smi, Timeout waiting for RPC from GSP!");
    for (int i = 0; i < 4; i++) {
      look();
    }
    assertThat(commands)
        .containsExactly(List.of("nvidia-smi", "--gpu-reset", "-i", "0000:c2:00.0"));
    assertThat(open("RESET_DEVICE")).isEmpty();
    AdviceView done =
        root.advice(true).stream()
            .filter(a -> a.step().equals("RESET_DEVICE"))
            .findFirst()
            .orElseThrow();
    assertThat(done.state()).isEqualTo("DONE");
    assertThat(done.note().orElse("")).contains("succeeded", "GPU reset");

    resetCode = 1;
    xid(3, 119, "pid=1, name=nvidia-smi, Timeout waiting for RPC from GSP!");
    for (int i = 0; i < 4; i++) {
      look();
    }
    assertThat(open("RESET_DEVICE").orElseThrow().state()).isEqualTo("FAILED");
    assertThat(commands).hasSize(2);
  }

  @Test
  void aPersonIsAskedWhereThatIsWished() throws Exception {
    setting("{\"rules\": {\"xid-79\": \"ASK\"}}");
    xid(1, 79, "pid='<unknown>', name=<unknown>, GPU has fallen off the bus.");
    look();
    AdviceView drain = open("DRAIN_NODE").orElseThrow();
    assertThat(drain.state()).isEqualTo("OPEN");
    assertThat(drain.automatic()).isFalse();
    assertThat(root.node(node).health()).isEqualTo("READY");
    xid(1, 79, "pid='<unknown>', name=<unknown>, GPU has fallen off the bus.");
    look();
    assertThat(open().stream().filter(a -> a.step().equals("DRAIN_NODE"))).hasSize(1);

    AdviceView no = root.dismiss(drain.id(), Optional.of("known riser"));
    assertThat(no.state()).isEqualTo("DISMISSED");
    assertThat(no.note().orElse("")).contains("known riser");
    assertThat(root.node(node).health()).isEqualTo("READY");
    assertThat(
            catchThrowableOfType(Refused.class, () -> root.approve(drain.id(), Optional.empty()))
                .status())
        .isEqualTo(409);

    xid(1, 79, "pid='<unknown>', name=<unknown>, GPU has fallen off the bus.");
    look();
    AdviceView again = open("DRAIN_NODE").orElseThrow();
    assertThat(again.id()).isNotEqualTo(drain.id());
    assertThat(root.approve(again.id(), Optional.empty()).state()).isEqualTo("IN_FORCE");
    assertThat(root.node(node).health()).isEqualTo("CORDONED");
    assertThat(root.node(node).draining()).isTrue();
    assertThat(root.node(node).reason().orElse("")).contains("Xid 79", "fallen off the bus");
    look();
    assertThat(open("REBOOT_NODE").orElseThrow().command()).contains("systemctl reboot");
    root.uncordon(node);
    assertThat(open()).isEmpty();
    assertThat(root.node(node).health()).isEqualTo("READY");
  }

  @Test
  void whatIsOffIsNotTaken() {
    setting("{\"all\": \"OFF\"}");
    xid(0, 64, "Row remapper error");
    look();
    assertThat(open()).isEmpty();
    assertThat(device(0).draining()).isFalse();
  }

  @Test
  void anErrorOfAnApplicationDrainsNothing() {
    xid(0, 31, "pid=7, name=python, Ch 00000008, MMU Fault");
    xid(0, 43, "pid=7, name=python, Ch 00000010");
    look();
    assertThat(open()).isEmpty();
  }

  @Test
  void aPersonDrainsADevice() {
    assertThat(root.drainDevice(node, 3, Optional.of("loose cable")).reason().orElse(""))
        .contains("loose cable");
    look();
    assertThat(device(3).healthy()).isFalse();
    assertThat(device(2).healthy()).isTrue();
    assertThat(root.returnDevice(node, 3, false).healthy()).isTrue();
    assertThat(
            catchThrowableOfType(Refused.class, () -> root.returnDevice(node, 3, false)).status())
        .isEqualTo(409);
    assertThat(
            catchThrowableOfType(Refused.class, () -> root.returnDevice(node, 9, false)).status())
        .isEqualTo(404);
  }

  @Test
  void aRuleThatIsNotOneIsRefused() {
    Refused refused =
        catchThrowableOfType(Refused.class, () -> setting("{\"rules\": {\"xid-97\": \"ASK\"}}"));
    assertThat(refused.getMessage()).contains("xid-97", "did you mean");
    assertThat(
            catchThrowableOfType(Refused.class, () -> setting("{\"steps\": {\"DRAIN\": \"ASK\"}}"))
                .status())
        .isEqualTo(422);
  }

  @Test
  void aUserDecidesNothing() {
    root.putUser(new UserView("hilda", Map.of("default", "USER")));
    String name = "hilda-" + UUID.randomUUID().toString().substring(0, 8);
    String secret =
        root.makeToken(new TokenRequest(name, "hilda", Optional.empty())).secret().orElseThrow();
    WeirClient hilda = new WeirClient(url, secret);
    for (Runnable ask :
        List.<Runnable>of(
            () -> hilda.approve("1", Optional.empty()),
            () -> hilda.dismiss("1", Optional.empty()),
            () -> hilda.drainDevice(node, 0, Optional.empty()),
            () -> hilda.returnDevice(node, 0, true))) {
      assertThat(catchThrowableOfType(Refused.class, ask::run).status()).isEqualTo(403);
    }
    assertThat(hilda.advice(true)).isNotNull();
    assertThat(
            catchThrowableOfType(Refused.class, () -> root.approve("0", Optional.empty())).status())
        .isEqualTo(404);
  }
}
