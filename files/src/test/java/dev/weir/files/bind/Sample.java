package dev.weir.files.bind;

import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A document with a field of every shape. */
@Kind(
    value = "Sample",
    versions = {1, 2})
@Doc("A document with a field of every shape.")
record Sample(
    @Doc("Short name.") @Matches(value = "[a-z0-9-]+", meaning = "a name of a-z, 0-9 and -")
        String name,
    @Doc("How many.") @Range(min = 1, max = 64) @Default("1") @Synonyms("replicas") int count,
    @Default("0") long offset,
    @Range(min = 0, max = 1) @Default("0.5") double share,
    @Default("false") boolean strict,
    @Default("save-then-stop") Manner manner,
    @Default("30s") Duration grace,
    Optional<Instant> from,
    Optional<Colour> colour,
    List<String> command,
    Set<Integer> sizes,
    Map<String, String> labels,
    @Default("[]") List<Part> parts,
    Optional<Shape3> shape,
    Optional<Rule> rule,
    @Default("fifo") Order order,
    Optional<Devices> devices)
    implements Checked {

  enum Manner {
    SAVE_THEN_STOP,
    STOP_THEN_SAVE,
    PERIODIC_ONLY
  }

  record Colour(int red, int green, int blue) {
    static final String EXPECTED = "a colour such as #ff8800";

    public static Colour parse(String text) {
      if (!text.matches("#[0-9a-f]{6}")) {
        throw new IllegalArgumentException("no colour");
      }
      int rgb = Integer.parseInt(text.substring(1), 16);
      return new Colour(rgb >> 16, (rgb >> 8) & 255, rgb & 255);
    }
  }

  record Part(String id, @Default("1") int weight, List<Part> parts) {
    Part {
      if (weight == 13) {
        throw new IllegalArgumentException("weight must not be 13");
      }
      if (id.equals("bad")) {
        throw new IllegalArgumentException("bad things are refused");
      }
    }
  }

  /** Named by a discriminator. */
  @Discriminator("type")
  sealed interface Shape3 {}

  record Cube(int side) implements Shape3 {}

  record LongBox(int width, int height) implements Shape3 {}

  /** Inline: the variant's key stands beside the other fields. */
  record Rule(Duration at, @Inline Change change, @Inline Optional<Span> span) {}

  record Span(int low, int high) {}

  sealed interface Change {}

  record Lose(int nodes) implements Change {
    @Shorthand
    static Lose of(int nodes) {
      return new Lose(nodes);
    }
  }

  record DrainAll() implements Change {}

  sealed interface Order {}

  record Fifo() implements Order {}

  record Fair(@Default("7d") Duration halfLife) implements Order {}

  @Variant("sjf")
  record ShortestFirst(String forecast) implements Order {}

  /** Three forms: a number, a text, a table. */
  record Devices(Map<String, Integer> counts) {
    @Shorthand
    static Devices any(@Range(min = 0) int count) {
      return new Devices(Map.of("any", count));
    }

    @Shorthand
    static Devices named(String text) {
      String[] parts = text.split(":", 2);
      if (parts.length < 2) {
        throw new IllegalArgumentException("no count in the device text");
      }
      return new Devices(Map.of(parts[0], Integer.parseInt(parts[1])));
    }

    @Shorthand
    static Devices table(@Range(min = 1) Map<String, Integer> counts) {
      return new Devices(counts);
    }
  }

  @Override
  public void check(Findings findings) {
    if (count > 1 && command.isEmpty()) {
      findings.report("count", "several tasks need a command", "1, or a command");
    }
    for (int i = 0; i < parts.size(); i++) {
      findings
          .in("parts[" + i + "]")
          .requireKnown("id", "part", parts.get(i).id(), List.of("axle", "wheel"));
    }
  }
}
