package dev.weir.simulator.scenario.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What came of many scenarios, for programs. The form is kept stable. */
public record CaseReport(List<Case> cases) {
  public CaseReport {
    cases = List.copyOf(cases);
  }

  /** How many had this outcome. */
  public long count(Case.Outcome outcome) {
    return cases.stream().filter(c -> c.outcome() == outcome).count();
  }

  /** {@code {"passed","failed","skipped","cases":[{"file","name","outcome","detail"}]}}. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("passed", count(Case.Outcome.PASSED));
    json.put("failed", count(Case.Outcome.FAILED));
    json.put("skipped", count(Case.Outcome.SKIPPED));
    ArrayNode all = json.putArray("cases");
    for (Case c : cases) {
      all.addObject()
          .put("file", c.file())
          .put("name", c.name())
          .put("outcome", c.outcome().word())
          .put("detail", c.detail());
    }
    return json;
  }
}
