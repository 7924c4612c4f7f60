package dev.weir.model.job;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a driver starts for each task. The engine does not read it.
 *
 * @param image container image; empty = run on the host
 * @param command program and arguments; they follow the script when there is one
 * @param script text of a script that is written into the task's folder and run from there
 * @param workingDirectory absolute path; empty = a folder of the allocation's own
 * @param secrets environment variable → file whose content the task finds at {@code
 *     <variable>_FILE}
 * @param firstTaskOnly the command runs once, beside the first task; the others hold their devices
 *     for what it starts on them (a batch script)
 * @param warning a signal some time before the time limit
 * @param checkpoints where the job saves; empty = in a folder that the job keeps over its starts
 */
public record Launch(
    String image,
    List<String> command,
    Map<String, String> environment,
    Optional<String> script,
    Optional<String> workingDirectory,
    Map<String, String> secrets,
    boolean firstTaskOnly,
    Optional<Warning> warning,
    Optional<Checkpoints> checkpoints) {
  public static final Launch NONE = Launch.of("", List.of(), Map.of());

  /**
   * @param signal name without SIG, such as {@code USR1}
   * @param before time before the limit
   * @param shellOnly to the first process alone, not to all of the task
   */
  public record Warning(String signal, Duration before, boolean shellOnly) {}

  /**
   * @param directory absolute, or relative to the working directory
   * @param framework name of a detector; {@code auto} = found out by looking
   */
  public record Checkpoints(String directory, String framework) {}

  public Launch {
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    secrets = Collections.unmodifiableMap(new TreeMap<>(secrets));
  }

  /** A command with its environment and nothing else. */
  public static Launch of(String image, List<String> command, Map<String, String> environment) {
    return new Launch(
        image,
        command,
        environment,
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  /** The same with more environment variables; those given here win. */
  public Launch withEnvironment(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(environment);
    all.putAll(more);
    return new Launch(
        image,
        command,
        all,
        script,
        workingDirectory,
        secrets,
        firstTaskOnly,
        warning,
        checkpoints);
  }
}
