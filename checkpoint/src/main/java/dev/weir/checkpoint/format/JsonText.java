package dev.weir.checkpoint.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.SortedMap;
import java.util.TreeMap;

/** JSON files: whole when they parse to the end, which a truncated object never does. */
final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private JsonText() {}

  static JsonNode tree(byte[] text) throws IOException {
    return MAPPER.readTree(text);
  }

  /** Reads as a stream: a trainer's log grows with the training. */
  static Structure read(FileChannel file) throws IOException {
    file.position(0);
    SortedMap<String, Long> numbers = new TreeMap<>();
    // Closing the parser would close the file, which belongs to the caller.
    try (JsonParser parser =
        FACTORY
            .createParser(new BufferedInputStream(Channels.newInputStream(file)))
            .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return new Structure.Torn("is no JSON object");
      }
      int depth = 1;
      while (depth > 0) {
        JsonToken token = parser.nextToken();
        if (token == null) {
          return new Structure.Torn("ends inside its JSON");
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth == 1 && token == JsonToken.VALUE_NUMBER_INT) {
          String name = parser.currentName();
          if (name != null && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            numbers.put(name, parser.getLongValue());
          }
        }
      }
      return parser.nextToken() == null
          ? new Structure.Whole(numbers)
          : new Structure.Torn("goes on behind its JSON");
    } catch (JsonProcessingException e) {
      return new Structure.Torn("is no whole JSON: " + e.getOriginalMessage());
    }
  }
}
