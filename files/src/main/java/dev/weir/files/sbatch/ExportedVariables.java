package dev.weir.files.sbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which variables of the submitter's shell a job gets (option export). Slurm hands on all of them;
 * here a job's environment is stored, so that those that look like secrets are handed on only when
 * the script names them.
 *
 * @param variables name → value
 * @param heldBack names that look like secrets
 */
record ExportedVariables(Map<String, String> variables, List<String> heldBack) {
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_KEY$|AUTH).*");

  /** They belong to the shell, its terminal or to this run. */
  private static final Pattern OWN =
      Pattern.compile(
          "_|SHLVL|PWD|OLDPWD|SHELLOPTS|BASHOPTS|BASH_.*|PS[0-9]|TERM|TERMCAP|COLUMNS|LINES|STY|TMUX.*"
              + "|SSH_.*|DISPLAY|XAUTHORITY|DBUS_.*|WINDOWID|TMPDIR|SLURM_.*|SBATCH_.*|SRUN_.*|WEIR_.*");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** By the value of the option. */
  static ExportedVariables of(String option, Map<String, String> shell) {
    var variables = new TreeMap<String, String>();
    var heldBack = new ArrayList<String>();
    for (String word : option.split(",")) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        variables.put(word.substring(0, equals), word.substring(equals + 1));
      } else if (word.equalsIgnoreCase("ALL")) {
        new TreeMap<>(shell).forEach((name, value) -> take(name, value, variables, heldBack));
      } else if (shell.containsKey(word)) {
        variables.put(word, shell.getOrDefault(word, ""));
      }
    }
    return new ExportedVariables(variables, List.copyOf(heldBack));
  }

  private static void take(
      String name, String value, Map<String, String> variables, List<String> heldBack) {
    if (OWN.matcher(name).matches() || !NAME.matcher(name).matches() || value.indexOf('\0') >= 0) {
      return;
    }
    if (SECRET.matcher(name).matches()) {
      heldBack.add(name);
    } else {
      variables.putIfAbsent(name, value);
    }
  }
}
