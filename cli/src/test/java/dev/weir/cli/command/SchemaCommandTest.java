package dev.weir.cli.command;

import static dev.weir.cli.CommandLineRun.weir;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.cli.CommandLineRun;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SchemaCommandTest {
  @Test
  void everyListedDocumentHasASchema() throws IOException {
    CommandLineRun list = weir("schema");
    assertThat(list.code()).isZero();

    for (String line : list.out().lines().skip(1).toList()) {
      assertThat(line).as("a name, and what it is").matches("[a-z]+ {2,}\\S.*");
      String name = line.split(" ")[0];
      JsonNode schema = new ObjectMapper().readTree(weir("schema", name).out());
      assertThat(schema.path("title").asText()).isEqualToIgnoringCase(name);
      assertThat(schema.path("properties").isEmpty()).isFalse();
    }
    assertThat(list.out()).contains("\njob ").contains("\ncluster ").contains("\npolicy ");
  }

  @Test
  void anUnknownDocumentIsBadInput() {
    CommandLineRun run = weir("schema", "jobs");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("weir: unknown document \"jobs\" (did you mean \"job\"?)");
    assertThat(weir("schema", "zzz").err()).contains("expected one of job, cluster");
  }
}
