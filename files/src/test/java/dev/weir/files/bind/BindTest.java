package dev.weir.files.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.files.InvalidDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BindTest {
  private static final DocumentReader<Sample> READER = DocumentReader.of(Sample.class);

  @Test
  void leftOutFieldsTakeTheirDefaults() {
    Sample sample = READER.read("s.yaml", "name: tiny");
    assertThat(sample)
        .isEqualTo(
            new Sample(
                "tiny",
                1,
                0,
                0.5,
                false,
                Sample.Manner.SAVE_THEN_STOP,
                Duration.ofSeconds(30),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                java.util.Set.of(),
                Map.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                new Sample.Fifo(),
                Optional.empty()));
  }

  @Test
  void everyShapeIsRead() {
    Sample sample =
        READER.read(
            "s.yaml",
            """
            kind: Sample
            version: 1
            name: all
            count: 8
            offset: -9000000000
            share: .25
            strict: true
            manner: periodic-only
            grace: 2h30m
            from: 2026-03-01T08:00:00+08:00
            colour: '#ff8800'
            command: [python, train.py, --lr, 0.10, true]
            sizes: [8, 2, 4]
            labels: {zone: b, "a/b": "1"}
            parts:
            - id: axle
              weight: 3
              parts: [{id: wheel}, {id: wheel}]
            shape: {type: long-box, width: 2, height: 3}
            rule: {at: 10s, lose: 3, low: 1, high: 2}
            order: {fair: {halfLife: 1d}}
            devices: {A100: 2, H100: 1}
            """);
    assertThat(sample.offset()).isEqualTo(-9_000_000_000L);
    assertThat(sample.share()).isEqualTo(0.25);
    assertThat(sample.manner()).isEqualTo(Sample.Manner.PERIODIC_ONLY);
    assertThat(sample.grace()).isEqualTo(Duration.ofMinutes(150));
    assertThat(sample.from()).contains(Instant.parse("2026-03-01T00:00:00Z"));
    assertThat(sample.colour()).contains(new Sample.Colour(255, 136, 0));
    assertThat(sample.command()).containsExactly("python", "train.py", "--lr", "0.10", "true");
    assertThat(sample.sizes()).containsExactly(8, 2, 4);
    assertThat(sample.labels()).containsExactly(Map.entry("zone", "b"), Map.entry("a/b", "1"));
    assertThat(sample.parts().getFirst().parts()).hasSize(2);
    assertThat(sample.shape()).contains(new Sample.LongBox(2, 3));
    assertThat(sample.rule())
        .contains(
            new Sample.Rule(
                Duration.ofSeconds(10), new Sample.Lose(3), Optional.of(new Sample.Span(1, 2))));
    assertThat(sample.order()).isEqualTo(new Sample.Fair(Duration.ofDays(1)));
    assertThat(sample.devices().orElseThrow().counts())
        .containsExactly(Map.entry("A100", 2), Map.entry("H100", 1));
  }

  @Test
  void jsonIsReadLikeYaml() {
    Sample sample =
        READER.read(
            "s.json",
            "{\n\t\"name\": \"j\",\n\t\"grace\": \"5m\", \"labels\": {\"a\": \"\\u00e9\\/\"}\n}");
    assertThat(sample.grace()).isEqualTo(Duration.ofMinutes(5));
    assertThat(sample.labels()).containsEntry("a", "\u00e9/");
  }

  @Test
  void anchorsAreFollowed() {
    Sample sample = READER.read("s.yaml", "name: a\nparts: [&w {id: wheel}, *w]");
    assertThat(sample.parts()).hasSize(2).containsOnly(sample.parts().getFirst());
  }

  @Test
  void variantsMayBeBareNamesAndShorthandsChooseByForm() {
    assertThat(READER.read("s", "{name: a, order: fair}").order())
        .isEqualTo(new Sample.Fair(Duration.ofDays(7)));
    assertThat(READER.read("s", "{name: a, order: {fair: }}").order())
        .isEqualTo(new Sample.Fair(Duration.ofDays(7)));
    assertThat(
            READER
                .read("s", "{name: a, rule: {at: 1s, drain-all: }}")
                .rule()
                .orElseThrow()
                .change())
        .isEqualTo(new Sample.DrainAll());
    assertThat(READER.read("s", "{name: a, devices: 4}").devices().orElseThrow().counts())
        .isEqualTo(Map.of("any", 4));
    assertThat(READER.read("s", "{name: a, devices: \"A100:4\"}").devices().orElseThrow().counts())
        .isEqualTo(Map.of("A100", 4));
  }

  @Test
  void allProblemsOfADocumentAreFoundInTheOrderOfTheText() {
    var refused =
        catchThrowableOfType(
            InvalidDocument.class,
            () ->
                READER.read("s.yaml", "nmae: x\ncount: 0\nmanner: none\nparts:\n- {weight: x}\n"));
    assertThat(refused.problems())
        .extracting(p -> p.line() + " " + p.field())
        .containsExactly("1 nmae", "2 count", "3 manner", "5 parts[0].id", "5 parts[0].weight");
  }

  @Test
  void severalDocumentsAreReadWhenAskedFor() {
    var source = new dev.weir.files.yaml.SourceText("s.yaml", "name: a\n---\nname: b\n");
    assertThat(READER.documents(source))
        .extracting(d -> d.value().name())
        .containsExactly("a", "b");
  }

  @Test
  void fieldsCanBeCheckedAgainstOtherDocuments() {
    var source = new dev.weir.files.yaml.SourceText("s.yaml", "name: a\nlabels:\n  zone: b\n");
    Findings findings = READER.document(source).findings();
    findings.requireKnown("labels.zone", "zone", "b", List.of("a", "b"));
    findings.throwIfAny();
    findings.requireKnown("labels.zone", "zone", "eats", List.of("east", "west"));
    findings.report("sizes", "is missing beside a zone");
    assertThat(findings.problems())
        .extracting(Object::toString)
        .containsExactly(
            "s.yaml:3:9: labels.zone: unknown zone: \"eats\" (did you mean \"east\"?)",
            "s.yaml:1:1: sizes: is missing beside a zone");
  }
}
