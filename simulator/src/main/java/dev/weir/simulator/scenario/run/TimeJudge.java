package dev.weir.simulator.scenario.run;

import dev.weir.engine.job.Job;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.verdict.Verdict;
import dev.weir.simulator.scenario.Check;
import dev.weir.simulator.scenario.VerdictKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** When jobs start and end, why they wait, and what was taken from them. */
final class TimeJudge {
  private final Judge judge;

  TimeJudge(Judge judge) {
    this.judge = judge;
  }

  Optional<String> objection(Check.OfTimes check) {
    return switch (check) {
      case Check.RunningJobs c -> runningJobs(c);
      case Check.Waiting c ->
          judge.each(
              c.job(),
              "to wait" + because(c.verdict(), c.saying()),
              id -> waits(id, c.verdict(), c.saying()));
      case Check.Rejected c ->
          judge.each(
              c.job(),
              "to be refused" + because(c.verdict(), c.saying()),
              id -> refused(id, c.verdict(), c.saying()));
      case Check.Evictions c -> evictions(c);
      case Check.FixedPoint(int passes) -> fixedPoint(passes);
      case Check.Started c ->
          judge.each(
              c.job(),
              "to have started" + when(c.at(), c.notBefore(), c.notAfter(), c.within()),
              id -> started(id, c));
      case Check.Ended c ->
          judge.each(
              c.job(),
              "to have ended" + when(c.at(), c.notBefore(), c.notAfter(), Optional.empty()),
              id -> ended(id, c));
      case Check.Planned c -> planned(c);
      case Check.Postponed c ->
          judge.each(
              c.job(),
              "to have its planned start moved to a later time at most " + c.atMost() + " times",
              id ->
                  judge.log().postponements(id) <= c.atMost()
                      ? Optional.empty()
                      : Optional.of("it was " + judge.log().postponements(id) + " times"));
      case Check.DroppedFacts(int atLeast) -> {
        long dropped = judge.engineState().dropped();
        yield dropped >= atLeast
            ? Optional.empty()
            : Optional.of(
                "expected at least %d facts to be dropped, but %d were"
                    .formatted(atLeast, dropped));
      }
    };
  }

  private Optional<String> runningJobs(Check.RunningJobs c) {
    List<JobId> jobs = judge.ids(c.of());
    List<JobId> running = jobs.stream().filter(judge::runs).toList();
    return count(running.size(), c.exactly(), c.atLeast(), c.atMost())
        .map(
            wanted ->
                "expected %s of %s to run, but %d of %d do (%s)"
                    .formatted(
                        wanted,
                        String.join(", ", c.of()),
                        running.size(),
                        jobs.size(),
                        jobs.stream()
                            .filter(j -> !judge.runs(j))
                            .findFirst()
                            .map(judge::tell)
                            .orElse("all run")));
  }

  /** What was wanted, when the number is not that. */
  private static Optional<String> count(
      int number, Optional<Integer> exactly, Optional<Integer> least, Optional<Integer> most) {
    if (exactly.isPresent()) {
      return number == exactly.get() ? Optional.empty() : Optional.of("exactly " + exactly.get());
    }
    if (least.isPresent() && number < least.get()) {
      return Optional.of("at least " + least.get());
    }
    return most.filter(m -> number > m).map(m -> "at most " + m);
  }

  // ------------------------------------------------------------------ verdicts

  private static String because(Optional<VerdictKind> verdict, List<String> saying) {
    String kind = verdict.map(v -> " with the verdict " + v.word()).orElse("");
    return saying.isEmpty()
        ? kind
        : kind + saying.stream().collect(Collectors.joining("\", \"", " saying \"", "\""));
  }

  private Optional<String> waits(JobId id, Optional<VerdictKind> kind, List<String> saying) {
    Optional<Job> job = judge.job(id);
    boolean waits =
        job.isPresent()
            && (job.get().state == JobState.QUEUED || job.get().state == JobState.SUSPENDED);
    Optional<Verdict> verdict = judge.verdict(id);
    if (!waits || !judge.log().submitted(id)) {
      return Optional.of(judge.tell(id));
    }
    return fits(verdict, kind, saying) ? Optional.empty() : Optional.of(toldOf(id, verdict));
  }

  private Optional<String> refused(JobId id, Optional<VerdictKind> kind, List<String> saying) {
    Optional<Verdict> refusal = judge.log().refusal(id);
    if (refusal.isEmpty()) {
      return Optional.of(judge.tell(id));
    }
    return fits(refusal, kind, saying) ? Optional.empty() : Optional.of(toldOf(id, refusal));
  }

  private boolean fits(Optional<Verdict> verdict, Optional<VerdictKind> kind, List<String> saying) {
    if (verdict.isEmpty()) {
      return kind.isEmpty() && saying.isEmpty();
    }
    String sentence = judge.sentence(verdict.get());
    return kind.map(k -> k.blocker().isInstance(verdict.get().blocker())).orElse(true)
        && saying.stream().allMatch(sentence::contains);
  }

  private String toldOf(JobId id, Optional<Verdict> verdict) {
    return verdict
        .map(
            v ->
                "the verdict is %s: %s"
                    .formatted(VerdictKind.of(v.blocker()).word(), judge.sentence(v)))
        .orElse(judge.name(id) + " has no verdict");
  }

  // ------------------------------------------------------------------ evictions

  Optional<String> victims(List<String> references) {
    List<JobId> allowed = judge.ids(references);
    return judge.log().evictions().stream()
        .filter(e -> !allowed.contains(e.job()))
        .findFirst()
        .map(
            e -> "expected victims only among %s, but %s".formatted(judge.names(allowed), told(e)));
  }

  private String told(Log.Eviction e) {
    return "%s was one at %s (%s)".formatted(judge.name(e.job()), Times.of(e.at()), e.how());
  }

  private Optional<String> evictions(Check.Evictions c) {
    List<JobId> of = judge.ids(c.of());
    long after = c.after().map(Duration::toMillis).orElse(Long.MIN_VALUE);
    List<Log.Eviction> counted =
        judge.log().evictions().stream()
            .filter(e -> e.at() > after && (of.isEmpty() || of.contains(e.job())))
            .toList();
    return count(counted.size(), c.exactly(), c.atLeast(), c.atMost())
        .map(
            wanted ->
                "expected %s evictions%s, but there were %d%s"
                    .formatted(
                        wanted,
                        of.isEmpty() ? "" : " of " + String.join(", ", c.of()),
                        counted.size(),
                        counted.isEmpty()
                            ? ""
                            : counted.stream()
                                .limit(12)
                                .map(this::told)
                                .collect(Collectors.joining("; ", ": ", ""))));
  }

  private Optional<String> fixedPoint(int passes) {
    long made = judge.log().passes();
    if (made < passes) {
      return Optional.of(
          "expected %d passes without an eviction, but there were only %d passes"
              .formatted(passes, made));
    }
    return judge.log().evictions().stream()
        .filter(e -> e.pass() > made - passes)
        .findFirst()
        .map(
            e ->
                "expected the newest %d of %d passes to take nothing away, but %s, in pass %d"
                    .formatted(passes, made, told(e), e.pass()));
  }

  // ------------------------------------------------------------------ times

  private static String when(
      Optional<Duration> at,
      Optional<Duration> notBefore,
      Optional<Duration> notAfter,
      Optional<Duration> within) {
    return at.map(t -> " at " + text(t)).orElse("")
        + notBefore.map(t -> " not before " + text(t)).orElse("")
        + notAfter.map(t -> " not after " + text(t)).orElse("")
        + within.map(t -> " within " + text(t) + " of its submission").orElse("");
  }

  private static String text(Duration time) {
    return Times.of(time.toMillis());
  }

  private static boolean fits(
      long time, Optional<Duration> at, Optional<Duration> notBefore, Optional<Duration> notAfter) {
    return at.map(t -> time == t.toMillis()).orElse(true)
        && notBefore.map(t -> time >= t.toMillis()).orElse(true)
        && notAfter.map(t -> time <= t.toMillis()).orElse(true);
  }

  private Optional<Long> startedAt(JobId id) {
    return judge.log().starts(id).stream().findFirst().map(Log.Start::at);
  }

  private Optional<String> started(JobId id, Check.Started c) {
    Optional<Long> at = startedAt(id);
    if (at.isEmpty()) {
      return Optional.of(judge.tell(id));
    }
    long waited = at.get() - judge.log().submittedAt(id).orElse(0L);
    boolean holds =
        fits(at.get(), c.at(), c.notBefore(), c.notAfter())
            && c.within().map(w -> waited <= w.toMillis()).orElse(true);
    return holds ? Optional.empty() : Optional.of("it started at " + Times.of(at.get()));
  }

  private Optional<String> ended(JobId id, Check.Ended c) {
    Optional<Log.End> end = judge.log().end(id);
    if (end.isEmpty()) {
      return Optional.of(judge.tell(id));
    }
    return fits(end.get().at(), c.at(), c.notBefore(), c.notAfter())
        ? Optional.empty()
        : Optional.of("it ended at " + Times.of(end.get().at()));
  }

  private Optional<String> planned(Check.Planned c) {
    String expected =
        c.absent()
            ? "to have no planned start"
            : "to have a planned start"
                + when(c.at(), c.notBefore(), c.notAfter(), Optional.empty());
    return judge.each(
        c.job(),
        expected,
        id -> {
          Optional<Long> at = plannedAt(id);
          if (at.isEmpty()) {
            return c.absent() ? Optional.empty() : Optional.of("none: " + judge.tell(id));
          }
          return !c.absent() && fits(at.get(), c.at(), c.notBefore(), c.notAfter())
              ? Optional.empty()
              : Optional.of("it is planned for " + Times.of(at.get()));
        });
  }

  private Optional<Long> plannedAt(JobId id) {
    return judge
        .job(id)
        .filter(j -> j.state == JobState.QUEUED)
        .flatMap(j -> Optional.ofNullable(j.planned))
        .map(p -> p.at());
  }

  // ------------------------------------------------------------------ order

  Optional<String> startOrder(List<String> references) {
    JobId before = null;
    for (JobId id : judge.ids(references)) {
      if (judge.log().starts(id).isEmpty()) {
        return Optional.of(
            "expected %s to have started, but %s".formatted(judge.name(id), judge.tell(id)));
      }
      if (before != null && order(before) > order(id)) {
        return Optional.of(
            "expected %s to start before %s, but they started at %s and %s"
                .formatted(
                    judge.name(before),
                    judge.name(id),
                    Times.of(startedAt(before).orElseThrow()),
                    Times.of(startedAt(id).orElseThrow())));
      }
      before = id;
    }
    return Optional.empty();
  }

  private long order(JobId id) {
    return judge.log().starts(id).getFirst().order();
  }

  Optional<String> noOvertaking(List<String> references) {
    List<JobId> jobs = judge.ids(references).stream().filter(judge.log()::submitted).toList();
    for (JobId higher : jobs) {
      for (JobId lower : jobs) {
        boolean mayNot =
            spec(higher).priority() > spec(lower).priority() && tasks(higher) <= tasks(lower);
        if (mayNot && begins(higher) > begins(lower)) {
          return Optional.of(
              "expected %s (priority %d, %d tasks) no later than %s (priority %d, %d tasks), but the"
                      .formatted(
                          judge.name(higher),
                          spec(higher).priority(),
                          tasks(higher),
                          judge.name(lower),
                          spec(lower).priority(),
                          tasks(lower))
                  + " first is planned for %s and the second for %s"
                      .formatted(beginning(higher), beginning(lower)));
        }
      }
    }
    return Optional.empty();
  }

  private JobSpec spec(JobId id) {
    return judge.cast().spec(id);
  }

  private int tasks(JobId id) {
    return spec(id).roles().stream().mapToInt(r -> r.count()).sum();
  }

  private long begins(JobId id) {
    return startedAt(id).or(() -> plannedAt(id)).orElse(Long.MAX_VALUE);
  }

  private String beginning(JobId id) {
    return begins(id) == Long.MAX_VALUE ? "no time" : Times.of(begins(id));
  }
}
