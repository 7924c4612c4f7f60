package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real rows with bytes overwritten at random. Whatever comes of it, each row is a job or is
 * reported: lenient reading accounts for all of them, and strict reading refuses exactly when
 * lenient reading found something.
 */
class BrokenBytesTest {
  private static final byte[] NOISE =
      "0-,\"\n\r;x .|\0\u00ff".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
  private static final int ROWS = 200;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void everyRowIsAccountedFor(long seed) throws IOException {
    byte[] bytes = rows();
    var random = new Random(seed);
    int header = indexOf(bytes, '\n');
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      int at = header + 1 + random.nextInt(bytes.length - header - 1);
      bytes[at] = NOISE[random.nextInt(NOISE.length)];
    }
    Path file = Files.write(folder.resolve("pods.csv"), bytes);
    TraceSource source = TraceSource.of("openb", Openb.nodes(), file);

    Trace trace = Traces.read(source.leniently().listing(1000));

    TraceReport report = trace.report();
    TraceFile read = report.files().getLast();
    assertThat(read.kept()).isEqualTo(trace.jobs().size());
    assertThat(report.problems()).hasSize((int) report.problemCount());
    assertThat(report.problemCount()).isGreaterThanOrEqualTo(read.rows() - read.kept());
    assertThat(read.rows() == read.kept()).isEqualTo(report.problemCount() == 0);
    assertThat(refuses(source)).isEqualTo(report.problemCount() > 0);
  }

  private static boolean refuses(TraceSource source) {
    try {
      Traces.read(source);
      return false;
    } catch (InvalidTrace refused) {
      return true;
    }
  }

  private static byte[] rows() throws IOException {
    byte[] all = FileKind.GZIP.open(Openb.pods("gpuspec33")).readAllBytes();
    int end = 0;
    for (int rows = 0; rows <= ROWS; end++) {
      rows += all[end] == '\n' ? 1 : 0;
    }
    return Arrays.copyOf(all, end);
  }

  private static int indexOf(byte[] bytes, char wanted) {
    int at = 0;
    while (bytes[at] != wanted) {
      at++;
    }
    return at;
  }
}
