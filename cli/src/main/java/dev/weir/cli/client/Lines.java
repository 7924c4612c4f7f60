package dev.weir.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;

/** Wire records on one line each, for programs that read as they come. */
final class Lines {
  private Lines() {}

  static String json(Object record) {
    try {
      return Wire.strict().writeValueAsString(record);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a wire record: " + record.getClass(), e);
    }
  }
}
