package dev.weir.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.QueueView;
import dev.weir.api.wire.SubmitAnswer;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.NoServer;
import dev.weir.cli.command.Refusals;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Terminal;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.document.JobFile;
import dev.weir.files.sbatch.Batch;
import dev.weir.files.sbatch.Notice;
import dev.weir.files.sbatch.SbatchReader;
import dev.weir.files.sbatch.Submitter;
import dev.weir.files.yaml.SourceText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir submit}: jobs from a job file, a batch script of Slurm, or the command line. */
@Command(
    name = "submit",
    description = {
      "Submits jobs and says their ids. The answer comes when they are durable.",
      "FILE is a job file (one or more documents), an sbatch script as it is, or - for either on"
          + " the standard input. Without a file the options describe the job:",
      "",
      "  weir submit train.yaml",
      "  weir submit job.sbatch ARGUMENT ...",
      "  weir submit --name hello --devices 1 -- python train.py --epochs 3",
      ""
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:submitted; with --wait: all jobs completed",
      "1:with --wait: a job failed or was cancelled",
      "2:a document or an option is wrong",
      "3:no server answers"
    })
final class SubmitCommand extends Listing {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE [ARGUMENT ...]",
      description = "A job file, an sbatch script with its arguments, or after -- a command.")
  private List<String> words = new ArrayList<>();

  @Option(names = "--name", paramLabel = "NAME", description = "Name of the job.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--queue", paramLabel = "QUEUE", description = "Queue, over what a file says.")
  private Optional<String> queue = Optional.empty();

  @Option(
      names = "--devices",
      paramLabel = "N",
      description = "Devices of each task: a number or MODEL:NUMBER.")
  private Optional<String> devices = Optional.empty();

  @Option(names = "--cpu", paramLabel = "N", description = "CPU of each task, such as 2 or 500m.")
  private Optional<String> cpu = Optional.empty();

  @Option(names = "--memory", paramLabel = "SIZE", description = "Memory of each task: 8Gi.")
  private Optional<String> memory = Optional.empty();

  @Option(names = "--count", paramLabel = "N", description = "Tasks, which start together.")
  private Optional<Integer> count = Optional.empty();

  @Option(names = "--time", paramLabel = "TIME", description = "Longest run time: 30m, 2h.")
  private Optional<String> time = Optional.empty();

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Larger goes first, inside its queue.")
  private Optional<Integer> priority = Optional.empty();

  @Option(names = "--wait", description = "Returns when the jobs have ended.")
  private boolean wait;

  @Option(
      names = "--dry-run",
      description = "Checks, shows the job file that would be submitted, and submits nothing.")
  private boolean dryRun;

  SubmitCommand(Terminal terminal) {
    super(terminal);
  }

  /** What is sent, and what is done around it. */
  private record Prepared(String name, String text, boolean waitForEnd) {}

  @Override
  public ExitCode run() throws IOException, InterruptedException {
    Prepared job = prepare();
    if (dryRun) {
      return show(job);
    }
    WeirClient client = client();
    // The same key again gets the first answer: a lost answer never means a second job.
    SubmitAnswer answer =
        client.submit(
            new SubmitRequest(
                job.name(), job.text(), Optional.of(UUID.randomUUID().toString()), false));
    List<SubmitAnswer.Submitted> jobs = answer.jobs();
    if (json) {
      json(answer);
    } else {
      tell(jobs);
    }
    tellRefused(jobs);
    if (wait || job.waitForEnd()) {
      return new Waiting(terminal, client).forAll(jobs, json);
    }
    return ExitCode.DONE;
  }

  private void tell(List<SubmitAnswer.Submitted> jobs) {
    if (jobs.size() > 8) {
      say(
          "submitted %d jobs, %s %s to %s %s"
              .formatted(
                  jobs.size(),
                  jobs.getFirst().id(),
                  jobs.getFirst().name(),
                  jobs.getLast().id(),
                  jobs.getLast().name()));
      return;
    }
    jobs.forEach(job -> say("submitted " + job.id() + " " + job.name()));
  }

  /** Some of a request may be refused at the door for ever; the rest is submitted all the same. */
  private void tellRefused(List<SubmitAnswer.Submitted> jobs) {
    for (SubmitAnswer.Submitted job : jobs) {
      job.refused()
          .ifPresent(
              why ->
                  terminal
                      .err()
                      .println(Show.harmless(job.id() + " " + job.name() + " is refused: " + why)));
    }
  }

  private Prepared prepare() throws IOException {
    boolean described = name.isPresent() || devices.isPresent() || count.isPresent();
    boolean afterDashes = spec.commandLine().getParseResult().originalArgs().contains("--");
    if (words.isEmpty()) {
      throw wrong("a file, or -- and a command, is missing");
    }
    if (afterDashes && firstWordIsCommand()) {
      return fromOptions();
    }
    if (described || cpu.isPresent() || memory.isPresent() || time.isPresent()) {
      throw wrong(
          "--name, --devices, --cpu, --memory, --count and --time describe a command (expected -- in"
              + " front of it), a file says them itself");
    }
    return fromFile(words.getFirst());
  }

  /** Whether nothing stands in front of {@code --}. */
  private boolean firstWordIsCommand() {
    List<String> all = spec.commandLine().getParseResult().originalArgs();
    List<String> behind = all.subList(all.indexOf("--") + 1, all.size());
    return behind.equals(words);
  }

  private Prepared fromOptions() {
    ObjectNode job = JSON.createObjectNode();
    job.put("name", name.orElseGet(() -> plain(words.getFirst())));
    queue.ifPresent(q -> job.put("queue", q));
    priority.ifPresent(p -> job.put("priority", p));
    count.ifPresent(n -> job.put("count", n));
    devices.ifPresent(d -> put(job, "devices", d));
    cpu.ifPresent(c -> job.put("cpu", c));
    memory.ifPresent(m -> job.put("memory", m));
    time.ifPresent(t -> job.put("timeLimit", t));
    job.put("workingDirectory", Path.of("").toAbsolutePath().toString());
    ArrayNode command = job.putArray("command");
    words.forEach(command::add);
    read("command line", job.toString());
    return new Prepared("command line", job.toString(), false);
  }

  private static void put(ObjectNode job, String field, String text) {
    if (text.matches("[0-9]{1,9}")) {
      job.put(field, Integer.parseInt(text));
    } else {
      job.put(field, text);
    }
  }

  private static String plain(String program) {
    Path last = Path.of(program).getFileName();
    String plain =
        String.valueOf(last).replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[._-]+|[._-]+$", "");
    return plain.isEmpty() ? "job" : plain;
  }

  private Prepared fromFile(String file) throws IOException {
    requireNoOption(file);
    SourceText source =
        file.equals("-")
            ? SourceText.read("-", System.in, DocumentReader.MAX_BYTES)
            : SourceText.read(Path.of(file), DocumentReader.MAX_BYTES);
    if (SbatchReader.isScript(source.text())) {
      return fromScript(source);
    }
    words.forEach(this::requireNoOption);
    if (words.size() > 1) {
      throw wrong("only an sbatch script takes arguments (expected one file)");
    }
    if (queue.isPresent() || priority.isPresent()) {
      throw wrong(
          "--queue and --priority are for commands and scripts; a job file says them itself");
    }
    return new Prepared(source.name(), LocalPaths.absolute(source, folder(file)).text(), false);
  }

  /** What relative paths in the file mean: its own folder, or the current one. */
  private static Path folder(String file) {
    Path parent = file.equals("-") ? null : Path.of(file).toAbsolutePath().getParent();
    return parent == null ? Path.of("").toAbsolutePath() : parent;
  }

  /** Behind a script stand its own options, so that only here it is clear that this is none. */
  private void requireNoOption(String word) {
    if (word.startsWith("-") && word.length() > 1) {
      throw Refusals.unknown(spec, "option", word, spec.optionsMap().keySet());
    }
  }

  private Prepared fromScript(SourceText source) {
    Batch batch = SbatchReader.read(source, submitter());
    for (Notice notice : batch.notices()) {
      terminal.err().println(Show.harmless(notice.render()));
    }
    ObjectNode document = batch.document();
    priority.ifPresent(p -> document.put("priority", p));
    if (batch.singleton() && !dryRun) {
      waitForNamesakes(document, batch.job().name());
    }
    return new Prepared(source.name(), document.toString(), batch.waitForEnd());
  }

  /** The option singleton of Slurm: after all jobs of the name that live now. */
  private void waitForNamesakes(ObjectNode document, String ownName) {
    List<JobSummary> namesakes = JobNames.living(client(), ownName);
    if (namesakes.isEmpty()) {
      return;
    }
    JsonNode present = document.get("dependsOn");
    ArrayNode before = present instanceof ArrayNode array ? array : document.putArray("dependsOn");
    namesakes.forEach(job -> before.addObject().put("job", job.id()).put("condition", "ended"));
  }

  private Submitter submitter() {
    return new Submitter(
        System.getenv(),
        Path.of("").toAbsolutePath().toString(),
        host(),
        System.getProperty("user.name"),
        List.copyOf(words.subList(1, words.size())),
        queue,
        knownQueues(),
        Instant.now(),
        ZoneId.systemDefault());
  }

  /** Nobody needs to be asked for a dry run, nor when the queue is chosen already. */
  private Optional<Set<String>> knownQueues() {
    if (queue.isPresent()) {
      return Optional.empty();
    }
    try {
      Set<String> names = new TreeSet<>();
      client().queues().stream().map(QueueView::name).forEach(names::add);
      return Optional.of(names);
    } catch (NoServer absent) {
      if (dryRun) {
        return Optional.empty();
      }
      throw absent;
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost"; // a machine without a name; only scripts that ask see it
    }
  }

  private ExitCode show(Prepared job) throws IOException {
    read(job.name(), job.text());
    Optional<SubmitAnswer> answer = Optional.empty();
    try {
      answer =
          Optional.of(
              client().submit(new SubmitRequest(job.name(), job.text(), Optional.empty(), true)));
    } catch (NoServer absent) {
      terminal.err().println("checked without a server: " + absent.getMessage());
    }
    if (json && answer.isPresent()) {
      json(answer.get());
    } else if (job.text().startsWith("{")) {
      terminal.out().println(pretty(job.text()));
    } else {
      terminal.out().println(Show.harmless(job.text().stripTrailing()));
    }
    answer.ifPresent(
        a ->
            terminal
                .err()
                .println(
                    terminal.paint(Style.GREEN, "right")
                        + ": would submit "
                        + a.jobs().size()
                        + (a.jobs().size() == 1 ? " job" : " jobs")));
    return ExitCode.DONE;
  }

  private static void read(String file, String text) {
    DocumentReader.of(JobFile.class).documents(new SourceText(file, text));
  }

  private static String pretty(String text) throws JsonProcessingException {
    return JSON.readTree(text).toPrettyString();
  }
}
