package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Records are cut as RFC 4180 says, and no byte of a file goes unnoticed. */
class CsvRecordsTest {

  /** A record as it was cut. */
  private record Cut(long line, String text, int fields, String fault) {}

  @Provide
  Arbitrary<List<List<String>>> tables() {
    Arbitrary<String> cells = Arbitraries.strings().withChars("ab,\"\n\r é").ofMaxLength(6);
    return cells.list().ofMinSize(2).ofMaxSize(4).list().ofMinSize(1).ofMaxSize(8);
  }

  @Property(tries = 500)
  void whatWasQuotedIsCutAgain(@ForAll("tables") List<List<String>> table, @ForAll boolean crlf)
      throws IOException {
    String end = crlf ? "\r\n" : "\n";
    var text = new StringBuilder();
    List<Cut> expected = new ArrayList<>();
    for (List<String> row : table) {
      String record = String.join(",", row.stream().map(CsvRecordsTest::quoted).toList());
      expected.add(new Cut(1 + ends(text.toString()), record, row.size(), ""));
      text.append(record).append(end);
    }

    List<Cut> cut = cut(text.toString().getBytes(StandardCharsets.UTF_8));

    assertThat(cut).isEqualTo(expected);
    for (int i = 0; i < cut.size(); i++) {
      assertThat(CsvScan.split(cut.get(i).text())).isEqualTo(table.get(i));
    }
  }

  /** Every byte belongs to a record or to a line end, whatever the file holds. */
  @Property(tries = 1000)
  void nothingIsLost(
      @ForAll @Size(max = 60)
          List<@net.jqwik.api.constraints.CharRange(from = ' ', to = '.') Character> prefix,
      @ForAll("noise") String noise)
      throws IOException {
    var text = new StringBuilder();
    prefix.forEach(text::append);
    text.append(noise);

    List<Cut> cut = cut(text.toString().getBytes(StandardCharsets.UTF_8));

    String kept = String.join("", cut.stream().map(Cut::text).toList());
    assertThat(kept.replaceAll("[\r\n]", "")).isEqualTo(text.toString().replaceAll("[\r\n]", ""));
    assertThat(cut).extracting(Cut::line).isSorted();
  }

  @Provide
  Arbitrary<String> noise() {
    return Arbitraries.strings().withChars("a,\"\n\r").ofMaxLength(40);
  }

  private static String quoted(String cell) {
    return '"' + cell.replace("\"", "\"\"") + '"';
  }

  private static long ends(String text) {
    return text.replace("\r\n", "\n").chars().filter(c -> c == '\n' || c == '\r').count();
  }

  private static List<Cut> cut(byte[] bytes) throws IOException {
    List<Cut> cut = new ArrayList<>();
    CsvRecords.Sink sink =
        (line, record, length, fields, fault) ->
            cut.add(
                new Cut(
                    line, new String(record, 0, length, StandardCharsets.UTF_8), fields, fault));
    new CsvRecords(sink).read(new ByteArrayInputStream(bytes), (chunk, n) -> {});
    return cut;
  }
}
