package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.model.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of malformed OpenB file is refused with file, line, column, value and nearest valid
 * name.
 */
class MalformedOpenbTest {
  static final String NODES =
      """
      sn,cpu_milli,memory_mib,gpu,model
      node-0,64000,262144,2,P100
      node-1,96000,786432,8,V100M32
      """;
  static final String HEADER =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n";
  static final String GOOD = "pod-0,12000,16384,1,1000,,LS,Running,0,12537496,0\n";

  @TempDir Path folder;

  /**
   * A malformed file.
   *
   * @param what what is wrong with it
   * @param nodes bytes of the node list, if there is one
   * @param jobs bytes of the pod list
   * @param expected the lines of the error
   */
  record Case(String what, Optional<byte[]> nodes, byte[] jobs, List<String> expected) {
    @Override
    public String toString() {
      return what;
    }
  }

  static Case pods(String what, String rows, String... expected) {
    return text(what, HEADER + rows, expected);
  }

  static Case text(String what, String file, String... expected) {
    return bytes(what, file.getBytes(StandardCharsets.UTF_8), expected);
  }

  static Case bytes(String what, byte[] file, String... expected) {
    return new Case(what, Optional.empty(), file, List.of(expected));
  }

  static Case nodes(String what, String nodes, String... expected) {
    return both(what, nodes, HEADER + GOOD, expected);
  }

  static Case both(String what, String nodes, String jobs, String... expected) {
    return new Case(
        what,
        Optional.of(nodes.getBytes(StandardCharsets.UTF_8)),
        jobs.getBytes(StandardCharsets.UTF_8),
        List.of(expected));
  }

  static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  static byte[] cut(byte[] bytes, int length) {
    return java.util.Arrays.copyOf(bytes, length);
  }

  static Stream<Case> cells() {
    return Stream.of(
        pods(
            "a word for a whole number",
            GOOD + "pod-1,abc,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:3: column cpu_milli: \"abc\" is not a whole number"),
        pods(
            "a fraction for a whole number",
            "pod-1,4000,16384.5,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column memory_mib: \"16384.5\" is not a whole number"),
        pods(
            "an exponent for a whole number",
            "pod-1,4e3,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column cpu_milli: \"4e3\" is not a whole number"),
        pods(
            "a space in front of a number",
            "pod-1, 4000,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column cpu_milli: \" 4000\" is not a whole number"),
        pods(
            "NaN",
            "pod-1,4000,NaN,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column memory_mib: \"NaN\" is not a whole number"),
        pods(
            "more than 64 bits",
            "pod-1,92233720368547758080,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column cpu_milli: \"92233720368547758080\" does not fit into a whole number of 64 bits"),
        pods(
            "more than 32 bits",
            "pod-1,4000,16384,4294967296,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column num_gpu: \"4294967296\" does not fit into a whole number of 32 bits"),
        pods(
            "memory that overflows in bytes",
            "pod-1,4000,8796093022208,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column memory_mib: \"8796093022208\" is out of range (expected memory_mib BETWEEN 0 AND 8796093022207)"),
        pods(
            "a negative amount",
            "pod-1,-4000,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column cpu_milli: \"-4000\" is out of range (expected cpu_milli >= 0)"),
        pods(
            "a negative number of GPUs",
            "pod-1,4000,16384,-1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column num_gpu: \"-1\" is out of range (expected num_gpu BETWEEN 0 AND 1024)"),
        pods(
            "a negative time",
            "pod-1,4000,16384,1,1000,,LS,Running,-7,5,0\n",
            "jobs.csv:2: column creation_time: \"-7\" is out of range (expected creation_time >= 0)"),
        pods(
            "a share above a whole GPU",
            "pod-1,4000,16384,1,1001,,LS,Running,0,5,0\n",
            "jobs.csv:2: column gpu_milli: \"1001\" is out of range (expected gpu_milli BETWEEN 0 AND 1000)"),
        pods(
            "an empty cell that is needed",
            "pod-1,,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column cpu_milli: is empty (expected a whole number)"),
        pods(
            "a pod without a name",
            ",4000,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: column name: is empty (expected a text)"),
        pods(
            "a misspelt word of a set",
            "pod-1,4000,16384,1,1000,,LS,Runing,0,5,0\n",
            "jobs.csv:2: column pod_phase: \"Runing\" is none of Running, Pending, Succeeded, Failed (did you mean \"Running\"?)"),
        pods(
            "a word that is in no set",
            "pod-1,4000,16384,1,1000,,gold,Running,0,5,0\n",
            "jobs.csv:2: column qos: \"gold\" is none of LS, BE, Burstable, Guaranteed"));
  }

  static Stream<Case> rows() {
    return Stream.of(
        pods(
            "a GPU of which nothing is asked",
            "pod-1,4000,16384,1,0,,LS,Running,0,5,0\n",
            "jobs.csv:2: column gpu_milli: \"0\" asks for nothing of 1 GPU"),
        pods(
            "a share without a GPU",
            "pod-1,4000,16384,0,500,,LS,Running,0,5,0\n",
            "jobs.csv:2: column gpu_milli: \"500\" asks for a share although num_gpu is 0"),
        pods(
            "a share of several GPUs",
            "pod-1,4000,16384,2,500,,LS,Running,0,5,0\n",
            "jobs.csv:2: column gpu_milli: \"500\" is a share, and a pod with 2 GPUs asks for whole ones (1000)"),
        pods(
            "a deletion before the creation",
            "pod-1,4000,16384,1,1000,,LS,Running,10,5,\n",
            "jobs.csv:2: column deletion_time: \"5\" lies before creation_time 10"),
        pods(
            "scheduled before the creation",
            "pod-1,4000,16384,1,1000,,LS,Running,10,50,9\n",
            "jobs.csv:2: column scheduled_time: \"9\" lies outside creation_time 10 to deletion_time 50"),
        pods(
            "a creation without a deletion",
            "pod-1,4000,16384,1,1000,,LS,Running,10,,10\n",
            "jobs.csv:2: column deletion_time: is empty although the other time is given"),
        pods(
            "a name that occurs twice",
            GOOD + "pod-1,4000,16384,0,0,,LS,Running,0,5,0\n" + GOOD,
            "jobs.csv:4: column name: \"pod-0\" is also the pod of line 2"),
        both(
            "a model that no node has",
            NODES,
            HEADER + "pod-1,4000,16384,1,1000,P100|V100M23,LS,Running,0,5,0\n",
            "jobs.csv:2: column gpu_spec: \"V100M23\" is no model of the node list (did you mean \"V100M32\"?)"),
        pods(
            "an empty model in a list",
            "pod-1,4000,16384,1,1000,P100||T4,LS,Running,0,5,0\n",
            "jobs.csv:2: column gpu_spec: \"P100||T4\" has an empty model"),
        nodes(
            "a node that occurs twice",
            NODES + "node-0,1,1,0,\n",
            "nodes.csv:4: column sn: \"node-0\" is also the node of line 2"),
        nodes(
            "GPUs without a model",
            NODES + "node-2,64000,262144,2,\n",
            "nodes.csv:4: column model: is empty although gpu is 2"),
        nodes(
            "a negative node",
            NODES + "node-2,-1,262144,2,P100\n",
            "nodes.csv:4: column cpu_milli: \"-1\" is out of range (expected cpu_milli >= 0)"),
        pods(
            "several problems, in the order of the text",
            "pod-1,abc,16384,1,1000,,LS,Running,0,5,0\n"
                + "pod-2,4000,16384,2,500,,LS,Running,0,5\n"
                + "pod-3,4000,16384,1,0,,LS,Running,9,5,\n",
            "jobs.csv:2: column cpu_milli: \"abc\" is not a whole number",
            "jobs.csv:3: has 10 fields where the header has 11",
            "jobs.csv:4: column deletion_time: \"5\" lies before creation_time 9",
            "jobs.csv:4: column gpu_milli: \"0\" asks for nothing of 1 GPU"));
  }

  static Stream<Case> records() {
    return Stream.of(
        pods(
            "too few fields",
            GOOD + "pod-1,4000,16384,1,1000\n",
            "jobs.csv:3: has 5 fields where the header has 11"),
        pods(
            "too many fields",
            GOOD + "pod-1,4000,16384,1,1000,,LS,Running,0,5,0,7\n",
            "jobs.csv:3: has 12 fields where the header has 11"),
        pods(
            "an empty line in the middle",
            GOOD + "\npod-1,4000,16384,0,0,,LS,Running,0,5,0\n",
            "jobs.csv:3: is an empty line"),
        pods(
            "a quote that is never closed",
            GOOD + "\"pod-1,4000,16384,1,1000,,LS,Running,0,5,0\n" + GOOD,
            "jobs.csv:3: field 1 opens a quote that is never closed and swallows the line after it"),
        pods(
            "a quote that is never closed hides what is behind it",
            "pod-1,4000,16384,1,1000,\"P100,LS,Running,0,5,0\npod\0,1\n" + GOOD,
            "jobs.csv:2: field 6 opens a quote that is never closed and swallows the 2 lines after it"),
        pods(
            "a quote that is never closed in the last line",
            GOOD + "pod-1,4000,16384,1,1000,\"P100,LS,Running,0,5,0",
            "jobs.csv:3: field 6 opens a quote that is never closed"),
        pods(
            "text after a closing quote",
            "\"pod\"-1,4000,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: field 1 goes on after its closing quote"),
        pods(
            "a quote in the middle of a field",
            "pod\"1\",4000,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: field 1 holds a quote but does not begin with one"),
        pods(
            "a zero byte",
            "x".repeat(5000)
                + ",4000,16384,1,1000,,LS,Running,0,5,0\npod\0,4000,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:3: holds a zero byte"),
        bytes(
            "bytes that are not UTF-8",
            (HEADER + "pod-\u00e9,4000,16384,1,1000,,LS,Running,0,5,0\n")
                .getBytes(StandardCharsets.ISO_8859_1),
            "jobs.csv:2: is not UTF-8 text"),
        pods(
            "a line without end",
            "\"" + "x".repeat((1 << 20) + 10) + "\",4000,16384,1,1000,,LS,Running,0,5,0\n",
            "jobs.csv:2: is longer than 1 MiB; a quote that is never closed may be the cause"),
        pods(
            "lines are counted through quoted line ends and CRLF",
            "\"pod\r\n0\",4000,16384,0,0,,LS,Running,0,5,0\r\npod-1,x,1,1,1000,,LS,Running,0,5,0\r\n",
            "jobs.csv:4: column cpu_milli: \"x\" is not a whole number"));
  }

  static Stream<Case> files() throws IOException {
    return Stream.of(
        text(
            "an empty file", "", "jobs.csv: is empty (expected the header " + HEADER.strip() + ")"),
        text(
            "an empty first line",
            "\n" + HEADER + GOOD,
            "jobs.csv: begins with an empty line (expected the header " + HEADER.strip() + ")"),
        text("a header and nothing else", HEADER, "jobs.csv: has a header and no rows"),
        text(
            "no header",
            GOOD,
            "jobs.csv:1: \"pod-0,12000,16384,1,1000,,LS,Running,0,12537496,0\" is not the header (expected "
                + HEADER.strip()
                + ")"),
        text(
            "the header of the other file",
            NODES,
            "jobs.csv:1: is the header of nodes, not of jobs"),
        text(
            "another separator",
            (HEADER + GOOD).replace(',', ';'),
            "jobs.csv:1: columns are separated by \";\" (expected \",\")"),
        text(
            "a missing column",
            "name,cpu_milli,memory_mib,num_gpu\npod-0,1,1,1\n",
            "jobs.csv:1: column gpu_milli: is missing"),
        text(
            "a misspelt column",
            HEADER.replace("gpu_milli", "gpu_mili") + GOOD,
            "jobs.csv:1: column gpu_mili: is unknown (did you mean \"gpu_milli\"?)"),
        text(
            "an unknown column",
            "name,cpu_milli,memory_mib,num_gpu,gpu_milli,colour\npod-0,1,1,1,1000,red\n",
            "jobs.csv:1: column colour: is unknown"),
        text(
            "a column that occurs twice",
            "name,cpu_milli,memory_mib,num_gpu,gpu_milli,name\npod-0,1,1,1,1000,x\n",
            "jobs.csv:1: column name: occurs twice"),
        bytes(
            "a damaged gzip file",
            cut(gzip(HEADER + GOOD), 60),
            "jobs.csv: is a damaged gzip file: Unexpected end of ZLIB input stream"),
        bytes("a binary file", new byte[] {1, 2, 0, 4}, "jobs.csv: is not a table of text"),
        bytes(
            "UTF-16",
            (HEADER + GOOD).getBytes(StandardCharsets.UTF_16),
            "jobs.csv: is not a table of text, it is UTF-16 text"),
        bytes(
            "a zip archive",
            new byte[] {'P', 'K', 3, 4, 0, 0},
            "jobs.csv: is not a table of text, it is a zip archive"),
        bytes(
            "Parquet where CSV is meant",
            "PAR1 and more".getBytes(StandardCharsets.US_ASCII),
            "jobs.csv: is a Parquet file (expected CSV, as the format openb has it)"));
  }

  @ParameterizedTest
  @MethodSource({"cells", "rows", "records", "files"})
  void isRefused(Case malformed) throws IOException {
    Path jobs = Files.write(folder.resolve("jobs.csv"), malformed.jobs());
    Optional<Path> nodes = Optional.empty();
    if (malformed.nodes().isPresent()) {
      nodes = Optional.of(Files.write(folder.resolve("nodes.csv"), malformed.nodes().get()));
    }
    var source = new TraceSource("openb", nodes, Optional.of(jobs), false, TraceSource.LISTED);

    InvalidTrace refused = catchThrowableOfType(InvalidTrace.class, () -> Traces.read(source));

    assertThat(refused).as("refused").isNotNull();
    assertThat(lines(refused)).isEqualTo(malformed.expected());
    assertThat(refused.total()).isEqualTo(malformed.expected().size());
  }

  List<String> lines(InvalidTrace refused) {
    return refused.problems().stream()
        .map(Problem::render)
        .map(line -> line.replace(folder + "/", ""))
        .toList();
  }
}
