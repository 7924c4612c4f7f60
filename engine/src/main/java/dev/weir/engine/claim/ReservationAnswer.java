package dev.weir.engine.claim;

import dev.weir.model.id.JobId;
import java.time.Instant;

/** What became of the wish for a reservation. */
public sealed interface ReservationAnswer {
  /** It stands. */
  record Made(Window window) implements ReservationAnswer {}

  /** It cannot be made; nothing has changed. */
  sealed interface Refused extends ReservationAnswer {
    /** One sentence for people, with the numbers. */
    String sentence();
  }

  /** Another reservation has the name. */
  record NameTaken(String name) implements Refused {
    @Override
    public String sentence() {
      return "a reservation named \"" + name + "\" stands already";
    }
  }

  /** It would be over before it is made. */
  record Over(String name, long until, long now) implements Refused {
    @Override
    public String sentence() {
      return "reservation %s ends at %s, and it is %s"
          .formatted(name, Instant.ofEpochMilli(until), Instant.ofEpochMilli(now));
    }
  }

  /** It names a node that does not exist. */
  record UnknownNode(String name, String node, String nearest) implements Refused {
    @Override
    public String sentence() {
      return "reservation %s names node \"%s\", which does not exist%s"
          .formatted(name, node, nearest.isEmpty() ? "" : "; the nearest is \"" + nearest + "\"");
    }
  }

  /** It names device positions that the node does not have, or none. */
  record UnknownDevice(String name, String node, int devices) implements Refused {
    @Override
    public String sentence() {
      return "reservation %s must name devices of node %s, which has the positions 0 to %d"
          .formatted(name, node, devices - 1);
    }
  }

  /** Too few devices can be had by then. */
  record TooFew(String name, int asked, int possible) implements Refused {
    @Override
    public String sentence() {
      return "reservation %s asks for %d devices; %d can be had by its start"
          .formatted(name, asked, possible);
    }
  }

  /** Another reservation has the room at that time. */
  record Taken(String name, String by, String node) implements Refused {
    @Override
    public String sentence() {
      return "reservation %s and reservation %s overlap on node %s".formatted(name, by, node);
    }
  }

  /**
   * A job that must not be preempted runs there and is not gone by then.
   *
   * @param end when it ends by its limit; {@link Long#MAX_VALUE} = it has none
   */
  record Occupied(String name, JobId job, String node, long from, long end) implements Refused {
    @Override
    public String sentence() {
      return "reservation %s begins at %s; job %s on node %s cannot be preempted and %s"
          .formatted(
              name,
              Instant.ofEpochMilli(from),
              job,
              node,
              end == Long.MAX_VALUE
                  ? "has no time limit"
                  : "may run until " + Instant.ofEpochMilli(end));
    }
  }
}
