package dev.weir.server.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class DifferencesTest {
  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @Test
  void entriesOfListsGoByTheirNames() throws Exception {
    assertThat(
            Differences.between(
                json("{'queues':[{'name':'a','weight':1},{'name':'b'}]}"),
                json("{'queues':[{'name':'b'},{'name':'a','weight':2}]}")))
        .containsExactly("queues[a].weight: 1 -> 2");
  }

  @Test
  void whatComesAndGoesIsSaid() throws Exception {
    assertThat(Differences.between(json("{'x':1}"), json("{'y':true}")))
        .containsExactly("x: 1 -> (nothing)", "y: (nothing) -> true");
    assertThat(Differences.between(json("{'x':[1]}"), json("{'x':[1]}"))).isEmpty();
  }
}
