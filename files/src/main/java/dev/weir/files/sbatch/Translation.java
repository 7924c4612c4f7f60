package dev.weir.files.sbatch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.files.bind.Durations;
import dev.weir.files.bind.Malformed;
import dev.weir.files.document.ArrayFields;
import dev.weir.files.document.IndexList;
import dev.weir.files.document.SignalBefore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the job file that says what a script says. */
final class Translation {
  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final Pattern ARRAY = Pattern.compile("([^%]+)(?:%([0-9]{1,6}))?");
  private static final Pattern STEP = Pattern.compile("[0-9]+-[0-9]+:([0-9]+)");

  private final Settings set;
  private final Submitter submitter;
  private final ObjectNode job;
  private boolean singleton;

  Translation(Settings set, Submitter submitter, ObjectNode job) {
    this.set = set;
    this.submitter = submitter;
    this.job = job;
  }

  boolean singleton() {
    return singleton;
  }

  void run(String file, String text) {
    String name = set.text("job-name").orElseGet(() -> lastPart(file));
    job.put("name", plainName(name));
    job.put("queue", queue());
    Room room = Room.of(set);
    job.put("script", text).put("firstTaskOnly", true).put("count", room.shares());
    if (!submitter.arguments().isEmpty()) {
      submitter.arguments().forEach(job.putArray("command")::add);
    }
    job.put("workingDirectory", folder());
    resources(room);
    times();
    rules();
    dependencies();
    where();
    environment(room, name);
  }

  private static String lastPart(String file) {
    Path last = Path.of(file).getFileName();
    return last == null || file.equals("-") ? "sbatch" : last.toString();
  }

  /** Names of jobs are plainer here; the script still sees its own. */
  private String plainName(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[._-]+|[._-]+$", "");
    String given = plain.isEmpty() ? "sbatch" : plain;
    if (!given.equals(name)) {
      set.note("job-name", "the job is listed as " + given);
    }
    return given;
  }

  private String folder() {
    Optional<String> chosen = set.text("chdir");
    return chosen
        .map(c -> Path.of(submitter.folder()).resolve(c).normalize().toString())
        .orElse(submitter.folder());
  }

  /** Slurm has partitions of nodes and accounts of tenants; a queue is nearest to an account. */
  private String queue() {
    if (submitter.queue().isPresent()) {
      return submitter.queue().get();
    }
    Set<String> wanted = new LinkedHashSet<>();
    set.text("account").ifPresent(wanted::add);
    set.text("partition").ifPresent(names -> wanted.addAll(List.of(names.split(","))));
    if (wanted.isEmpty()) {
      return "default";
    }
    String first = wanted.iterator().next();
    String chosen =
        submitter
            .queues()
            .map(known -> wanted.stream().filter(known::contains).findFirst().orElse("default"))
            .orElse(first);
    if (wanted.size() > 1 || !chosen.equals(first)) {
      String option = set.has("account") ? "account" : "partition";
      set.note(option, "the queue is %s (of %s)".formatted(chosen, String.join(", ", wanted)));
    }
    return chosen;
  }

  private void resources(Room room) {
    job.put("cpu", room.cpus());
    if (room.mebibytes() > 0) {
      job.put("memory", room.mebibytes() + "Mi");
    }
    room.gpus().ifPresent(this::devices);
    set.text("licenses").ifPresent(text -> licences(room));
    set.value("container-image", text -> text.replace('#', '/').replaceFirst("^docker://", ""))
        .ifPresent(image -> job.put("image", image));
  }

  private void devices(GpuRequest gpus) {
    ObjectNode devices = job.putObject("devices");
    devices.put("count", gpus.count());
    List<String> models = gpus.models();
    if (!models.isEmpty()) {
      models.forEach(devices.putArray("model")::add);
    }
    gpus.profile().ifPresent(profile -> devices.put("mig", profile));
    if (gpus.milli() < 1000) {
      devices.put("share", gpus.milli() + "m");
    }
  }

  private void licences(Room room) {
    ObjectNode licences = job.putObject("licences");
    set.value(
        "licenses",
        text -> {
          for (String part : text.split("[,;]")) {
            String[] words = part.split("[:=]", 2);
            int count = words.length > 1 ? SlurmNumbers.count(words[1]) : 1;
            if (count % room.shares() != 0) {
              throw new Malformed(
                  "cannot be shared evenly by %d nodes".formatted(room.shares()),
                  "a multiple of " + room.shares(),
                  Optional.empty());
            }
            licences.put(words[0], count / room.shares());
          }
          return text;
        });
  }

  private void times() {
    set.value("time", SlurmTimes::limit)
        .flatMap(limit -> limit)
        .ifPresent(limit -> job.put("timeLimit", Durations.format(limit)));
    moment("begin").ifPresent(at -> job.put("notBefore", at.toString()));
    moment("deadline").ifPresent(at -> job.put("deadline", at.toString()));
    Optional<SignalBefore> signal = set.value("signal", SlurmNumbers::signal);
    signal.ifPresent(this::warning);
    if (signal.isPresent() && !set.has("time")) {
      set.note("signal", "nothing warns before a limit that there is none of");
    }
  }

  private Optional<Instant> moment(String option) {
    return set.value(option, text -> SlurmTimes.moment(text, submitter.now(), submitter.zone()));
  }

  private void warning(SignalBefore signal) {
    job.putObject("warning")
        .put("signal", signal.signal())
        .put("before", Durations.format(signal.before()))
        .put("shellOnly", signal.shellOnly());
  }

  private void rules() {
    ObjectNode interruption = job.putObject("interruption");
    // Slurm sends SIGTERM and waits; scripts know nothing of a request to save.
    interruption.put("stop", "stop-then-save");
    set.value("signal", SlurmNumbers::signal)
        .ifPresent(s -> interruption.put("grace", Durations.format(s.before())));
    if (set.has("no-requeue") && set.has("requeue")) {
      set.refuse("requeue", "excludes no-requeue", "one of the two");
    } else if (set.has("no-requeue")) {
      interruption.put("preemptible", false);
      job.put("maxRestarts", 0);
    }
    set.value("priority", SlurmNumbers::countOrNone).ifPresent(p -> job.put("priority", p));
    set.value("nice", text -> text.isEmpty() ? 100 : nice(text))
        .ifPresent(nice -> job.put("priority", -nice));
    set.value("reservation", Translation::oneName).ifPresent(r -> job.put("reservation", r));
    set.text("qos")
        .ifPresent(qos -> set.note("qos", "has no meaning of its own; a queue has its rules"));
    array();
  }

  private static int nice(String text) {
    if (!text.matches("-?[0-9]{1,6}")) {
      throw new Malformed("no number", "a number such as 100", Optional.empty());
    }
    return Integer.parseInt(text);
  }

  private static String oneName(String text) {
    if (text.contains(",")) {
      throw new Malformed("several names", "one name", Optional.empty());
    }
    return text;
  }

  private void array() {
    set.value("array", Translation::readArray)
        .ifPresent(
            array -> {
              ObjectNode fields = job.putObject("array");
              array.indices().ifPresent(list -> fields.put("indices", list.text()));
              array.atOnce().ifPresent(most -> fields.put("atOnce", most));
            });
  }

  private static ArrayFields readArray(String text) {
    Matcher form = ARRAY.matcher(text);
    if (!form.matches()) {
      throw new Malformed(
          "no list of numbers", "such as 0-15, 1,3,5 or 0-99:2%4", Optional.empty());
    }
    Optional<Integer> atOnce = Optional.ofNullable(form.group(2)).map(SlurmNumbers::count);
    return new ArrayFields(Optional.empty(), Optional.of(IndexList.parse(form.group(1))), atOnce);
  }

  private void dependencies() {
    Optional<DependencyList> list = set.value("dependency", DependencyList::parse);
    singleton = list.map(DependencyList::singleton).orElse(false);
    list.map(DependencyList::after)
        .filter(after -> !after.isEmpty())
        .ifPresent(
            after -> {
              ArrayNode before = job.putArray("dependsOn");
              after.forEach(
                  a -> before.addObject().put("job", a.job()).put("condition", a.condition()));
            });
  }

  private void where() {
    Optional<Constraint> constraint = set.value("constraint", Constraint::parse);
    List<Map<String, List<String>>> hosts = new ArrayList<>();
    set.text("nodelist").ifPresent(text -> hosts.add(hosts("nodelist", "in")));
    set.text("exclude").ifPresent(text -> hosts.add(hosts("exclude", "not-in")));
    constraint.ifPresent(this::models);
    List<List<String>> terms = constraint.map(Constraint::labels).orElse(List.of());
    if (terms.isEmpty() && hosts.isEmpty()) {
      return;
    }
    ArrayNode anyOf = job.putObject("where").putArray("anyOf");
    for (List<String> term : terms.isEmpty() ? List.of(List.<String>of()) : terms) {
      ArrayNode expressions = anyOf.addObject().putArray("expressions");
      for (String label : term) {
        expressions.addObject().put("key", label).put("operator", "exists");
      }
      for (Map<String, List<String>> host : hosts) {
        host.forEach(
            (operator, names) -> {
              ObjectNode condition =
                  expressions.addObject().put("key", HOSTNAME).put("operator", operator);
              names.forEach(condition.putArray("values")::add);
            });
      }
    }
    if (!terms.isEmpty()) {
      set.note("constraint", "nodes must carry the labels " + terms);
    }
  }

  private Map<String, List<String>> hosts(String option, String operator) {
    List<String> names = set.value(option, Hostlist::expand).orElse(List.of("none"));
    return Map.of(operator, names);
  }

  /** A feature that is a model of device says which devices are welcome. */
  private void models(Constraint constraint) {
    if (constraint.models().isEmpty()) {
      return;
    }
    if (job.get("devices") instanceof ObjectNode devices && !devices.has("model")) {
      constraint.models().forEach(devices.putArray("model")::add);
    } else {
      set.note("constraint", "the devices asked for say the model already");
    }
  }

  private void environment(Room room, String name) {
    ExportedVariables exported =
        ExportedVariables.of(set.text("export").orElse("ALL"), submitter.environment());
    for (String held : exported.heldBack()) {
      set.note(
          "export",
          held
              + " looks like a secret and is not handed on (name it, or use secrets: in a job file)");
    }
    submitter.environment().keySet().stream()
        .filter(variable -> variable.startsWith("SBATCH_"))
        .sorted()
        .forEach(variable -> set.note("", "the variable " + variable + " is not read"));
    Map<String, String> all = new TreeMap<>(exported.variables());
    all.putAll(SlurmVariables.of(set, room, submitter, name));
    set.value("array", Translation::readArray)
        .ifPresent(
            array -> {
              Matcher step = STEP.matcher(set.text("array").orElse(""));
              int by = step.find() ? Integer.parseInt(step.group(1)) : 1;
              all.putAll(SlurmVariables.ofArray(array, by));
            });
    ObjectNode environment = job.putObject("environment");
    all.forEach(environment::put);
  }
}
