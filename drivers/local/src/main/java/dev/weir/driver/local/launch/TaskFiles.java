package dev.weir.driver.local.launch;

import dev.weir.driver.local.isolation.Identity;
import dev.weir.driver.local.isolation.Refused;
import dev.weir.driver.local.slurm.BatchScript;
import dev.weir.driver.local.supervise.TaskFolder;
import dev.weir.model.job.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files from which a task is started: {@code start.sh}, as the server's user, and from there
 * {@code launch.sh}, as the task's own.
 */
record TaskFiles(TaskFolder folder, Identity identity) {
  private static final String OWNER_READS = "r--------";
  private static final String OWNER_WRITES = "rw-------";
  private static final String OWNER_RUNS = "r-x------";

  /**
   * Program and arguments.
   *
   * @param standIns what scripts of Slurm find instead of it
   * @throws Refused there is none
   */
  List<String> command(Launch launch, Path standIns) throws Refused, IOException {
    List<String> words = new ArrayList<>();
    if (launch.script().isPresent()) {
      String text = launch.script().get();
      Path script = folder.path().resolve("script");
      own(script, text, OWNER_RUNS);
      if (BatchScript.isBatch(launch)) {
        return BatchScript.command(standIns, script, launch.command());
      }
      if (!text.startsWith("#!")) {
        words.add("/bin/sh");
      }
      words.add(script.toString());
    }
    words.addAll(launch.command());
    if (words.isEmpty() && launch.image().isEmpty()) {
      throw Refused.forGood("the job has neither a command nor a script");
    }
    return words;
  }

  private void own(Path file, String text, String mode) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(
          file,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_WRITES)));
      Files.writeString(file, text);
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    identity.give(file);
  }

  /**
   * The command inside a container.
   *
   * @param folders that stand at the same place inside
   * @throws Refused there is no runtime, or it cannot be told a variable
   */
  List<String> inContainer(
      String name,
      String image,
      Map<String, String> environment,
      Path work,
      List<Path> folders,
      List<String> command)
      throws Refused, IOException {
    String runtime = Containers.runtime(image);
    Path file = folder.path().resolve("container.env");
    StringBuilder lines = new StringBuilder();
    for (var variable : environment.entrySet()) {
      if (variable.getValue().contains("\n")) {
        throw Refused.forGood(
            "variable %s has several lines, which a container cannot be told"
                .formatted(variable.getKey()));
      }
      // Those of the image are right inside it.
      if (!variable.getKey().equals("PATH") && !variable.getKey().equals("HOME")) {
        lines.append(variable.getKey()).append('=').append(variable.getValue()).append('\n');
      }
    }
    own(file, lines.toString(), OWNER_WRITES);
    List<String> words = Containers.command(runtime, name, image, file, work, folders, identity);
    words.addAll(command);
    return words;
  }

  /**
   * Writes both scripts and the empty logs.
   *
   * @param group control group of the task
   * @param user words that change the user
   * @param resetSignals see {@code Supervisors#resetsSignals}
   */
  void write(
      Map<String, String> environment,
      Path work,
      List<String> command,
      Optional<Path> group,
      List<String> user,
      boolean resetSignals)
      throws IOException {
    own(folder.launch(), launch(environment, work, command), OWNER_READS);
    Files.writeString(folder.start(), start(group, user, resetSignals));
    for (Path log : List.of(folder.stdout(), folder.stderr())) {
      own(log, "", OWNER_WRITES);
    }
  }

  private static String launch(Map<String, String> environment, Path work, List<String> command) {
    StringBuilder text = new StringBuilder("umask 022\n");
    environment.forEach(
        (name, value) ->
            text.append("export ")
                .append(name)
                .append('=')
                .append(ShellText.quote(value))
                .append('\n'));
    text.append("cd ").append(ShellText.quote(work.toString())).append(" || exit 126\n");
    // The shell sets it by itself, and it would be about our folder.
    text.append("unset OLDPWD\n");
    text.append("exec ").append(ShellText.quote(command)).append('\n');
    return text.toString();
  }

  /** The task says who it is before it becomes its own user, in whose hands nothing of ours is. */
  private String start(Optional<Path> group, List<String> user, boolean resetSignals) {
    StringBuilder text =
        new StringBuilder(
            """
            read -r stat </proc/$$/stat
            stat=${stat##*) }
            set -- $stat
            echo "$$ ${20}" >task.pid
            """);
    group.ifPresent(
        g -> text.append("echo $$ >").append(ShellText.quote(g + "/cgroup.procs")).append('\n'));
    List<String> words = new ArrayList<>();
    if (resetSignals) {
      words.addAll(List.of("env", "--default-signal"));
    }
    words.addAll(user);
    words.addAll(List.of("/bin/sh", folder.launch().toString()));
    return text.append("exec ").append(ShellText.quote(words)).append('\n').toString();
  }
}
