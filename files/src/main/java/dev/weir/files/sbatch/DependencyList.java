package dev.weir.files.sbatch;

import dev.weir.files.bind.Malformed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The option dependency.
 *
 * @param after jobs that must have ended
 * @param singleton no other job of the same name may live
 */
record DependencyList(List<After> after, boolean singleton) {
  private static final String EXPECTED = "such as afterok:12:13 or singleton";

  /** A job, and how it must have ended, in the words of a job file. */
  record After(String job, String condition) {}

  static DependencyList parse(String text) {
    if (text.contains("?")) {
      throw new Malformed("one of several jobs", "all of them, with commas", Optional.empty());
    }
    var after = new ArrayList<After>();
    boolean singleton = false;
    for (String part : text.split(",", -1)) {
      if (part.equals("singleton")) {
        singleton = true;
      } else {
        add(part.split(":", -1), after);
      }
    }
    return new DependencyList(List.copyOf(after), singleton);
  }

  private static void add(String[] words, List<After> after) {
    String condition =
        switch (words[0]) {
          case "afterok" -> "succeeded";
          case "afternotok" -> "failed";
          case "afterany" -> "ended";
          case "after", "aftercorr", "afterburstbuffer", "expand" ->
              throw new Malformed(
                  "cannot be had: " + words[0],
                  "afterok, afterany or afternotok",
                  Optional.empty());
          default -> throw new Malformed("no dependency", EXPECTED, Optional.empty());
        };
    if (words.length < 2) {
      throw new Malformed("names no job", EXPECTED, Optional.empty());
    }
    for (int i = 1; i < words.length; i++) {
      if (!words[i].matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
        throw new Malformed("no job", "the id of a job, such as 12", Optional.empty());
      }
      String job = words[i].matches("[0-9]+") ? "j" + words[i] : words[i];
      after.add(new After(job, condition));
    }
  }
}
