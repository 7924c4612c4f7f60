package dev.weir.driver.local.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.local.inventory.fabric.Fabric;
import dev.weir.driver.local.inventory.fabric.FabricFormat;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.vendor.AmdSmi;
import dev.weir.driver.local.inventory.vendor.AscendBlock;
import dev.weir.driver.local.inventory.vendor.AscendTable;
import dev.weir.driver.local.inventory.vendor.RocmSmi;
import dev.weir.model.unit.Bytes;
import org.junit.jupiter.api.Test;

class OtherVendorsTest {
  private static Inventory rocm(String name) {
    return new RocmSmi().read(Corpus.sample("amd/rocm-smi-json/" + name).orElseThrow().output());
  }

  @Test
  void theSystemEntryOfRocmIsNoCard() {
    Inventory found = rocm("mi100_rocm571.json");
    assertThat(found.devices()).hasSize(6);
    assertThat(found.links()).hasSize(15).allMatch(link -> link.kind() == Link.Kind.PCI);
    assertThat(found.devices().getFirst().memory()).contains(new Bytes(34342961152L));
  }

  @Test
  void keysOfAllReleasesOfRocmAreKnown() {
    FoundDevice card = rocm("rx6700xt_rocm602.json").devices().getFirst();
    assertThat(card.name()).contains("Navi 22 [Radeon RX 6700/6700 XT / 6800M]");
    assertThat(card.numaNode()).contains(0);
    // "N/A (Secondary die)"
    assertThat(card.measures()).doesNotContainKey(Metric.POWER);
    assertThat(rocm("rx6700xt_rocm430.json").devices().getFirst().name()).isEmpty();
  }

  @Test
  void severalDocumentsOfAmdTellOfTheSameDevices() {
    Inventory found =
        new AmdSmi()
            .read(
                Corpus.sample("amd/CONSTRUCTED-amd-smi-concatenated-docs-with-legend.txt")
                    .orElseThrow()
                    .output());
    assertThat(found.devices()).hasSize(1);
    assertThat(found.devices().getFirst().facts())
        .containsEntry("memoryPartition", "NPS1")
        .containsEntry("computePartition", "SPX");
  }

  @Test
  void amountsOfAmdStandAsValueAndUnit() {
    String text =
        """
        {"gpu_data": [{"gpu": 0, "asic": {"market_name": "AMD Instinct MI210"},
          "vram": {"size": {"value": 65520, "unit": "MB"}, "max_bandwidth": {"value": "N/A"}},
          "numa": {"node": 1, "cpu_affinity": {"cpu_list_0": {"cpu_cores_affinity": "1-63"}}}}]}
        """;
    FoundDevice card = new AmdSmi().read(new Output("static", text)).devices().getFirst();
    assertThat(card.memory()).contains(Bytes.ofMib(65520));
    assertThat(card.numaNode()).contains(1);
    assertThat(card.cpus()).contains("1-63");
  }

  @Test
  void aNumberCutInTheMiddleIsNoNumber() {
    Inventory found =
        new RocmSmi()
            .read(
                new Output(
                    "cut", "{\"card0\": {\"Card Series\": \"X\", \"VRAM Total Memory (B)\": 687"));
    assertThat(found.devices().getFirst().memory()).isEmpty();
    assertThat(found.warnings()).isNotEmpty();
  }

  @Test
  void readsTheTwoLinesOfAnAscendChip() {
    String text =
        """
        | npu-smi 25.3.rc1                         Version: 25.3.rc1        |
        | 5       910B1     | OK              | 99.5        51                0    / 0      |
        | 0                 | 0000:42:00.0    | 7           0    / 0          3453 / 65536  |
        | 4       910B1     | Alarm           | 98.3        49                0    / 0      |
        """;
    Inventory found = new AscendTable().read(new Output("info", text));
    assertThat(found.devices()).hasSize(1);
    FoundDevice chip = found.devices().getFirst();
    assertThat(chip.index()).isEqualTo(5);
    assertThat(chip.name()).contains("Ascend 910B1");
    assertThat(chip.memory()).contains(Bytes.ofMib(65536));
    assertThat(chip.measures())
        .containsEntry(Metric.UTILISATION, 0.07)
        .containsEntry(Metric.POWER, 99.5)
        .containsEntry(Metric.TEMPERATURE, 51.0);
    assertThat(found.warnings().getFirst().render()).contains("info:4: NPU 4: has no second line");
  }

  @Test
  void theFirstOfTwoEqualKeysIsTheAccelerators() {
    String text =
        """
                NPU ID                         : 1
                Temperature(C)                 : 46

                Chip Name                      : mcu
                Temperature(C)                 : 38
        """;
    assertThat(new AscendBlock().read(new Output("i1", text)).devices().getFirst().measures())
        .containsEntry(Metric.TEMPERATURE, 46.0);
  }

  @Test
  void readsANetwork() {
    Output graph =
        Corpus.sample("topology/fabric-discovery/netq__topologyGraph.json").orElseThrow().output();
    Fabric fabric = FabricFormat.of(graph).orElseThrow().read(graph);
    assertThat(fabric.count(Fabric.Kind.SWITCH)).isEqualTo(3);
    assertThat(fabric.links()).contains(new Fabric.Link("node9", "node12", 4));
  }

  @Test
  void hostsThatShareANameStayApart() {
    String text =
        """
        Switch\t2 "S-01"\t\t# "leaf" enhanced port 0 lid 73 lmc 0
        [1]\t"H-0a"[1](0a) \t\t# "localhost mlx5_0" lid 1 4xNDR
        [2]\t"H-0b"[1](0b) \t\t# "localhost mlx5_0" lid 2 4xNDR

        Ca\t1 "H-0a"\t\t# "localhost mlx5_0"
        [1](0a) \t"S-01"[1]\t\t# lid 1 lmc 0 "leaf" lid 73 4xNDR

        Ca\t1 "H-0b"\t\t# "localhost mlx5_0"
        [1](0b) \t"S-01"[2]\t\t# lid 2 lmc 0 "leaf" lid 73 4xNDR
        """;
    Output output = new Output("ib", text);
    Fabric fabric = FabricFormat.of(output).orElseThrow().read(output);
    assertThat(fabric.count(Fabric.Kind.HOST)).isEqualTo(2);
    assertThat(fabric.links())
        .containsExactly(new Fabric.Link("H-0a", "S-01", 1), new Fabric.Link("H-0b", "S-01", 1));
    assertThat(fabric.warnings()).isEmpty();
  }
}
