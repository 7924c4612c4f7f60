package dev.weir.model.verdict;

import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;

/** The smallest change that would let a job start. */
public sealed interface Change {
  String sentence();

  /** Free or add devices. */
  record MoreDevices(String models, long milli) implements Change {
    @Override
    public String sentence() {
      return "%s more %s would do".formatted(Amounts.devices(milli), models);
    }
  }

  /** A bigger node. */
  record BiggerNode(String resource, long needed, long largest) implements Change {
    @Override
    public String sentence() {
      return "a node with %s of %s would do; the largest has %s"
          .formatted(Amounts.of(resource, needed), resource, Amounts.of(resource, largest));
    }
  }

  /** A higher limit of a queue. */
  record HigherLimit(QueueId queue, String resource, long to) implements Change {
    @Override
    public String sentence() {
      return "a limit of %s of %s on queue %s would do"
          .formatted(Amounts.of(resource, to), resource, queue);
    }
  }

  /** More free amount of a countable resource on a node or in the fleet. */
  record MoreOf(String resource, long amount) implements Change {
    @Override
    public String sentence() {
      return "%s more of %s would do".formatted(Amounts.of(resource, amount), resource);
    }
  }

  /** A wider topology level than the one required. */
  record WiderLevel(String level) implements Change {
    @Override
    public String sentence() {
      return "requiring only level " + level + " would do";
    }
  }

  /** Fewer tasks. */
  record FewerTasks(int tasks) implements Change {
    @Override
    public String sentence() {
      return tasks + " tasks would fit";
    }
  }

  /** Another job's end. */
  record EndOf(JobId job, long at) implements Change {
    @Override
    public String sentence() {
      return "job %s ends by %s".formatted(job, java.time.Instant.ofEpochMilli(at));
    }
  }

  /** A condition on nodes that is dropped. */
  record DropCondition(String condition) implements Change {
    @Override
    public String sentence() {
      return "without the condition %s it would fit".formatted(condition);
    }
  }

  /** Time alone. */
  record WaitUntil(long at) implements Change {
    @Override
    public String sentence() {
      return "wait until " + java.time.Instant.ofEpochMilli(at);
    }
  }

  /** An act of a person. */
  record Act(String what) implements Change {
    @Override
    public String sentence() {
      return what;
    }
  }
}
