package dev.weir.files.document;

import dev.weir.files.bind.Findings;

/** Forms of names, said once. */
final class Names {
  static final String FORM = "[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?";
  static final String MEANING =
      "a name of letters, digits, '.', '_' and '-' that begins and ends with a letter or digit";

  /** Longest name that file systems and readers bear, with what is put before and after it. */
  static final int LONGEST = 128;

  private Names() {}

  static void checkLength(Findings findings, String field, String name) {
    if (name.length() > LONGEST) {
      findings.report(field, "is too long", "at most " + LONGEST + " characters");
    }
  }

  /** Whatever somebody wrote is not said back whole. */
  static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
