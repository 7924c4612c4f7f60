package dev.weir.cli.command;

import static dev.weir.cli.CommandLineRun.weir;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.api.Wire;
import dev.weir.api.wire.CheckedFile;
import dev.weir.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: a, command: run} | job, 1 task",
        "{name: a, roles: [{name: w, count: 4, command: run}]} | job, 1 role, 4 tasks",
        "{name: c, nodes: [{name: 'n[1-2]', cpu: 1, memory: 1Gi, devices: 'A30:4'}]} | cluster, 2 nodes, 8 devices, 1 queue",
        "{queues: [{name: a, queues: [{name: b}]}]} | queues, 2 queues",
        "{kind: Policy, name: mine, base: fair} | policy, made from fair",
        "{name: mine, backfill: {mode: easy}} | policy, made from weir",
      })
  void saysWhatADocumentIs(String document, String said) throws IOException {
    Path file = Files.writeString(folder.resolve("d.yaml"), document);

    CommandLineRun run = weir("check", file.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo(file + ": " + said + "\n");
    assertThat(run.code()).isZero();
  }

  @Test
  void oneWrongFileDoesNotHideTheNext() throws IOException {
    Path wrong = Files.writeString(folder.resolve("w.yaml"), "{name: a, comand: run}");
    Path right = Files.writeString(folder.resolve("r.yaml"), "{name: a, command: run}");

    CommandLineRun run = weir("check", wrong.toString(), right.toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEqualTo(right + ": job, 1 task\n");
    assertThat(run.err()).contains("(did you mean \"command\"?)");
  }

  @Test
  void forProgramsEachFileIsAnObject() throws IOException {
    Path wrong = Files.writeString(folder.resolve("w.yaml"), "name: a\ncomand: run");
    Path right = Files.writeString(folder.resolve("r.yaml"), "{name: a, command: run}");

    CommandLineRun run = weir("check", "--json", wrong.toString(), right.toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).isEmpty();
    var files = Wire.strict().readValue(run.out(), CheckedFile[].class);
    assertThat(files[0].what()).isEmpty();
    assertThat(files[0].errors().getFirst().line()).hasValue(2);
    assertThat(files[0].errors().getFirst().nearest()).contains("command");
    assertThat(files[1])
        .isEqualTo(new CheckedFile(right.toString(), Optional.of("job, 1 task"), List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"131", "[]", "", "{name: a, command: run}", "{kind: Job, name: a}", "x"})
  void whatIsNoExperimentIsRefusedAsOne(String document) throws IOException {
    Path file = Files.writeString(folder.resolve("e.yaml"), document);

    CommandLineRun run = weir("check", "--json", "--kind", "experiment", file.toString());

    assertThat(run.code()).isEqualTo(2);
    var files = Wire.strict().readValue(run.out(), CheckedFile[].class);
    assertThat(files[0].what()).isEmpty();
    assertThat(files[0].errors()).isNotEmpty();
  }

  @Test
  void circlesAreFoundAcrossFilesAndUnknownJobsAreNot() throws IOException {
    Path a = Files.writeString(folder.resolve("a.yaml"), "{name: a, command: x, dependsOn: b}");
    Path b = Files.writeString(folder.resolve("b.yaml"), "{name: b, command: x, dependsOn: a}");

    assertThat(weir("check", a.toString()).code()).isZero();
    CommandLineRun both = weir("check", a.toString(), b.toString());
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("a.yaml:1:").contains("b.yaml:1:").contains("in a circle");
  }

  @Test
  void whatSteersATerminalIsShownAndNotObeyed() throws IOException {
    Path file = Files.writeString(folder.resolve("e.yaml"), "{name: \"a\\e[31m\", command: x}");

    CommandLineRun run = weir("check", file.toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).doesNotContain("\u001b").contains("a\\u001b[31m");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "check | a file is missing",
        "check EMPTY | an argument is empty",
        "check x --cluster EMPTY | is empty (expected a path)",
        "check x --nodes n | --nodes belongs to a trace",
        "check x --trace-format opnb | (did you mean \"openb\"?)",
        "check x --trace-format openb --cluster c | (expected one of the two)",
        "check x --kind experimnt | (did you mean \"experiment\"?)",
        "check x --kind job --trace-format openb | (expected one of the two)",
        "check jobs.csv | is a table by its name",
        "check @file | @file: no such file",
        "help chek | unknown command \"chek\" (did you mean \"check\"?)",
        "fuzz --seeds 1..2 --parallel 0 | --parallel: 0 is out of range",
        "fuzz --seeds 1..2 --parallel many | is not a whole number",
      })
  void wrongArgumentsAreExplained(String call, String told) {
    CommandLineRun run = weir(call.replace("EMPTY", "").split(" ", -1));

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(told);
  }
}
