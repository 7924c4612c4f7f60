package dev.weir.model.verdict;

import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** What stands in the way of a job's start. */
public sealed interface Blocker {
  /** One sentence for people, with the numbers. */
  String sentence();

  /** Whether no change of the present bookings can ever remove it. */
  default boolean forEver() {
    return false;
  }

  /** No node of the fleet, even empty, can hold what one task or the gang asks for. */
  record CanNeverFit(String resource, long asked, long most) implements Blocker {
    @Override
    public String sentence() {
      return "asks for %s of %s, at most %s exist where it may run"
          .formatted(Amounts.of(resource, asked), resource, Amounts.of(resource, most));
    }

    @Override
    public boolean forEver() {
      return true;
    }
  }

  /** The job names something that does not exist. */
  record UnknownName(String what, String name, String nearest) implements Blocker {
    @Override
    public String sentence() {
      return "%s \"%s\" does not exist%s"
          .formatted(what, name, nearest.isEmpty() ? "" : "; the nearest is \"" + nearest + "\"");
    }

    @Override
    public boolean forEver() {
      return true;
    }
  }

  /** The job and its dependencies form a circle. */
  record DependencyCycle(JobId through) implements Blocker {
    @Override
    public String sentence() {
      return "depends on itself through job " + through;
    }

    @Override
    public boolean forEver() {
      return true;
    }
  }

  /** A dependency ended in a way that the condition excludes. */
  record DependencyFailed(JobId on) implements Blocker {
    @Override
    public String sentence() {
      return "job " + on + " ended in a way that this job does not accept";
    }

    @Override
    public boolean forEver() {
      return true;
    }
  }

  /** A dependency has not ended yet. */
  record Dependency(JobId on) implements Blocker {
    @Override
    public String sentence() {
      return "waits for job " + on;
    }
  }

  /** Too early. */
  record NotBefore(long at) implements Blocker {
    @Override
    public String sentence() {
      return "must not start before " + Instant.ofEpochMilli(at);
    }
  }

  /** A queue would exceed its limit. */
  record QueueLimit(QueueId queue, String resource, long asked, long used, long limit)
      implements Blocker {
    @Override
    public String sentence() {
      return "asks for %s of %s; queue %s uses %s of its limit %s"
          .formatted(
              Amounts.of(resource, asked),
              resource,
              queue,
              Amounts.of(resource, used),
              Amounts.of(resource, limit));
    }

    /** More than the limit itself can never be had. */
    @Override
    public boolean forEver() {
      return asked > limit;
    }
  }

  /** The queue's not-preemptible jobs would exceed its guarantee. */
  record GuaranteeOfUnpreemptible(QueueId queue, String resource, long asked, long used, long most)
      implements Blocker {
    @Override
    public String sentence() {
      return "cannot be preempted and asks for %s of %s; such jobs of queue %s use %s of its guarantee %s"
          .formatted(
              Amounts.of(resource, asked),
              resource,
              queue,
              Amounts.of(resource, used),
              Amounts.of(resource, most));
    }
  }

  /** Licences are used up. */
  record Licence(String name, long asked, long free) implements Blocker {
    @Override
    public String sentence() {
      return "asks for %d licences %s, %d are free".formatted(asked, name, free);
    }
  }

  /**
   * Not enough free room.
   *
   * @param role the role whose task found no place
   * @param tasks tasks asked for in this role
   * @param placeable tasks that fit at the same time now
   * @param freeMilli free milli-devices of the accepted models on usable nodes
   * @param askedMilli milli-devices asked for
   * @param refusals nodes by the reason that excludes them, for example {@code taint gpu=burst}
   */
  record NoRoom(
      String role,
      int tasks,
      int placeable,
      long freeMilli,
      long askedMilli,
      Map<String, Integer> refusals)
      implements Blocker {
    public NoRoom {
      refusals = java.util.Collections.unmodifiableMap(new TreeMap<>(refusals));
    }

    @Override
    public String sentence() {
      StringBuilder text =
          new StringBuilder()
              .append("%d of %d tasks of role %s fit now".formatted(placeable, tasks, role));
      if (askedMilli > 0) {
        text.append(
            "; asks for %s devices, %s are free"
                .formatted(Amounts.devices(askedMilli), Amounts.devices(freeMilli)));
      }
      refusals.forEach((why, nodes) -> text.append("; %d nodes: %s".formatted(nodes, why)));
      return text.toString();
    }
  }

  /** Enough room is free, but not inside one domain of the required level. */
  record Topology(String level, int tasks, int best, String bestDomain, int domains)
      implements Blocker {
    @Override
    public String sentence() {
      return "needs room for %d tasks inside one %s; the best of %d (%s) has room for %d"
          .formatted(tasks, level, domains, bestDomain.isEmpty() ? "none" : bestDomain, best);
    }
  }

  /** Tasks must be on different nodes or domains, and too few exist. */
  record Spread(String label, int needed, int exist) implements Blocker {
    @Override
    public String sentence() {
      return "needs %d distinct %s, %d exist".formatted(needed, label, exist);
    }
  }

  /** Room is free but promised. */
  record Promised(String to, long from) implements Blocker {
    @Override
    public String sentence() {
      return "the free room is promised to %s from %s".formatted(to, Instant.ofEpochMilli(from));
    }
  }

  /** A job before it in the order waits, and the policy lets nobody pass. */
  record Behind(JobId job) implements Blocker {
    @Override
    public String sentence() {
      return "job " + job + " is before it in the order and waits";
    }
  }

  /** Room is being freed for it. */
  record BeingFreed(int victims) implements Blocker {
    @Override
    public String sentence() {
      return "%d running jobs are making room for it".formatted(victims);
    }
  }

  /** Its start failed and is tried again later. */
  record BackOff(int failures, long until) implements Blocker {
    @Override
    public String sentence() {
      return "%d starts were refused or did not last; next try at %s"
          .formatted(failures, Instant.ofEpochMilli(until));
    }
  }

  /** Suspended. */
  record Suspended(String by) implements Blocker {
    @Override
    public String sentence() {
      return "suspended by " + by;
    }
  }

  /** The required reservation is not active. */
  record ReservationNotActive(String name, long from) implements Blocker {
    @Override
    public String sentence() {
      return "its reservation %s begins at %s".formatted(name, Instant.ofEpochMilli(from));
    }
  }

  /** The pass ran out of its budget; the job is first in the next one. */
  record PassBudget(long units) implements Blocker {
    @Override
    public String sentence() {
      return "the pass used up its budget of %d work units before this job".formatted(units);
    }
  }

  /** Just submitted, no pass has looked at it yet. */
  record NotYetLookedAt() implements Blocker {
    @Override
    public String sentence() {
      return "no pass has looked at it yet";
    }
  }
}
