package dev.weir.server.http;

import dev.weir.server.problem.Refusal;
import jakarta.ws.rs.core.EntityTag;
import java.util.Arrays;
import java.util.Optional;

/** ETags: whoever replaces a document must have seen the one that it replaces. */
final class Tags {
  private Tags() {}

  static EntityTag of(String tag) {
    return new EntityTag(tag);
  }

  /**
   * @param ifMatch the header; {@code *} replaces whatever is there
   * @param present tag of the document that is there
   */
  static void require(Optional<String> ifMatch, String present) {
    String header =
        ifMatch.orElseThrow(
            () ->
                Refusal.of(
                    428,
                    "precondition-required",
                    "If-Match is missing",
                    "send the ETag of the document that is replaced as If-Match, or * for any"));
    boolean matches =
        Arrays.stream(header.split(","))
            .map(String::strip)
            .anyMatch(t -> t.equals("*") || t.equals("\"" + present + "\""));
    if (!matches) {
      throw Refusal.of(
              412,
              "changed",
              "Changed meanwhile",
              "the document is no longer the one that was read; read it again")
          .withHeader("ETag", "\"" + present + "\"");
    }
  }
}
