package dev.weir.cli.command;

import static dev.weir.cli.CommandLineRun.weir;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.CommandLineRun;
import dev.weir.simulator.metrics.Summary;
import dev.weir.simulator.metrics.SummaryJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        folder.resolve("nodes.csv"),
        "node,cpu_milli,memory_bytes,devices,model\na,8000,1000,2,A100\n");
    Files.writeString(
        folder.resolve("jobs.csv"),
        "job,submit_s,devices,duration_s\none,0,2,60\ntwo,10,1,60\nthree,20,1,30\n");
    Files.writeString(
        folder.resolve("e.yaml"),
        """
        name: e
        trace: {format: canonical, nodes: nodes.csv, jobs: jobs.csv}
        policies: [fifo, weir]
        """);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void fileGivesTableFiguresAndReport() throws IOException {
    CommandLineRun run =
        weir("simulate", path("e.yaml"), "--json", path("o.json"), "--report", path("o.html"));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("GPU utilisation", "fifo", "weir", path("o.html"));
    Summary summary = SummaryJson.read(Files.readAllBytes(folder.resolve("o.json")));
    assertThat(summary.summary())
        .anySatisfy(
            row -> {
              assertThat(row.policy()).isEqualTo("fifo");
              assertThat(row.metric()).isEqualTo("jct_mean");
              assertThat(row.mean()).isEqualTo((60 + 110 + 70) / 3.0);
              assertThat(row.unit()).isEqualTo("s");
            });
    assertThat(Files.readString(folder.resolve("o.html"))).startsWith("<!DOCTYPE html>");
    assertThat(files()).isEqualTo(5);
  }

  @Test
  void optionsAreEnoughAndGoBeforeTheFile() {
    CommandLineRun options =
        weir(
            "simulate",
            "--format",
            "canonical",
            "--nodes",
            path("nodes.csv"),
            "--trace",
            path("jobs.csv"),
            "--protocol",
            "inflation",
            "--load",
            "1.3",
            "--policy",
            "fgd",
            "--seeds",
            "1..2",
            "--report",
            path("o.html"));
    assertThat(options.code()).as(options.err()).isZero();
    assertThat(options.out()).contains("fgd", "seeds 1..2");
    CommandLineRun over =
        weir("simulate", path("e.yaml"), "--policy", "bestfit", "--report", path("p.html"));
    assertThat(over.out()).contains("bestfit").doesNotContain("fifo");
  }

  @Test
  void badInputIsRefusedAndNothingIsWritten() throws IOException {
    Files.writeString(folder.resolve("bad.yaml"), "name: e\npolices: [fifo]\n");
    refused("polices: unknown field (did you mean \"policies\"?)", path("bad.yaml"));
    refused("--seeds", path("e.yaml"), "--seeds", "9..3");
    refused("unknown policy \"wier\" (did you mean \"weir\"?)", path("e.yaml"), "--policy", "wier");
    refused("--load: out of range", path("e.yaml"), "--load", "-1");
    refused("there is no folder", path("e.yaml"), "--json", path("none/o.json"));
    refused("is a folder", path("e.yaml"), "--report", folder.toString());
    refused("without an experiment file --format is needed", "--policy", "fifo");
    refused("no such file", path("f.yaml"));
  }

  private void refused(String words, String... arguments) throws IOException {
    long before = files();
    String[] all =
        Stream.concat(Stream.of("simulate"), Stream.of(arguments)).toArray(String[]::new);
    CommandLineRun run = weir(all);
    assertThat(run.err()).contains(words);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(files()).isEqualTo(before);
  }
}
