package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.job.Launch;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What one task runs and asks for; left out fields of a variant are those of its role. */
@Doc("What one task runs and asks for.")
public record TaskFields(
    @Doc("What the task runs; with a script: the script's arguments.")
        @Synonyms({"run", "cmd", "args"})
        Optional<Command> command,
    @Doc("Text of a script with its #! line, which the task runs.")
        @Synonyms({"batchScript", "wrap"})
        Optional<String> script,
    @Doc("True: the script or command runs once, beside the first task, for all of them.")
        @Default("false")
        boolean firstTaskOnly,
    @Doc("A signal some time before the time limit.") Optional<SignalBefore> warning,
    @Doc("Container image, where the world uses containers.") @Synonyms("container")
        Optional<String> image,
    @Doc("Environment variables.") @Synonyms({"env", "envs"}) Map<String, String> environment,
    @Doc("Folder in which the command runs; left out: one of the job's own.")
        @Synonyms({"cwd", "workdir", "workingDir", "chdir"})
        Optional<String> workingDirectory,
    @Doc("Environment variable to file: the task finds a private copy at VARIABLE_FILE.")
        Map<String, String> secrets,
    @Doc("Where and how the task saves its checkpoints.")
        @Synonyms({"checkpointing", "checkpoints"})
        Optional<CheckpointPlace> checkpoint,
    @Doc("Devices; left out: none.")
        @Synonyms({"gpu", "gpus", "gres", "accelerators", "nvidia.com/gpu", "gpusPerTask"})
        Optional<Devices> devices,
    @Doc("CPU; left out: none is set aside.") @Synonyms({"cpus", "cpusPerTask", "cores"})
        Optional<Cpu> cpu,
    @Doc("Memory of the node; left out: none is set aside.") @Synonyms({"mem", "ram"})
        Optional<Bytes> memory,
    @Doc("Counted licences per task, by name.") @Range(min = 1) Map<String, Integer> licences,
    @Doc("Ports of the node that no other task may hold.") @Range(min = 1, max = 65535)
        Set<Integer> hostPorts,
    @Doc("On which nodes the task may run; left out: on any.")
        @Synonyms({"nodeSelector", "affinity", "tolerations"})
        Optional<Where> where)
    implements Checked {
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** A reference that no runtime can take for an option of its own. */
  private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][!-~]*");

  /** Where a task saves. */
  @Doc("Where and how a task saves its checkpoints.")
  public record CheckpointPlace(
      @Doc("Folder, absolute or inside the working directory.") @Synonyms({"dir", "path"})
          String directory,
      @Doc("Who writes them: auto finds out by looking.")
          @Default("auto")
          @Synonyms({"format", "detector"})
          String framework) {
    Launch.Checkpoints toModel() {
      return new Launch.Checkpoints(directory, framework);
    }
  }

  @Override
  public void check(Findings findings) {
    environment.keySet().forEach(name -> variable(findings, "environment", name));
    secrets.keySet().forEach(name -> variable(findings, "secrets", name));
    if (image.filter(i -> !i.isEmpty() && !IMAGE.matcher(i).matches()).isPresent()) {
      findings.report("image", "is no reference of an image", "such as registry.example/name:tag");
    }
  }

  private static void variable(Findings findings, String field, String name) {
    if (!VARIABLE.matcher(name).matches()) {
      findings.report(
          field,
          "\"" + Names.shortened(name) + "\" cannot be the name of a variable",
          "letters, digits and '_', with no digit first");
    }
  }

  static final TaskFields NOTHING =
      new TaskFields(
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Set.of(),
          Optional.empty());

  /** These fields, and those of {@code base} where a field is left out here. */
  TaskFields over(TaskFields base) {
    return new TaskFields(
        command.or(base::command),
        script.or(base::script),
        firstTaskOnly || base.firstTaskOnly(),
        warning.or(base::warning),
        image.or(base::image),
        environment.isEmpty() ? base.environment() : environment,
        workingDirectory.or(base::workingDirectory),
        secrets.isEmpty() ? base.secrets() : secrets,
        checkpoint.or(base::checkpoint),
        devices.or(base::devices),
        cpu.or(base::cpu),
        memory.or(base::memory),
        licences.isEmpty() ? base.licences() : licences,
        hostPorts.isEmpty() ? base.hostPorts() : hostPorts,
        where.or(base::where));
  }

  TaskRequest toRequest() {
    return new TaskRequest(
        cpu.orElse(Cpu.ZERO),
        memory.orElse(Bytes.ZERO),
        devices.orElse(Devices.NONE).toRequest(),
        licences,
        hostPorts,
        where.orElse(Where.ANYWHERE).toModel());
  }

  Launch toLaunch() {
    return new Launch(
        image.orElse(""),
        command.map(Command::words).orElse(List.of()),
        environment,
        script,
        workingDirectory,
        secrets,
        firstTaskOnly,
        warning.map(SignalBefore::toModel),
        checkpoint.map(CheckpointPlace::toModel));
  }
}
