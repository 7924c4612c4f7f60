package dev.weir.driver.local.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.inventory.discovery.Tools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelemetryTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final InstantSource CLOCK = InstantSource.fixed(NOW);

  /** A tool that prints one text, whatever it is asked. */
  private static final class OneText implements Tools {
    private Run run;
    private final String program;

    OneText(String program, String text) {
      this.program = program;
      this.run = new Run.Ended(0, text);
    }

    @Override
    public boolean has(String name) {
      return name.equals(program);
    }

    @Override
    public Run run(List<String> command, Duration timeout) {
      return run;
    }
  }

  private static String fixture(String name) throws IOException {
    try (var in = FoundDevice.class.getResourceAsStream("fixtures/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static FoundDevice card(String uuid) {
    return new FoundDevice.Builder("nvidia", 0).uuid(Optional.of(uuid)).build();
  }

  private static List<Sample> measured(List<FoundDevice> devices) throws IOException {
    var tools = new OneText("nvidia-smi", fixture("nvidia/xml/a100-sxm4-v12.xml"));
    return new DeviceSampler(tools, devices, CLOCK, Duration.ofSeconds(5)).measure().samples();
  }

  @Test
  void aDeviceIsKnownByItsIdentity() throws IOException {
    List<FoundDevice> devices =
        List.of(card("GPU-other"), card("GPU-f84343e7-5f58-e3c5-49ad-0f86623ffbb0"));
    List<Sample> samples = measured(devices);
    assertThat(samples)
        .contains(new Sample(NOW, new Sample.Subject.Device(1), Metric.POWER, 67.03))
        .allMatch(sample -> sample.subject().equals(new Sample.Subject.Device(1)));
    // The card says N/A, so nothing is said of it.
    assertThat(samples).noneMatch(sample -> sample.metric() == Metric.UTILISATION);
  }

  @Test
  void valuesOfAnotherDeviceAreNobodys() throws IOException {
    assertThat(measured(List.of(card("GPU-other")))).isEmpty();
  }

  @Test
  void readsAControlGroup(@TempDir Path group) throws IOException {
    Files.writeString(group.resolve("cpu.stat"), "usage_usec 2500000\nuser_usec 2000000\n");
    Files.writeString(group.resolve("memory.current"), "1048576\n");
    var subject = new Sample.Subject.Task("a/0");
    assertThat(new TaskSampler(CLOCK).ofGroup("a/0", group))
        .containsExactly(
            new Sample(NOW, subject, Metric.CPU_TIME, 2.5),
            new Sample(NOW, subject, Metric.MEMORY_USED, 1048576));
    Files.delete(group.resolve("memory.current"));
    assertThat(new TaskSampler(CLOCK).ofGroup("a/0", group)).hasSize(1);
  }

  @Test
  void addsUpAProcessGroup(@TempDir Path proc) throws IOException {
    process(proc, 10, "(a) b) 1", 10, 100, 50, 20);
    process(proc, 11, "worker", 10, 30, 20, 5);
    process(proc, 12, "other", 12, 900, 900, 900);
    Files.createDirectories(proc.resolve("self"));
    List<Sample> samples = new TaskSampler(proc, CLOCK).ofProcessGroup("t", 10);
    assertThat(samples).extracting(Sample::value).containsExactly(2.0, 25 * 4096.0);
    assertThat(new TaskSampler(proc, CLOCK).ofProcessGroup("t", 99)).isEmpty();
  }

  private static void process(
      Path proc, int pid, String name, int group, int user, int system, int pages)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(
        folder.resolve("stat"),
        "%d (%s) S 1 %d %d 0 -1 4194304 1 0 0 0 %d %d 0 0 20 0 1 0 12345 999999 %d 18446744073709551615"
            .formatted(pid, name, group, group, user, system, pages));
  }

  @Test
  void measuresThisVeryProcess() throws IOException {
    Optional<TaskSampler.Stat> own =
        TaskSampler.Stat.parse(Files.readString(Path.of("/proc/self/stat")));
    assertThat(own).hasValueSatisfying(stat -> assertThat(stat.residentPages()).isPositive());
  }

  @Test
  void readsReportsOfTheKernel() {
    assertThat(
            XidReport.parse(
                "NVRM: Xid (PCI:0000:c1:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen"
                    + " off the bus.",
                NOW))
        .hasValueSatisfying(
            report -> {
              assertThat(report.device()).isEqualTo(new PciAddress(0, 0xc1, 0, 0));
              assertThat(report.xid()).isEqualTo(79);
              assertThat(report.pid()).isEmpty();
              assertThat(report.text()).contains("fallen off the bus");
            });
    assertThat(XidReport.parse("NVRM: Xid (PCI:0000:01:00): 31, pid=4242, name=python", NOW))
        .hasValueSatisfying(report -> assertThat(report.pid()).hasValue(4242));
    assertThat(XidReport.parse("NVRM: loading NVIDIA UNIX x86_64 Kernel Module", NOW)).isEmpty();
    assertThat(XidReport.parse("NVRM: Xid (nowhere): 31", NOW)).isEmpty();
  }

  @Test
  void readsBothFormsOfALine() {
    assertThat(KernelLine.parse("3,1234,5000000,-;NVRM: Xid (PCI:0000:01:00): 13"))
        .hasValueSatisfying(
            line -> {
              assertThat(line.sequence()).hasValue(1234);
              assertThat(line.sinceStart()).isEqualTo(Duration.ofSeconds(5));
              assertThat(line.message()).startsWith("NVRM: Xid");
            });
    assertThat(KernelLine.parse("[   12.500000] usb 1-1: new device"))
        .hasValueSatisfying(
            line -> assertThat(line.sinceStart()).isEqualTo(Duration.ofMillis(12_500)));
    assertThat(KernelLine.parse(" SUBSYSTEM=pci")).isEmpty();
  }

  @Property(tries = 500)
  void noLineBreaksTheReader(@ForAll String line) {
    KernelLine.parse(line)
        .ifPresent(read -> assertThat(read.sinceStart()).isGreaterThanOrEqualTo(Duration.ZERO));
    assertThat(XidReport.parse(line, NOW)).isNotNull();
  }

  @Test
  void eachReportIsHandedOutOnce() {
    String one = "[    1.000000] NVRM: Xid (PCI:0000:01:00): 13\n";
    String two = "[    2.000000] NVRM: Xid (PCI:0000:01:00): 31\n";
    String same = "[    2.000000] NVRM: Xid (PCI:0000:01:00): 45\n";
    var tools = new OneText("dmesg", one + two);
    var log = new KernelLog(tools, NOW, Duration.ofSeconds(5));
    assertThat(xids(log.look())).containsExactly(13, 31);
    assertThat(xids(log.look())).isEmpty();
    tools.run = new Tools.Run.Ended(0, one + two + same);
    assertThat(xids(log.look())).containsExactly(45);
    assertThat(xids(log.look())).isEmpty();
  }

  private static List<Integer> xids(KernelLog.Look look) {
    return ((KernelLog.Look.Reports) look).reports().stream().map(XidReport::xid).toList();
  }

  @Test
  void aLogThatCannotBeReadIsSaid() {
    var tools = new OneText("dmesg", "");
    tools.run =
        new Tools.Run.Ended(1, "dmesg: read kernel buffer failed: Operation not permitted\n");
    assertThat(new KernelLog(tools, NOW, Duration.ofSeconds(5)).look())
        .isEqualTo(
            new KernelLog.Look.Unreadable(
                "dmesg: read kernel buffer failed: Operation not permitted"));
  }
}
