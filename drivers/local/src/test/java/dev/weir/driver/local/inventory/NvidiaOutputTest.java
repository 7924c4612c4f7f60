package dev.weir.driver.local.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.vendor.MigListing;
import dev.weir.driver.local.inventory.vendor.NvidiaCsv;
import dev.weir.driver.local.inventory.vendor.NvidiaFabric;
import dev.weir.driver.local.inventory.vendor.NvidiaList;
import dev.weir.driver.local.inventory.vendor.NvidiaQueryXml;
import dev.weir.driver.local.inventory.vendor.NvidiaTopology;
import dev.weir.model.unit.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class NvidiaOutputTest {
  private static Inventory xml(String name) {
    return new NvidiaQueryXml().read(Corpus.sample("nvidia/xml/" + name).orElseThrow().output());
  }

  @Test
  void readsACardCutByMig() {
    FoundDevice card = xml("a100-sxm4-v12.xml").devices().getFirst();
    assertThat(card.name()).contains("NVIDIA A100-SXM4-80GB");
    assertThat(card.uuid()).contains("GPU-f84343e7-5f58-e3c5-49ad-0f86623ffbb0");
    assertThat(card.pci()).contains(new PciAddress(0, 1, 0, 0));
    assertThat(card.memory()).contains(Bytes.ofMib(81920));
    assertThat(card.mig()).contains(true);
    assertThat(card.instances())
        .extracting(instance -> instance.gpuInstance().orElseThrow())
        .containsExactly(3, 4, 5, 6);
    assertThat(card.instances().getFirst().memory()).contains(Bytes.ofMib(19968));
  }

  @Test
  void aMeasureThatNobodyTookIsAbsent() {
    FoundDevice card = xml("a100-sxm4-v12.xml").devices().getFirst();
    assertThat(card.measures()).doesNotContainKey(Metric.UTILISATION);
    assertThat(card.measures().get(Metric.POWER)).isEqualTo(67.03, within(1e-9));
    assertThat(card.measures().get(Metric.ECC_UNCORRECTED)).isZero();
    assertThat(xml("gtx-1070-ti.xml").devices().getFirst().measures())
        .containsEntry(Metric.UTILISATION, 0.0)
        .doesNotContainKeys(Metric.POWER, Metric.ECC_CORRECTED, Metric.ECC_UNCORRECTED);
  }

  @Test
  void aCardThatIsAnnouncedAndNotDescribedIsSaidAndNotMadeUp() {
    Inventory found = xml("a100-sxm4-v12.xml");
    assertThat(found.devices()).hasSize(1);
    assertThat(found.warnings().getFirst().render())
        .isEqualTo(
            "a100-sxm4-v12.xml:3: attached_gpus: says 4, but 1 are described (expected a description"
                + " of each)");
  }

  @Test
  void aSerialNumberOfZerosIsNone() {
    assertThat(xml("a10g.xml").devices().getFirst().facts()).doesNotContainKey("serial");
    assertThat(xml("a100-sxm4-v12.xml").devices().getFirst().facts())
        .containsEntry("serial", "1612689632051");
  }

  @Test
  void opensNoOtherFile(@TempDir Path folder) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "the secret");
    String attack =
        """
        <?xml version="1.0"?>
        <!DOCTYPE nvidia_smi_log SYSTEM "%s" [<!ENTITY x SYSTEM "%s"><!ENTITY y "yyyy">]>
        <nvidia_smi_log><gpu id="00000000:01:00.0"><product_name>A &x; B &y;</product_name>
        <uuid>GPU-1</uuid></gpu></nvidia_smi_log>
        """
            .formatted(secret.toUri(), secret.toUri());
    Inventory found = new NvidiaQueryXml().read(new Output("attack.xml", attack));
    assertThat(found.toString()).doesNotContain("the secret").doesNotContain("yyyy");
    assertThat(found.warnings()).isNotEmpty();
  }

  @Test
  void aCutFileKeepsTheWholeCardsAndSaysWhereItEnds() {
    String one = "<gpu id=\"0:1\"><product_name>T4</product_name><uuid>GPU-%d</uuid></gpu>\n";
    String text =
        "<nvidia_smi_log>\n" + one.formatted(1) + one.formatted(2) + "<gpu><product_name>T4";
    Inventory found = new NvidiaQueryXml().read(new Output("cut.xml", text));
    assertThat(found.devices())
        .extracting(FoundDevice::uuid)
        .containsExactly(Optional.of("GPU-1"), Optional.of("GPU-2"));
    assertThat(found.warnings().getFirst().render()).startsWith("cut.xml:4: nvidia_smi_log/gpu");
  }

  @Test
  void readsCellsThatAreGluedTogether() {
    Corpus.sample("nvidia/topo/nv18-8gpu-36nic-glued-columns.txt")
        .ifPresent(
            sample -> {
              Inventory found = new NvidiaTopology().read(sample.output());
              assertThat(found.links()).hasSize(28).allMatch(link -> link.lanes() == 18);
              assertThat(found.device(4).orElseThrow().cpus()).contains("70-99,102-107");
              assertThat(found.device(4).orElseThrow().numaNode()).contains(1);
            });
  }

  @Test
  void readsLinksAndNearProcessors() {
    Inventory found =
        new NvidiaTopology()
            .read(
                Corpus.sample("nvidia/topo/CONSTRUCTED-gb200-tray-4gpu-nv18-6nic.txt")
                    .orElseThrow()
                    .output());
    assertThat(found.links()).contains(new Link(0, 3, Link.Kind.NVLINK, 18)).hasSize(6);
    assertThat(found.device(3).orElseThrow().cpus()).contains("72-143");
    assertThat(found.device(3).orElseThrow().numaNode()).contains(1);
  }

  @Test
  void aMatrixThatContradictsItselfIsRefused() {
    String odd =
        "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNV12\t0-31\t0\nGPU1\tSYS\t X \t0-31\t0\n";
    Inventory found = new NvidiaTopology().read(new Output("odd", odd));
    assertThat(found.devices()).isEmpty();
    assertThat(found.warnings().getFirst().render())
        .isEqualTo(
            "odd:3: GPU1 to GPU0: cannot be read: \"SYS\" (expected NV12, as the other way round)");
  }

  @Test
  void readsMigListings() {
    String profiles =
        """
        | GPU instance profiles:                                                      |
        |   0  MIG 1g.12gb       19     7/7       10.75       No     16     1     0   |
        |   0  MIG 7g.94gb        0     1/1       93.12       No    132     7     0   |
        """;
    String placements =
        """
        GPU  0 Profile ID 19 Placements: {0,1,2,3,4,5,6}:1
        GPU  0 Profile ID  0 Placement : {0}:8
        """;
    Inventory found =
        new MigListing()
            .read(new Output("lgip", profiles))
            .enrichedBy(new MigListing().read(new Output("lgipp", placements)), "lgipp");
    assertThat(found.devices().getFirst().profiles())
        .containsExactly(
            new FoundProfile(
                19,
                Optional.of("1g.12gb"),
                Optional.of(Bytes.parse("10.75Gi")),
                Optional.of(7),
                List.of(0, 1, 2, 3, 4, 5, 6),
                Optional.of(1)),
            new FoundProfile(
                0,
                Optional.of("7g.94gb"),
                Optional.of(new Bytes((long) Math.floor(93.12 * (1L << 30)))),
                Optional.of(1),
                List.of(0),
                Optional.of(8)));
  }

  @Test
  void aRefusalOfTheToolIsAWarningAndAnEmptyListingIsNone() {
    Inventory refused =
        new MigListing()
            .read(
                new Output("x", "Failed to query GPU instance profiles: Insufficient Permissions"));
    assertThat(refused.warnings()).hasSize(1);
    assertThat(new MigListing().read(new Output("x", "No GPU instances found: Not Found")))
        .isEqualTo(Inventory.EMPTY);
  }

  @Test
  void oldIdentitiesOfMigInstancesTellTheirNumbers() {
    String text =
        """
        GPU 0: A100-SXM4-40GB (UUID: GPU-11111111-2222-3333-4444-555555555555)
          MIG 3g.20gb Device 0: (UUID: MIG-GPU-11111111-2222-3333-4444-555555555555/2/0)
        """;
    FoundInstance instance =
        new NvidiaList().read(new Output("L", text)).devices().getFirst().instances().getFirst();
    assertThat(instance.gpuInstance()).contains(2);
    assertThat(instance.computeInstance()).contains(0);
    assertThat(instance.profile()).contains("3g.20gb");
  }

  @Test
  void onlyTheFabricBlockNamesTheDomain() {
    Inventory decoy =
        new NvidiaFabric()
            .read(
                Corpus.sample("nvidia/fabric/CONSTRUCTED-decoy-cliqueid-in-inforom.txt")
                    .orElseThrow()
                    .output());
    assertThat(decoy.devices().getFirst().facts())
        .containsEntry(NvidiaFabric.FACT, "11111111-2222-3333-4444-555555555555.1");
  }

  @Test
  void aClusterOfZerosIsNoDomain() {
    String text =
        """
            Fabric
                State                             : Completed
                CliqueId                          : 0
                ClusterUUID                       : 00000000-0000-0000-0000-000000000000
        """;
    assertThat(new NvidiaFabric().read(new Output("q", text)).devices().getFirst().facts())
        .doesNotContainKey(NvidiaFabric.FACT)
        .containsEntry("fabricState", "Completed");
  }

  /** The rules for the NVLink domain, as a table beside the fixtures. */
  @TestFactory
  Stream<DynamicTest> domainsOfAQuery() {
    return Corpus.sample("nvidia/fabric/query-fabric-csv-cases.tsv")
        .orElseThrow()
        .text()
        .lines()
        .filter(line -> !line.startsWith("#") && !line.startsWith("output\t"))
        .map(line -> line.split("\t"))
        .map(row -> DynamicTest.dynamicTest(row[0], () -> domain(row[0], row[1])));
  }

  private static void domain(String cell, String expected) {
    String text = cell.equals("(empty)") ? "" : cell.replace("\\n", "\n") + "\n";
    Inventory found =
        new NvidiaCsv(List.of("fabric.clusterUuid", "fabric.cliqueId")).read(new Output("q", text));
    var domains = new TreeSet<String>();
    found
        .devices()
        .forEach(
            device ->
                Optional.ofNullable(device.facts().get(NvidiaFabric.FACT)).ifPresent(domains::add));
    if (expected.startsWith("error: ambiguous")) {
      assertThat(domains).hasSize(2);
    } else if (expected.startsWith("error")) {
      assertThat(domains).isEmpty();
    } else {
      assertThat(domains).containsExactly(expected);
    }
  }
}
