package dev.weir.checkpoint.detect;

import dev.weir.checkpoint.look.Entry;
import dev.weir.checkpoint.look.Look;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** All detectors, and which of them a folder is for. A new framework is one class and one line. */
public final class Detectors {
  /** The surest sign first: a later one also matches folders of an earlier. */
  private static final List<Detector> ALL =
      List.of(new Declared(), new HfTrainer(), new Lightning(), new SingleFile());

  /** Layouts that are known by sight alone: they are named, never judged by a wrong rule. */
  private static final List<Sign> BY_SIGHT =
      List.of(
          new Sign("megatron", "latest_checkpointed_iteration\\.txt|iter_\\d{7}/metadata\\.json"),
          new Sign("deepspeed", "latest|global_step\\d+/.*_model_states\\.pt", 2),
          new Sign("orbax", "\\d+/_CHECKPOINT_METADATA|\\d+/commit_success\\.txt"),
          new Sign("torch-dcp", "(?:[^/]+/)?__\\d+_\\d+\\.distcp"));

  private Detectors() {}

  /** The names that a job file may give, in the order in which they are tried. */
  public static List<String> names() {
    return ALL.stream().map(Detector::framework).toList();
  }

  /** The detector of that name. */
  public static Optional<Detector> named(String framework) {
    return ALL.stream().filter(detector -> detector.framework().equals(framework)).findFirst();
  }

  /** What a folder looks like. */
  public sealed interface Recognition {

    /** A framework whose checkpoints can be judged. */
    record Known(Detector detector) implements Recognition {}

    /** A framework whose checkpoints cannot be judged yet. */
    record Unsupported(String framework) implements Recognition {}

    /** Nothing that looks like a checkpoint. */
    record Nothing() implements Recognition {}
  }

  /** Finds out which framework writes into the folder. */
  public static Recognition recognise(Look look) {
    for (Detector detector : ALL) {
      // A folder of shards also holds *.pt files, which taken alone would look like single files.
      Optional<Sign> shards =
          detector instanceof SingleFile
              ? BY_SIGHT.stream().filter(sign -> sign.stands(look.entries())).findFirst()
              : Optional.empty();
      if (shards.isPresent()) {
        return new Recognition.Unsupported(shards.get().framework);
      }
      if (detector.recognises(look)) {
        return new Recognition.Known(detector);
      }
    }
    return new Recognition.Nothing();
  }

  /** A name, or so many names, that only one framework uses. */
  private record Sign(String framework, Pattern names, int wanted) {
    Sign(String framework, String names) {
      this(framework, names, 1);
    }

    Sign(String framework, String names, int wanted) {
      this(framework, Pattern.compile(names), wanted);
    }

    boolean stands(Map<String, Entry> entries) {
      return entries.keySet().stream().filter(name -> names.matcher(name).matches()).count()
          >= wanted;
    }
  }
}
