package dev.weir.driver.local.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.telemetry.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampleRulesTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final SampleRules rules = new SampleRules(SampleTable.builtIn());

  private List<Finding> at(long second, Metric metric, double value) {
    return rules.judge(
        List.of(new Sample(NOW.plusSeconds(second), new Sample.Subject.Device(3), metric, value)));
  }

  @Test
  void aDeviceThatStaysTooHotIsDrained() {
    assertThat(at(0, Metric.TEMPERATURE, 97)).isEmpty();
    assertThat(at(55, Metric.TEMPERATURE, 96)).isEmpty();
    List<Finding> findings = at(60, Metric.TEMPERATURE, 98);
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().rule()).isEqualTo("temperature");
    assertThat(findings.getFirst().advice())
        .containsExactly(
            new Advice.DrainDevice(
                3,
                "temperature of device 3: more than 95 celsius for 60 s (it is not being cooled)"));
  }

  @Test
  void aBreakBeginsAnew() {
    at(0, Metric.TEMPERATURE, 97);
    at(30, Metric.TEMPERATURE, 95);
    at(40, Metric.TEMPERATURE, 97);
    assertThat(at(65, Metric.TEMPERATURE, 97)).isEmpty();
    assertThat(at(100, Metric.TEMPERATURE, 97)).hasSize(1);
  }

  @Test
  void itHasRecoveredWellBelowAlone() {
    at(0, Metric.TEMPERATURE, 97);
    at(70, Metric.TEMPERATURE, 94);
    assertThat(rules.recovered("temperature", 3)).isFalse();
    at(80, Metric.TEMPERATURE, 80);
    assertThat(rules.recovered("temperature", 3)).isTrue();
    assertThat(rules.recovered("temperature", 2)).isFalse();
    assertThat(rules.recovered("ecc-uncorrected", 3)).isFalse();
  }

  @Test
  void whatACounterSaidAtFirstIsNoGrowth() {
    assertThat(at(0, Metric.ECC_UNCORRECTED, 4)).isEmpty();
    assertThat(at(5, Metric.ECC_UNCORRECTED, 4)).isEmpty();
    List<Finding> findings = at(10, Metric.ECC_UNCORRECTED, 6);
    assertThat(findings.getFirst().advice())
        .extracting(Step::of)
        .containsExactly(Step.ASK_FOR_CHECKPOINT, Step.DRAIN_DEVICE, Step.RESET_DEVICE);
    assertThat(findings.getFirst().advice().getFirst().reason()).contains("from 4 to 6 errors");
    assertThat(at(15, Metric.ECC_UNCORRECTED, 0)).isEmpty();
  }

  @Test
  void theVendorsCommandResetsADevice() {
    FoundDevice card =
        new FoundDevice.Builder("nvidia", 1).pci(PciAddress.parse("0000:C1:00.0")).build();
    assertThat(ResetCommand.of(card))
        .contains(List.of("nvidia-smi", "--gpu-reset", "-i", "0000:c1:00.0"));
    FoundDevice known = new FoundDevice.Builder("nvidia", 1).uuid(Optional.of("GPU-7")).build();
    assertThat(ResetCommand.of(known).orElseThrow()).endsWith("GPU-7");
    assertThat(ResetCommand.of(FoundDevice.of("metax", 0))).isEmpty();
  }
}
