package dev.weir.checkpoint.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * safetensors: eight bytes with the length of a JSON header, the header, the tensors. The header
 * says where the last tensor ends, and there the file ends.
 */
final class Safetensors {
  /** The format's own limit. */
  private static final long LONGEST_HEADER = 100_000_000;

  private Safetensors() {}

  static Structure read(FileChannel file) throws IOException {
    long size = file.size();
    if (size < Long.BYTES) {
      return new Structure.Torn("has only " + size + " bytes");
    }
    long header = Bytes.at(file, 0, Long.BYTES).getLong(0);
    if (header <= 0 || header > LONGEST_HEADER) {
      return new Structure.Torn("has a header of impossible length");
    }
    if (Long.BYTES + header > size) {
      return new Structure.Torn("ends inside its header");
    }
    byte[] text = new byte[(int) header];
    Bytes.at(file, Long.BYTES, text.length).get(text);
    JsonNode tensors;
    try {
      tensors = JsonText.tree(text);
    } catch (JsonProcessingException e) {
      return new Structure.Torn("has a header that is no JSON");
    }
    long end = 0;
    for (JsonNode tensor : tensors) {
      JsonNode offsets = tensor.path("data_offsets");
      end = Math.max(end, offsets.path(1).asLong(0));
    }
    long wanted = Long.BYTES + header + end;
    return size == wanted
        ? Structure.whole()
        : new Structure.Torn("has " + size + " bytes, its header says " + wanted);
  }
}
