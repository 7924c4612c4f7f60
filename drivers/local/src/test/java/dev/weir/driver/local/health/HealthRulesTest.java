package dev.weir.driver.local.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.local.health.HealthRules.History;
import dev.weir.driver.local.health.HealthRules.Kill;
import dev.weir.driver.local.health.HealthSettings.Mode;
import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.telemetry.XidReport;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthRulesTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final XidTable TABLE = XidTable.builtIn();
  private static final HealthRules RULES = new HealthRules(TABLE);

  /** What is advised at once, for every error of the table. */
  private static final Map<String, String> ADVISED = new LinkedHashMap<>();

  static {
    ADVISED.put("13 31", "CountAgainstJob");
    ADVISED.put("43", "Ignore");
    ADVISED.put("45", "CountAgainstJob");
    ADVISED.put("32 39 40 41 69 70 71 72 75 76 77 80", "CountAgainstJob");
    ADVISED.put("46 62 109 110 119 120 136 140 143 155 156 158", "DrainDevice ResetDevice");
    ADVISED.put("48", "ResetDevice");
    ADVISED.put("63", "AskForCheckpoint ResetDevice");
    ADVISED.put("64", "DrainDevice ResetDevice");
    ADVISED.put("74 144 145 146 147 148 149 150", "Ignore");
    ADVISED.put("79", "DrainNode RebootNode");
    ADVISED.put("92", "AskForCheckpoint");
    ADVISED.put("94", "AskForCheckpoint ResetDevice");
    ADVISED.put("95", "DrainDevice ResetDevice");
    ADVISED.put("151", "DrainNode RebootNode");
    ADVISED.put("154", "DrainDevice");
  }

  /** What is advised when it comes again often enough, where that differs. */
  private static final Map<Integer, String> ESCALATED =
      new LinkedHashMap<>(
          Map.of(
              13, "DrainDevice",
              45, "DrainDevice",
              32, "DrainDevice",
              119, "DrainNode",
              48, "DrainDevice ResetDevice",
              64, "DrainNode",
              74, "DrainDevice",
              92, "AskForCheckpoint DrainDevice",
              94, "AskForCheckpoint DrainDevice ResetDevice",
              95, "DrainNode"));

  private static Fault fault(int xid, Instant time, String task) {
    return new Fault(time, 2, xid, "", Optional.of(task));
  }

  private static String kinds(List<Advice> advice) {
    return String.join(" ", advice.stream().map(one -> one.getClass().getSimpleName()).toList());
  }

  @TestFactory
  Stream<DynamicTest> everyErrorOfTheTable() {
    return ADVISED.entrySet().stream()
        .flatMap(
            row ->
                Stream.of(row.getKey().split(" "))
                    .map(
                        xid ->
                            DynamicTest.dynamicTest(
                                "Xid " + xid,
                                () -> {
                                  Fault fault = fault(Integer.parseInt(xid), NOW, "a");
                                  List<Advice> advice = RULES.judge(fault, History.EMPTY);
                                  assertThat(kinds(advice)).isEqualTo(row.getValue());
                                  assertThat(advice)
                                      .allSatisfy(
                                          one ->
                                              assertThat(one.reason())
                                                  .startsWith("Xid " + xid + " on device 2: "));
                                })));
  }

  @Test
  void theTableHasNoErrorBesides() {
    List<String> tested =
        ADVISED.keySet().stream().flatMap(row -> Stream.of(row.split(" "))).sorted().toList();
    assertThat(
            TABLE.rules().stream()
                .flatMap(rule -> rule.xids().stream())
                .map(Object::toString)
                .sorted()
                .toList())
        .isEqualTo(tested);
  }

  @TestFactory
  Stream<DynamicTest> whatComesAgainEscalates() {
    return ESCALATED.entrySet().stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    "Xid " + row.getKey(), () -> escalates(row.getKey(), row.getValue())));
  }

  private static void escalates(int xid, String escalated) {
    XidTable.Repeated again = TABLE.rule(xid).orElseThrow().repeated().orElseThrow();
    String first = kinds(RULES.judge(fault(xid, NOW, "t0"), History.EMPTY));
    History history = History.EMPTY;
    for (int i = 0; i < again.count(); i++) {
      Fault fault = fault(xid, NOW.plusSeconds(i), "t" + i);
      history = history.and(fault);
      String advised = kinds(RULES.judge(fault, history));
      assertThat(advised).isEqualTo(i + 1 < again.count() ? first : escalated);
    }
    Fault later = fault(xid, NOW.plus(again.within()).plusSeconds(3600), "late");
    assertThat(kinds(RULES.judge(later, history))).isEqualTo(first);
    Fault elsewhere = new Fault(NOW.plusSeconds(again.count()), 3, xid, "", Optional.of("x"));
    assertThat(kinds(RULES.judge(elsewhere, history))).isEqualTo(first);
  }

  @Test
  void everyRuleThatEscalatesIsTested() {
    assertThat(TABLE.rules())
        .filteredOn(rule -> rule.repeated().isPresent())
        .allSatisfy(rule -> assertThat(rule.xids()).anyMatch(ESCALATED::containsKey));
  }

  @Test
  void oneTaskThatFailsAgainAndAgainSaysNothingOfTheDevice() {
    History history = History.EMPTY;
    Fault last = fault(31, NOW, "same");
    for (int i = 0; i < 10; i++) {
      last = fault(31, NOW.plusSeconds(i), "same");
      history = history.and(last);
    }
    assertThat(RULES.judge(last, history))
        .singleElement()
        .isInstanceOfSatisfying(
            Advice.CountAgainstJob.class, advice -> assertThat(advice.task()).contains("same"));
  }

  @ParameterizedTest
  @CsvSource({"0, Ignore", "29, Ignore", "31, CountAgainstJob", "-1, CountAgainstJob"})
  void ourOwnKillExplainsTheCleaningUpAfterIt(long secondsAfter, String advised) {
    History history = History.EMPTY.and(new Kill(NOW, 2));
    assertThat(kinds(RULES.judge(fault(45, NOW.plusSeconds(secondsAfter), "a"), history)))
        .isEqualTo(advised);
  }

  @Test
  void aKillOnAnotherDeviceExplainsNothing() {
    History history = History.EMPTY.and(new Kill(NOW, 1));
    assertThat(kinds(RULES.judge(fault(45, NOW, "a"), history))).isEqualTo("CountAgainstJob");
    assertThat(kinds(RULES.judge(fault(79, NOW, "a"), History.EMPTY.and(new Kill(NOW, 2)))))
        .isEqualTo("DrainNode RebootNode");
  }

  @Test
  void theCleaningUpFollowsTheErrorBesideIt() {
    History history = History.EMPTY.and(fault(13, NOW.plusSeconds(2), "a"));
    assertThat(RULES.judge(fault(45, NOW, "a"), history))
        .singleElement()
        .satisfies(advice -> assertThat(advice.reason()).endsWith("together with Xid 13"));
  }

  @Test
  void twoBitsWithAReplacedRowDrains() {
    History history = History.EMPTY.and(fault(63, NOW.minusSeconds(20), "a"));
    assertThat(kinds(RULES.judge(fault(48, NOW, "a"), history)))
        .isEqualTo("DrainDevice ResetDevice");
  }

  @ParameterizedTest
  @CsvSource({
    "GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required), DrainDevice ResetDevice",
    "GPU recovery action changed from 0x0 (None) to 0x2 (Node Reboot Required),"
        + " AskForCheckpoint DrainNode RebootNode",
    "GPU recovery action changed from 0x0 (None) to 0x3 (Drain P2P), AskForCheckpoint DrainDevice",
    "GPU recovery action changed from 0x0 (None) to 0x4 (Drain and Reset),"
        + " AskForCheckpoint DrainDevice ResetDevice",
    "GPU recovery action changed from 0x1 (GPU Reset Required) to 0x0 (None), Ignore",
    "something new, DrainDevice"
  })
  void whatTheDriverPrintsIsDone(String text, String advised) {
    Fault fault = new Fault(NOW, 2, 154, text, Optional.empty());
    List<Advice> advice = RULES.judge(fault, History.EMPTY);
    assertThat(kinds(advice)).isEqualTo(advised);
    assertThat(advice.getFirst().reason()).endsWith(text);
  }

  @Test
  void anErrorThatTheTableLacksIsIgnoredAndSaid() {
    assertThat(RULES.judge(fault(9999, NOW, "a"), History.EMPTY))
        .containsExactly(new Advice.Ignore("Xid 9999 on device 2 is not in the table"));
  }

  @Test
  void eachStepCanBeAskedFor() {
    assertThat(HealthSettings.DEFAULT.mode("xid-95", Step.DRAIN_DEVICE)).isEqualTo(Mode.AUTOMATIC);
    assertThat(HealthSettings.DEFAULT.mode("xid-95", Step.RESET_DEVICE)).isEqualTo(Mode.ASK);
    HealthSettings asks = HealthSettings.askAlways();
    assertThat(asks.mode("xid-95", Step.DRAIN_DEVICE)).isEqualTo(Mode.ASK);
    HealthSettings some =
        new HealthSettings(
            Optional.of(Mode.ASK),
            Map.of(Step.DRAIN_NODE, Mode.AUTOMATIC),
            Map.of("xid-79", Mode.OFF),
            Optional.empty());
    assertThat(some.mode("xid-95", Step.DRAIN_DEVICE)).isEqualTo(Mode.ASK);
    assertThat(some.mode("xid-95", Step.DRAIN_NODE)).isEqualTo(Mode.AUTOMATIC);
    assertThat(some.mode("xid-79", Step.DRAIN_NODE)).isEqualTo(Mode.OFF);
  }

  @Test
  void whatIsOldIsForgotten() {
    History history =
        History.EMPTY.and(fault(48, NOW.minus(Duration.ofDays(8)), "a")).and(new Kill(NOW, 1));
    assertThat(history.since(NOW.minus(Duration.ofDays(7))).faults()).isEmpty();
    assertThat(history.since(NOW.minus(Duration.ofDays(7))).kills()).hasSize(1);
  }

  @Test
  void aReportFindsItsDeviceAndItsTask() {
    FoundDevice first =
        new FoundDevice.Builder("nvidia", 0).pci(PciAddress.parse("0000:01:00.0")).build();
    FoundDevice second =
        new FoundDevice.Builder("nvidia", 1).pci(PciAddress.parse("00000000:C1:00.0")).build();
    XidReport report =
        XidReport.parse("NVRM: Xid (PCI:0000:c1:00): 31, pid=77, name=python, MMU Fault", NOW)
            .orElseThrow();
    assertThat(Faults.of(report, List.of(first, second), pid -> Optional.of("train-" + pid)))
        .hasValueSatisfying(
            fault -> {
              assertThat(fault.device()).isEqualTo(1);
              assertThat(fault.task()).contains("train-77");
            });
    assertThat(Faults.of(report, List.of(first), pid -> Optional.empty())).isEmpty();
  }
}
