package dev.weir.checkpoint.detect;

import dev.weir.checkpoint.format.Structure;
import dev.weir.checkpoint.look.Entry;
import dev.weir.checkpoint.look.Look;
import dev.weir.checkpoint.look.RefusedName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One file that holds everything, such as {@code ckpt.pt}, saved by {@code torch.save} onto the
 * same path again and again (nanoGPT), or one file per step. A crash during such a save destroys
 * the only copy, so these are marked as written in place.
 */
final class SingleFile implements Detector {
  static final String FRAMEWORK = "single-file";

  @Override
  public String framework() {
    return FRAMEWORK;
  }

  @Override
  public boolean recognises(Look look) {
    return look.entries().entrySet().stream().anyMatch(entry -> isOne(entry.getKey()));
  }

  private static boolean isOne(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean hidden = name.startsWith(".");
    return !hidden
        && name.indexOf('/') < 0
        && (lower.endsWith(".pt") || lower.endsWith(".pth") || lower.endsWith(".pkl"));
  }

  @Override
  public List<Candidate> candidates(Inspection inspection) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    for (Map.Entry<String, Entry> entry : inspection.now().entries().entrySet()) {
      if (isOne(entry.getKey()) && !entry.getValue().isFolder()) {
        candidates.add(candidate(inspection, entry.getKey(), entry.getValue()));
      }
    }
    candidates.sort(Candidate.BY_PROGRESS);
    return List.copyOf(candidates);
  }

  private static Candidate candidate(Inspection inspection, String name, Entry entry)
      throws IOException {
    if (!entry.isFile()) {
      // A link is a pointer; what it points to stands for itself.
      return judged(name, entry, new TreeMap<>(), new Completeness.Incomplete("is no plain file"));
    }
    try {
      return switch (inspection.structure(name)) {
        case Structure.Whole whole ->
            judged(name, entry, whole.numbers(), new Completeness.Complete(entry.modified()));
        case Structure.Torn torn ->
            judged(name, entry, new TreeMap<>(), new Completeness.Incomplete(torn.reason()));
        case Structure.Unknown unknown -> {
          Completeness completeness =
              entry.bytes() > 0 && inspection.settled(List.of(name))
                  ? new Completeness.Complete(entry.modified())
                  : new Completeness.Unsettled(
                      unknown.reason() + ", and has not stood still for " + inspection.quiet());
          yield judged(name, entry, new TreeMap<>(), completeness);
        }
      };
    } catch (RefusedName refused) {
      String reason = String.valueOf(refused.getMessage());
      return judged(name, entry, new TreeMap<>(), new Completeness.Incomplete(reason));
    }
  }

  private static Candidate judged(
      String name, Entry entry, SortedMap<String, Long> numbers, Completeness completeness) {
    OptionalLong step = Steps.of(numbers, name);
    // A name that carries the step is not written again by the next save.
    boolean inPlace = step.isEmpty() || !Steps.carries(name, step.getAsLong());
    return new Candidate(
        FRAMEWORK, name, step, List.of(name), entry.bytes(), inPlace, completeness);
  }
}
