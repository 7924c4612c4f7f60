package dev.weir.cli.terminal;

/** The few styles in use; each with its ANSI SGR code (ECMA-48, 8.3.117). */
public enum Style {
  BOLD(1),
  DIM(2),
  RED(31),
  GREEN(32),
  YELLOW(33);

  private final int code;

  Style(int code) {
    this.code = code;
  }

  String paint(String text) {
    return "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
