package dev.weir.server.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What differs between two documents, one line for each value. */
public final class Differences {
  private Differences() {}

  /** Lines such as {@code queues[research].weight: 1 -> 2}; entries of lists go by their names. */
  public static List<String> between(JsonNode before, JsonNode after) {
    Map<String, String> old = new TreeMap<>();
    Map<String, String> fresh = new TreeMap<>();
    flatten("", before, old);
    flatten("", after, fresh);
    List<String> lines = new ArrayList<>();
    Map<String, String> all = new TreeMap<>(old);
    all.putAll(fresh);
    for (String path : all.keySet()) {
      Optional<String> was = Optional.ofNullable(old.get(path));
      Optional<String> is = Optional.ofNullable(fresh.get(path));
      if (!was.equals(is)) {
        lines.add(path + ": " + was.orElse("(nothing)") + " -> " + is.orElse("(nothing)"));
      }
    }
    return lines;
  }

  private static void flatten(String path, JsonNode node, Map<String, String> into) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              e ->
                  flatten(
                      path.isEmpty() ? e.getKey() : path + "." + e.getKey(), e.getValue(), into));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        String name = node.get(i).path("name").asText(Integer.toString(i));
        flatten(path + "[" + name + "]", node.get(i), into);
      }
    } else if (!node.isMissingNode()) {
      into.put(path, node.toString());
    }
  }
}
