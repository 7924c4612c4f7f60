package dev.weir.files.document;

/** Forms of names, said once. */
final class Names {
  static final String FORM = "[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?";
  static final String MEANING =
      "a name of letters, digits, '.', '_' and '-' that begins and ends with a letter or digit";

  private Names() {}
}
