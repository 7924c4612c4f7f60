package dev.weir.simulator.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.files.bind.Document;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.id.JobId;
import dev.weir.simulator.scenario.Blocks;
import dev.weir.simulator.scenario.Check;
import dev.weir.simulator.scenario.Expectation;
import dev.weir.simulator.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** For each kind of check a story in which it does not hold, and the sentence that says so. */
class ChecksCanFailTest {

  static List<Arguments> untrue() {
    return Blocks.of("untrue.txt");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("untrue")
  void theSentenceSaysWhatWasExpectedAndWhatIs(String kind, String text, String told) {
    Case done = new ScenarioRunner().run(read(text));
    assertThat(done.outcome()).isEqualTo(Case.Outcome.FAILED);
    assertThat(done.detail()).isEqualTo(told);
  }

  @Test
  void eachKindOfCheckIsShownToFail() {
    Set<String> shown =
        untrue().stream()
            .flatMap(a -> read((String) a.get()[1]).value().expect().stream())
            .map(Expectation::check)
            .map(Check::word)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> all =
        kinds(Check.class)
            .map(c -> c.getAnnotation(dev.weir.files.bind.Variant.class).value())
            .collect(Collectors.toCollection(TreeSet::new));
    shown.add("whole"); // no right engine shows it; see below
    assertThat(shown).isEqualTo(all);
  }

  @Test
  void halfAGangIsSeen() {
    Stage stage =
        new Stage(
            read("""
                    name: s
                    cluster: {name: c, nodes: [{name: n, count: 2, cpu: 4, memory: 8Gi}]}
                    timeline:
                    - submit: {name: A, count: 2, cpu: 4}
                    expect:
                    - {whole: A}
                    """)
                .value());
    Judge judge = new Judge(stage);
    Check whole = new Check.Whole(List.of("A"));
    List<String> said = new ArrayList<>();
    stage.play(
        (now, next) -> {
          Job job = judge.job(new JobId(1)).orElseThrow();
          Holding all = Objects.requireNonNull(job.holding);
          judge.objection(whole).ifPresent(said::add);
          job.holding =
              new Holding(
                  all.id,
                  all.job,
                  1,
                  all.variants,
                  all.places.subList(0, 1),
                  all.charge,
                  all.since);
          judge.objection(whole).ifPresent(said::add);
          job.holding = all;
        });
    assertThat(said)
        .containsExactly(
            "expected A to hold room for all its tasks or for none, but A is running with 1 tasks on"
                + " n-0");
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(ChecksCanFailTest::kinds);
  }

  private static Document<ScenarioFile> read(String text) {
    return ScenarioRunner.READER.document(new SourceText("s.yaml", text));
  }
}
