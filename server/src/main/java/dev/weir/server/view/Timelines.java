package dev.weir.server.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.api.wire.CheckpointView;
import dev.weir.api.wire.TimelineEntry;
import dev.weir.model.action.Action;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What happened to a job, in sentences. */
public final class Timelines {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Timelines() {}

  /** Why a node, or a device of it, was being drained at a journal time. */
  @FunctionalInterface
  public interface Drains {
    Optional<String> reason(String node, long at);
  }

  /**
   * @param drains asked when a job had to leave room that was set aside
   */
  public static List<TimelineEntry> of(List<dev.weir.store.TimelineEntry> entries, Drains drains) {
    List<TimelineEntry> all = new ArrayList<>(entries.size());
    List<String> nodes = List.of();
    for (dev.weir.store.TimelineEntry entry : entries) {
      JsonNode detail = detail(entry);
      if (detail.path("nodes").isArray()) {
        nodes = detail.path("nodes").valueStream().map(JsonNode::asText).toList();
      }
      Optional<String> why =
          entry.what() == dev.weir.store.TimelineEntry.What.STOP_ASKED
                  && detail.path("cause").asText().equals(Action.StopCause.RESERVATION.name())
              ? nodes.stream().flatMap(n -> drains.reason(n, entry.at()).stream()).findFirst()
              : Optional.empty();
      all.add(entry(entry, detail, why));
    }
    return all;
  }

  private static TimelineEntry entry(
      dev.weir.store.TimelineEntry entry, JsonNode detail, Optional<String> why) {
    return new TimelineEntry(
        entry.turn(),
        Instant.ofEpochMilli(entry.at()),
        entry.what().name(),
        sentence(entry.what(), detail) + why.map(w -> ", drained: " + w).orElse(""),
        text(detail, "by"),
        detail.has("incarnation")
            ? Optional.of(detail.get("incarnation").asInt())
            : Optional.empty());
  }

  private static JsonNode detail(dev.weir.store.TimelineEntry entry) {
    try {
      return JSON.readTree(entry.detail());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("turn " + entry.turn() + " has a damaged timeline entry", e);
    }
  }

  private static Optional<String> text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isValueNode() && !value.asText().isEmpty()
        ? Optional.of(value.asText())
        : Optional.empty();
  }

  private static String sentence(dev.weir.store.TimelineEntry.What what, JsonNode d) {
    return switch (what) {
      case SUBMITTED -> "submitted";
      case REJECTED -> "refused: it can never run";
      case PLANNED -> planned(d);
      case STARTING -> "tasks placed, starting";
      case STARTED -> "running";
      case START_REFUSED -> "could not be started" + colon(text(d, "reason"));
      case CHECKPOINT -> checkpoint(d);
      case STOP_ASKED -> "asked to stop" + stop(d);
      case RESIZING ->
          "changing its tasks" + text(d, "cause").map(c -> " (" + word(c) + ")").orElse("");
      case RESIZED -> "its tasks are changed";
      case TASK_LOST -> "a task is lost" + colon(text(d, "reason"));
      case ENDED -> ended(d);
      case FAILED -> "given up" + colon(text(d, "reason"));
      case CANCELLED -> "cancelled" + by(d);
      case SUSPENDED -> "suspended" + by(d);
      case RESUMED -> "resumed" + by(d);
      case PRIORITY -> "priority " + d.path("priority").asInt() + by(d);
    };
  }

  private static String planned(JsonNode d) {
    JsonNode at = d.path("planned").path("at");
    String cause = text(d, "cause").map(c -> " (" + word(c) + ")").orElse("");
    return at.isNumber()
        ? "start planned for " + Instant.ofEpochMilli(at.asLong()) + cause
        : "no start is planned any more" + cause;
  }

  private static String checkpoint(JsonNode d) {
    JsonNode c = d.path("checkpoint");
    long step = c.path("step").asLong(-1);
    return "checkpoint complete"
        + (step >= 0 ? " at step " + step : "")
        + text(c, "path").map(p -> " in " + p).orElse("");
  }

  private static String stop(JsonNode d) {
    return text(d, "cause").map(c -> ": " + word(c)).orElse("")
        + text(d, "beneficiary").map(b -> ", for job j" + b.replaceFirst("^j", "")).orElse("");
  }

  private static String ended(JsonNode d) {
    String how = text(d, "end").map(Timelines::word).orElse("ended");
    return how + colon(text(d.path("exit"), "reason"));
  }

  private static String by(JsonNode d) {
    return text(d, "by").map(b -> " by " + b).orElse("");
  }

  private static String colon(Optional<String> text) {
    return text.map(t -> ": " + t).orElse("");
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The complete checkpoints that say where they lie, newest first. */
  public static List<CheckpointView> checkpoints(List<dev.weir.store.TimelineEntry> entries) {
    List<CheckpointView> all = new ArrayList<>();
    for (dev.weir.store.TimelineEntry entry : entries.reversed()) {
      if (entry.what() == dev.weir.store.TimelineEntry.What.CHECKPOINT) {
        JsonNode d = detail(entry);
        if (d.path("checkpoint").isObject()) {
          all.add(checkpoint(entry.at(), d.path("incarnation").asInt(), d.path("checkpoint")));
        }
      }
    }
    return all;
  }

  private static CheckpointView checkpoint(long at, int incarnation, JsonNode c) {
    String path = c.path("path").asText();
    Path name = Path.of(path).getFileName();
    long step = c.path("step").asLong(-1);
    return new CheckpointView(
        name == null ? path : name.toString(),
        path,
        Instant.ofEpochMilli(at),
        incarnation,
        step >= 0 ? OptionalLong.of(step) : OptionalLong.empty(),
        c.path("bytes").isNumber()
            ? OptionalLong.of(c.path("bytes").asLong())
            : OptionalLong.empty(),
        c.path("framework").asText());
  }

  /** Journal times of complete checkpoints, ascending. */
  public static List<Long> checkpointTimes(List<dev.weir.store.TimelineEntry> entries) {
    return entries.stream()
        .filter(e -> e.what() == dev.weir.store.TimelineEntry.What.CHECKPOINT)
        .map(dev.weir.store.TimelineEntry::at)
        .toList();
  }
}
