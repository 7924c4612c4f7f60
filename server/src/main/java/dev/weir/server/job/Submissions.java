package dev.weir.server.job;

import dev.weir.api.wire.SubmitAnswer;
import dev.weir.api.wire.SubmitAnswer.Submitted;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.control.Origin;
import dev.weir.control.Turn;
import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.document.Cluster;
import dev.weir.files.document.JobChecks;
import dev.weir.files.document.JobFile;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.problem.Problem;
import dev.weir.model.verdict.Verdict;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.problem.Refusal;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.store.Answered;
import dev.weir.store.JobRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** Takes jobs in: read strictly, checked against the fleet's names, durable before the answer. */
public final class Submissions {
  private static final DocumentReader<JobFile> READER = DocumentReader.of(JobFile.class);

  /** Most jobs of one request, so that one request is not one endless transaction. */
  private static final int MOST = 100_000;

  /** Most characters of all jobs of one request: each element of an array is written as its own. */
  private static final long MOST_TEXT = 512L << 20;

  private final ServerRuntime runtime;
  private final FleetNames names;
  private final KnownJobs jobs;

  /** Requests of one key go one after another, so that two of them do not both submit. */
  private final ReentrantLock[] turnstiles = new ReentrantLock[256];

  public Submissions(ServerRuntime runtime, FleetNames names, KnownJobs jobs) {
    this.runtime = runtime;
    this.names = names;
    this.jobs = jobs;
    Arrays.setAll(turnstiles, _ -> new ReentrantLock());
  }

  /**
   * Submits all jobs of a request, or none.
   *
   * @throws InvalidDocument with everything that is wrong
   */
  public SubmitAnswer submit(Caller caller, SubmitRequest request, String via) {
    if (request.key().isEmpty()) {
      return submitOnce(caller, request, via);
    }
    String key = caller.name() + '\n' + request.key().get();
    ReentrantLock turnstile = turnstiles[Math.floorMod(key.hashCode(), turnstiles.length)];
    turnstile.lock();
    try {
      Optional<Answered> former = runtime.store().reads().byKey(caller.name(), request.key().get());
      return former.isPresent() ? again(former.get()) : submitOnce(caller, request, via);
    } finally {
      turnstile.unlock();
    }
  }

  private SubmitAnswer again(Answered former) {
    List<Submitted> submitted = new ArrayList<>();
    for (JobId id : former.jobs()) {
      String name = runtime.store().reads().job(id).map(JobRow::name).orElse("");
      submitted.add(new Submitted(id.toString(), name, Optional.empty()));
    }
    return new SubmitAnswer(former.turn(), submitted, true);
  }

  private SubmitAnswer submitOnce(Caller caller, SubmitRequest request, String via) {
    List<Document<JobFile>> documents =
        READER.documents(new SourceText(request.name(), request.text()));
    Map<String, List<JobId>> others = jobs.named(caller, documents);
    check(caller, documents, others);
    limitText(request, documents);
    List<JobSpec> specs = specs(caller, documents, others, request.dryRun());
    if (request.dryRun()) {
      return new SubmitAnswer(
          0,
          specs.stream().map(s -> new Submitted("", s.name(), Optional.empty())).toList(),
          false);
    }
    List<Event> events = specs.stream().map(s -> (Event) new Event.JobSubmitted(s)).toList();
    Turn turn = runtime.submit(events, Origin.of(caller.name(), via, request.key()));
    return answer(turn, specs);
  }

  private void check(
      Caller caller, List<Document<JobFile>> documents, Map<String, List<JobId>> others) {
    List<Problem> problems = new ArrayList<>();
    JobChecks checks = JobChecks.ofNames(usableBy(caller));
    int total = 0;
    for (Document<JobFile> document : documents) {
      problems.addAll(checks.check(document).problems());
      Findings own = document.findings();
      mayAct(caller, document.value(), own);
      total += document.value().names().size();
      if (total > MOST) {
        own.report("array", "more jobs than one request may submit", "at most " + MOST);
      }
      problems.addAll(own.problems());
    }
    JobChecks.checkDependencies(documents, others.keySet())
        .forEach(f -> problems.addAll(f.problems()));
    if (!problems.isEmpty()) {
      throw new InvalidDocument(problems);
    }
  }

  private static void limitText(SubmitRequest request, List<Document<JobFile>> documents) {
    long elements = documents.stream().mapToLong(d -> d.value().names().size()).max().orElse(0);
    if (elements * request.text().length() > MOST_TEXT) {
      throw Refusal.of(
          413,
          "too-large",
          "Jobs too large",
          "%d jobs of up to %d characters; an array of so many needs a shorter job file"
              .formatted(elements, request.text().length()));
    }
  }

  /** A queue that the caller may not use does not exist for the caller. */
  private Cluster usableBy(Caller caller) {
    Cluster all = names.cluster();
    if (caller.rights().everywhere(Role.USER)) {
      return all;
    }
    return new Cluster(
        all.name(),
        all.devices(),
        all.topology(),
        all.nodes(),
        all.licences(),
        all.queues().stream().filter(q -> caller.rights().may(Role.USER, q.id().value())).toList(),
        all.reservations());
  }

  private static void mayAct(Caller caller, JobFile job, Findings findings) {
    boolean forOther = job.user().filter(u -> !u.equals(caller.name())).isPresent();
    if (forOther && !caller.rights().may(Role.OPERATOR, job.queue())) {
      findings.report(
          "user", "only an operator of the queue submits for others", "\"" + caller.name() + "\"");
    }
  }

  private List<JobSpec> specs(
      Caller caller,
      List<Document<JobFile>> documents,
      Map<String, List<JobId>> others,
      boolean dryRun) {
    // All ids first: a document may depend on one that stands below it.
    Map<String, List<JobId>> known = new TreeMap<>(others);
    List<List<JobId>> own = new ArrayList<>();
    for (Document<JobFile> document : documents) {
      List<JobId> ids = new ArrayList<>();
      for (int i = 0; i < document.value().names().size(); i++) {
        ids.add(dryRun ? new JobId(Long.MAX_VALUE - ids.size()) : runtime.nextJob());
      }
      own.add(ids);
      known.put(document.value().name(), ids);
    }
    List<JobSpec> specs = new ArrayList<>();
    for (int i = 0; i < documents.size(); i++) {
      Iterator<JobId> ids = own.get(i).iterator();
      specs.addAll(
          documents
              .get(i)
              .value()
              .toSpecs(ids::next, caller.name(), name -> known.getOrDefault(name, List.of())));
    }
    return specs;
  }

  private static SubmitAnswer answer(Turn turn, List<JobSpec> specs) {
    Map<JobId, Verdict> refused = new TreeMap<>();
    for (Action action : turn.plan().actions()) {
      if (action instanceof Action.Reject reject) {
        refused.put(reject.job(), reject.verdict());
      }
    }
    List<Submitted> submitted = new ArrayList<>();
    for (JobSpec spec : specs) {
      submitted.add(
          new Submitted(
              spec.id().toString(),
              spec.name(),
              Optional.ofNullable(refused.get(spec.id())).map(Verdict::sentence)));
    }
    if (submitted.stream().allMatch(s -> s.refused().isPresent())) {
      throw Refusal.of(
          422,
          "rejected",
          "Can never run",
          String.join(
              "\n",
              submitted.stream()
                  .map(s -> "job " + s.name() + " (" + s.id() + ") " + s.refused().orElse(""))
                  .toList()));
    }
    return new SubmitAnswer(turn.sequence(), submitted, false);
  }
}
