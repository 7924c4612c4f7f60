package dev.weir.cli.client;

import dev.weir.api.client.LogQuery;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.LogChunk;
import dev.weir.api.wire.LogFile;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir logs}: what a job wrote. */
@Command(
    name = "logs",
    description = "Prints what a task of a job wrote; the first task when none is named.",
    mixinStandardHelpOptions = true)
final class LogsCommand extends Listing {
  @Parameters(paramLabel = "JOB", description = "Id or name.")
  private String job = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Goes on until the job has ended.")
  private boolean follow;

  @Option(
      names = "--task",
      paramLabel = "ROLE.N",
      description = "Role and number of the task, such as worker.3, or the number alone.")
  private Optional<String> task = Optional.empty();

  @Option(names = "--stderr", description = "What it wrote to standard error.")
  private boolean stderr;

  @Option(
      names = {"-n", "--tail"},
      paramLabel = "N",
      description = "Only the last N lines.")
  private Optional<Integer> tail = Optional.empty();

  @Option(
      names = "--start",
      paramLabel = "N",
      description = "The N-th start; the newest otherwise.")
  private Optional<Integer> start = Optional.empty();

  @Option(names = "--list", description = "Which logs there are.")
  private boolean list;

  LogsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    WeirClient client = client();
    String id = JobNames.id(client, spec, job);
    if (list) {
      return list(client, id);
    }
    LogQuery query = query();
    if (follow) {
      client.followLog(id, query, this::print);
      return ExitCode.DONE;
    }
    LogChunk chunk = client.log(id, query);
    print(chunk);
    while (!chunk.end() && chunk.next() > chunk.offset()) {
      chunk = client.log(id, from(query, chunk.next()));
      print(chunk);
    }
    return ExitCode.DONE;
  }

  private LogQuery query() {
    Optional<String> role = Optional.empty();
    OptionalInt number = OptionalInt.empty();
    if (task.isPresent()) {
      String written = task.get();
      int dot = written.lastIndexOf('.');
      String digits = written.substring(dot + 1);
      if (!digits.matches("[0-9]{1,7}")) {
        throw wrong(
            "--task: \"" + written + "\" is no task (expected ROLE.N or N, such as worker.3)");
      }
      number = OptionalInt.of(Integer.parseInt(digits));
      role = dot < 0 ? Optional.empty() : Optional.of(written.substring(0, dot));
    }
    return new LogQuery(
        start.map(OptionalInt::of).orElse(OptionalInt.empty()),
        role,
        number,
        stderr ? Optional.of("stderr") : Optional.empty(),
        OptionalLong.empty(),
        tail.map(OptionalInt::of).orElse(OptionalInt.empty()));
  }

  private static LogQuery from(LogQuery query, long offset) {
    return new LogQuery(
        query.incarnation(),
        query.role(),
        query.task(),
        query.stream(),
        OptionalLong.of(offset),
        OptionalInt.empty());
  }

  /** As the job wrote it: progress bars and colours are the job's own business. */
  private boolean print(LogChunk chunk) {
    if (json) {
      json(chunk);
    } else {
      terminal.out().print(chunk.text());
      terminal.out().flush();
    }
    return !terminal.out().checkError();
  }

  private ExitCode list(WeirClient client, String id) {
    var files = client.logFiles(id);
    if (json) {
      json(files);
      return ExitCode.DONE;
    }
    Table table = new Table("START", "TASK", "STREAM", "SIZE", "CHANGED");
    for (LogFile log : files) {
      table.row(
          log.incarnation(),
          Show.harmless(log.role() + "." + log.task()),
          log.stream(),
          Show.bytes(log.bytes()),
          Show.time(log.changedAt()));
    }
    table.print(terminal);
    return ExitCode.DONE;
  }
}
