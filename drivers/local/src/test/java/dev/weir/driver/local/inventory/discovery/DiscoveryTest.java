package dev.weir.driver.local.inventory.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.files.catalogue.Catalogue;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiscoveryTest {
  private static final DomainId LOCAL = new DomainId("local");
  private static final Host HOST = new Host("box", "machine-1", Cpu.ofCores(4), Bytes.ofGib(16), 2);

  /** Tools that print what they are told to. */
  private static final class Recorded implements Tools {
    private final Map<String, Run> runs = new LinkedHashMap<>();

    Recorded prints(String command, String out) {
      runs.put(command, new Run.Ended(0, out));
      return this;
    }

    Recorded becomes(String command, Run run) {
      runs.put(command, run);
      return this;
    }

    @Override
    public boolean has(String program) {
      return runs.keySet().stream().anyMatch(command -> command.startsWith(program + " "));
    }

    @Override
    public Run run(List<String> command, Duration timeout) {
      return runs.getOrDefault(String.join(" ", command), new Run.Ended(1, ""));
    }
  }

  private static String fixture(String name) throws IOException {
    try (var in = DiscoveryTest.class.getResourceAsStream("../fixtures/" + name)) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  private static Discovery.Found look(Tools tools, Discovery.Wish wish) {
    return new Discovery(tools, HOST, Catalogue.builtIn()).look(LOCAL, wish);
  }

  @Test
  void withoutAcceleratorsEachCoreIsASlot() {
    NodeSpec node = look(new Recorded(), Discovery.Wish.DEFAULT).node();
    assertThat(node.devices()).hasSize(4).allMatch(device -> !device.sharable());
    assertThat(node.devices().getFirst().model().name()).isEqualTo("cpu-slot");
    assertThat(node.uid()).isEqualTo("machine-1");
    assertThat(node.memory()).isEqualTo(Bytes.ofGib(16));
  }

  @Test
  void asManySlotsAsAskedFor() {
    assertThat(look(new Recorded(), Discovery.Wish.DEFAULT.withCpuSlots(8)).node().devices())
        .extracting(DeviceSpec::uuid)
        .startsWith("cpu-slot-0")
        .endsWith("cpu-slot-7")
        .hasSize(8);
  }

  @Test
  void aCardHasTheCataloguesNameAndItsOwnMemory() throws IOException {
    Tools tools = new Recorded().prints("nvidia-smi -q -x", fixture("nvidia/xml/tesla-t4.xml"));
    DeviceSpec card = look(tools, Discovery.Wish.DEFAULT).node().devices().getFirst();
    assertThat(card.model().name()).isEqualTo("T4");
    assertThat(card.model().computeCapability()).isEqualTo(75);
    assertThat(card.model().memory()).isEqualTo(Bytes.ofMib(15360));
    assertThat(card.migMode()).isEqualTo(MigMode.OFF);
    assertThat(card.uuid()).startsWith("GPU-");
  }

  @Test
  void aCardThatTheCatalogueLacksKeepsItsName() throws IOException {
    Tools tools = new Recorded().prints("nvidia-smi -q -x", fixture("nvidia/xml/quadro-p400.xml"));
    DeviceSpec card = look(tools, Discovery.Wish.DEFAULT).node().devices().getFirst();
    assertThat(card.model().name()).isEqualTo("Quadro-P400");
    assertThat(card.model().memory()).isEqualTo(Bytes.ofMib(1998));
  }

  private static Recorded mig() throws IOException {
    return new Recorded().prints("nvidia-smi -q -x", fixture("nvidia/xml/a100-sxm4-v12.xml"));
  }

  private static final String LGI =
      """
      | GPU instances:                                        |
      |   0  MIG 2g.20gb         14        3          0:2     |
      |   0  MIG 2g.20gb         14        4          2:2     |
      |   0  MIG 2g.20gb         14        5          4:2     |
      |   0  MIG 9g.99gb         99        6          6:1     |
      """;

  @Test
  void existingInstancesAreTheFixedLayout() throws IOException {
    Discovery.Found found = look(mig().prints("nvidia-smi mig -lgi", LGI), Discovery.Wish.DEFAULT);
    DeviceSpec card = found.node().devices().getFirst();
    assertThat(card.model().name()).isEqualTo("A100-80");
    assertThat(card.migMode()).isEqualTo(MigMode.FIXED);
    assertThat(card.layout())
        .containsExactly(
            new MigInstance(0, "2g.20gb", 0),
            new MigInstance(0, "2g.20gb", 2),
            new MigInstance(0, "2g.20gb", 4));
    assertThat(found.warnings())
        .anySatisfy(
            warning ->
                assertThat(warning.render())
                    .isEqualTo(
                        "nvidia device 0: MIG instance 6 cannot be used (expected a profile and a"
                            + " start of the table of A100-80)"));
  }

  @Test
  void theTableOfTheDriverWinsOverTheCatalogues() throws IOException {
    Tools tools =
        mig()
            .prints(
                "nvidia-smi mig -lgip",
                "|   0  MIG 1g.10gb        19     7/7        9.50       No     14     1     0   |\n")
            .prints("nvidia-smi mig -lgipp", "GPU  0 Profile ID 19 Placements: {0,1,2}:1\n");
    var table =
        look(tools, Discovery.Wish.DEFAULT).node().devices().getFirst().model().mig().orElseThrow();
    assertThat(table.derived()).isFalse();
    assertThat(table.profiles()).hasSize(1);
    assertThat(table.profiles().getFirst().starts()).containsExactly(0, 1, 2);
  }

  @Test
  void islandsAndNumaNodesAreLabels() throws IOException {
    String two =
        fixture("nvidia/xml/tesla-t4.xml")
            .replaceFirst(
                "</nvidia_smi_log>",
                "<gpu id=\"00000000:02:00.0\"><product_name>Tesla T4</product_name>"
                    + "<uuid>GPU-second</uuid></gpu></nvidia_smi_log>");
    String topo =
        "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNV2\t0-3\t0\nGPU1\tNV2\t X \t4-7\t1\n";
    Discovery.Found found =
        look(
            new Recorded().prints("nvidia-smi -q -x", two).prints("nvidia-smi topo -m", topo),
            Discovery.Wish.DEFAULT);
    assertThat(found.node().labels())
        .containsEntry("weir.dev/device-numa", "0.1")
        .containsEntry("weir.dev/device-islands", "0.0")
        .containsEntry("weir.dev/numa-nodes", "2");
  }

  @Test
  void aToolThatHangsCostsItsDevicesAndNothingElse() {
    Discovery.Found found =
        look(
            new Recorded()
                .becomes("nvidia-smi -q -x", new Tools.Run.Failed("did not end within 20 s")),
            Discovery.Wish.DEFAULT);
    assertThat(found.node().devices()).hasSize(4);
    assertThat(found.warnings().getFirst().render())
        .isEqualTo("nvidia-smi -q -x: did not end within 20 s (expected exit code 0 in time)");
  }

  @Test
  void whatOneToolOfAVendorDoesNotFindTheOtherMay() throws IOException {
    Tools tools =
        new Recorded()
            .prints("amd-smi static --json", "")
            .prints(
                "rocm-smi --showallinfo --showtopo --json",
                fixture("amd/rocm-smi-json/mi100_rocm571.json"));
    assertThat(look(tools, Discovery.Wish.DEFAULT).node().devices())
        .hasSize(6)
        .allMatch(device -> device.model().name().equals("MI100"));
  }

  @Test
  void everyNameOfTheTableIsInTheCatalogue() {
    assertThat(Catalogue.builtIn().names())
        .containsAll(new ModelNames(Catalogue.builtIn()).targets());
  }

  @Test
  void runsAToolAndEndsOneThatHangs(@TempDir Path folder) throws IOException {
    Path quick = script(folder, "quick", "echo hello");
    script(folder, "slow", "sleep 30");
    var tools = new SystemTools(folder + ":/usr/bin:/bin");
    assertThat(tools.has("quick")).isTrue();
    assertThat(tools.has("absent")).isFalse();
    assertThat(quick).isExecutable();
    assertThat(tools.run(List.of("quick"), Duration.ofSeconds(20)))
        .isEqualTo(new Tools.Run.Ended(0, "hello\n"));
    assertThat(tools.run(List.of("slow"), Duration.ofMillis(200)))
        .isInstanceOf(Tools.Run.Failed.class);
  }

  private static Path script(Path folder, String name, String line) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + line + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  @Test
  void limitsOfTheControlGroupsCount(@TempDir Path root) throws IOException {
    write(root, "proc/meminfo", "MemTotal:       24684092 kB\nMemFree: 1 kB\n");
    write(root, "proc/self/cgroup", "0::/a/b\n");
    write(root, "sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
    write(root, "sys/fs/cgroup/a/cpu.max", "150000 100000\n");
    write(root, "sys/fs/cgroup/a/b/memory.max", "1073741824\n");
    write(root, "etc/machine-id", "3d1219c7c4c5404aaa1f6d2a48adfda4\n");
    Host host = Host.read(root, "box", 8);
    assertThat(host.cpu()).isEqualTo(new Cpu(1500));
    assertThat(host.memory()).isEqualTo(Bytes.ofGib(1));
    assertThat(host.uid()).startsWith("machine-").doesNotContain("3d1219c7");
    assertThat(Host.read(root, "renamed", 8).uid()).isEqualTo(host.uid());
  }

  @Test
  void theOldLayoutOfControlGroupsCountsToo(@TempDir Path root) throws IOException {
    write(root, "proc/meminfo", "MemTotal:       24684092 kB\n");
    write(root, "proc/self/cgroup", "4:memory:/m\n1:cpu:/\n0::/\n");
    write(root, "sys/fs/cgroup/memory/m/memory.limit_in_bytes", "2147483648\n");
    write(root, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    write(root, "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    Host host = Host.read(root, "box", 2);
    assertThat(host.cpu()).isEqualTo(Cpu.ofCores(2));
    assertThat(host.memory()).isEqualTo(Bytes.ofGib(2));
    assertThat(host.uid()).startsWith("host-");
  }

  private static void write(Path root, String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void thisMachineIsANode() {
    Host host = Host.present();
    assertThat(host.cpu().milli()).isPositive();
    assertThat(host.memory().value()).isPositive();
    assertThat(host.uid()).isEqualTo(Host.present().uid());
  }
}
