package dev.weir.simulator.scenario.run;

import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.simulator.scenario.Names;
import dev.weir.simulator.scenario.ScenarioFile;
import dev.weir.simulator.scenario.Step;
import dev.weir.simulator.scenario.Submission;
import dev.weir.simulator.world.JobProfile;
import dev.weir.simulator.world.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who plays: all deeds of a timeline in their order, and the jobs by their names. */
final class Cast {
  private static final Pattern NUMBERED = Pattern.compile("(.+)#([1-9][0-9]*)");
  private static final Pattern IDENTITY = Pattern.compile("\\bj([0-9]+)\\b");

  /**
   * One deed at its time.
   *
   * @param jobs the jobs of a submission, else none
   */
  record Scene(long at, Step step, int repetition, List<JobSpec> jobs) {}

  private final List<Scene> scenes = new ArrayList<>();
  private final Map<String, List<JobId>> byName = new LinkedHashMap<>();
  private final Map<JobId, JobSpec> specs = new LinkedHashMap<>();
  private final List<Workload.Entry> entries = new ArrayList<>();

  private Cast() {}

  static Cast of(ScenarioFile scenario) {
    Cast cast = new Cast();
    List<Scene> bare = new ArrayList<>();
    for (Step step : scenario.timeline()) {
      for (int i = 0; i < step.times(); i++) {
        bare.add(new Scene(step.at(i).toMillis(), step, i, List.of()));
      }
    }
    bare.sort(Comparator.comparingLong(Scene::at)); // stable: equal times keep their order
    IdentityHashMap<Scene, List<JobId>> ids = cast.assignIds(bare);
    for (Scene scene : bare) {
      cast.scenes.add(cast.filled(scene, ids));
    }
    return cast;
  }

  /** Ids go by the order of submission; dependencies may name jobs that come later. */
  private IdentityHashMap<Scene, List<JobId>> assignIds(List<Scene> bare) {
    IdentityHashMap<Scene, List<JobId>> ids = new IdentityHashMap<>();
    long next = 1;
    for (Scene scene : bare) {
      if (scene.step().deed() instanceof Submission s) {
        List<JobId> own = new ArrayList<>();
        for (int i = 0; i < s.job().names().size(); i++) {
          own.add(new JobId(next++));
        }
        ids.put(scene, own);
        byName.computeIfAbsent(s.job().name(), _ -> new ArrayList<>()).addAll(own);
      }
    }
    return ids;
  }

  private Scene filled(Scene scene, IdentityHashMap<Scene, List<JobId>> ids) {
    if (!(scene.step().deed() instanceof Submission s)) {
      return scene;
    }
    Iterator<JobId> own = ids.getOrDefault(scene, List.of()).iterator();
    List<JobSpec> jobs =
        s.toSpecs(scene.repetition(), scene.step().times(), own::next, this::dependency);
    for (JobSpec job : jobs) {
      specs.put(job.id(), job);
      List<JobId> same = byName.computeIfAbsent(job.name(), _ -> new ArrayList<>());
      if (!same.contains(job.id())) {
        same.add(job.id());
      }
      entries.add(new Workload.Entry(scene.at(), job, profile(s)));
    }
    return new Scene(scene.at(), scene.step(), scene.repetition(), jobs);
  }

  /** A name that nobody has gets an identity that nobody has. */
  private List<JobId> dependency(String name) {
    List<JobId> named = byName.get(name);
    return named == null ? List.of(new JobId(Long.MAX_VALUE)) : List.copyOf(named);
  }

  private static JobProfile profile(Submission s) {
    if (s.runs().isEmpty()) {
      return JobProfile.endless();
    }
    JobProfile.Outcome outcome =
        switch (s.ends()) {
          case COMPLETED -> JobProfile.Outcome.COMPLETED;
          case FAILED -> JobProfile.Outcome.FAILED;
          case CANCELLED -> JobProfile.Outcome.CANCELLED;
        };
    return new JobProfile(s.runs().get().toMillis(), "", outcome);
  }

  List<Scene> scenes() {
    return scenes;
  }

  Workload workload() {
    return Workload.of(entries);
  }

  JobSpec spec(JobId id) {
    JobSpec spec = specs.get(id);
    if (spec == null) {
      throw new IllegalStateException("no job " + id);
    }
    return spec;
  }

  /** The job's name, with its number when several have it. */
  String name(JobId id) {
    JobSpec spec = specs.get(id);
    if (spec == null) {
      return id.toString();
    }
    List<JobId> same = byName.getOrDefault(spec.name(), List.of(id));
    return same.size() == 1 ? spec.name() : spec.name() + "#" + (same.indexOf(id) + 1);
  }

  /** A sentence of the engine, with the jobs' names in place of their identities. */
  String named(String sentence) {
    Matcher identity = IDENTITY.matcher(sentence);
    return identity.replaceAll(
        m -> Matcher.quoteReplacement(name(new JobId(Long.parseLong(m.group(1))))));
  }

  /**
   * The jobs that a name in the document stands for: the newest of the name that has been
   * submitted, the numbered one, or all that match a pattern.
   */
  List<JobId> find(String reference, Log log) {
    Matcher numbered = NUMBERED.matcher(reference);
    if (numbered.matches()) {
      List<JobId> same = byName.getOrDefault(numbered.group(1), List.of());
      int number = Integer.parseInt(numbered.group(2));
      return number <= same.size() ? List.of(same.get(number - 1)) : List.of();
    }
    if (reference.contains("*")) {
      Pattern pattern = Names.pattern(reference);
      return specs.values().stream()
          .filter(s -> pattern.matcher(s.name()).matches())
          .map(JobSpec::id)
          .toList();
    }
    List<JobId> same = byName.getOrDefault(reference, List.of());
    List<JobId> submitted = same.stream().filter(log::submitted).toList();
    if (submitted.isEmpty()) {
      return same.isEmpty() ? List.of() : List.of(same.getFirst());
    }
    return List.of(submitted.getLast());
  }
}
