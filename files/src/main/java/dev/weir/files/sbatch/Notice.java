package dev.weir.files.sbatch;

/**
 * What a person should know although the script is taken.
 *
 * @param line 1-based; 0 = it stands nowhere in the script
 * @param option as it would stand in the script; empty when it is about the script itself
 */
public record Notice(String file, int line, String option, String text) {

  /** On one line, with the place as an editor finds it. */
  public String render() {
    String place = line > 0 ? file + ":" + line : file;
    return place + ": " + (option.isEmpty() ? "" : option + ": ") + text;
  }
}
