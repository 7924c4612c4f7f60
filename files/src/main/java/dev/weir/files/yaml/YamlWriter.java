package dev.weir.files.yaml;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Writes documents: what it writes is read back as the same fields. */
public final class YamlWriter {
  private static final int WIDTH = 100;

  private YamlWriter() {}

  /**
   * A document in block style, its fields in their order.
   *
   * @param document texts, numbers, truth values, lists and maps of them
   */
  public static String write(Map<String, ?> document) {
    DumpSettings settings =
        DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setWidth(WIDTH).build();
    return new Dump(settings).dumpToString(plain(document));
  }

  /** The writer knows no decimal numbers. */
  private static Object plain(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> all = new LinkedHashMap<>();
        map.forEach((key, v) -> all.put((String) key, plain(v)));
        yield all;
      }
      case List<?> list -> list.stream().map(YamlWriter::plain).toList();
      case BigDecimal number when number.scale() <= 0 -> number.longValueExact();
      case BigDecimal number -> number.doubleValue();
      default -> value;
    };
  }
}
