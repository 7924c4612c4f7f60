package dev.weir.checkpoint.detect;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The training step, from a file's contents or else from its name. */
final class Steps {
  /** Names under which trainers save the step, the usual first. */
  private static final List<String> NAMES =
      List.of("iter_num", "global_step", "step", "iteration", "iter", "steps", "num_steps");

  private static final Pattern NAMED =
      Pattern.compile("(?:step|iter|iteration|steps|ckpt|checkpoint)[=_-]?(\\d{1,18})(?!\\d)");

  private Steps() {}

  static OptionalLong of(Map<String, Long> numbers, String fileName) {
    for (String name : NAMES) {
      Long step = numbers.get(name);
      if (step != null && step >= 0) {
        return OptionalLong.of(step);
      }
    }
    return inName(fileName);
  }

  /** {@code step=16}, {@code checkpoint-200} and the like in the last part of a path. */
  static OptionalLong inName(String path) {
    Matcher named = NAMED.matcher(path.substring(path.lastIndexOf('/') + 1));
    return named.find() ? OptionalLong.of(Long.parseLong(named.group(1))) : OptionalLong.empty();
  }

  /** Whether the path carries this step as a number, so that another step has another path. */
  static boolean carries(String path, long step) {
    return Pattern.compile("(?<!\\d)0*" + step + "(?!\\d)").matcher(path).find();
  }
}
