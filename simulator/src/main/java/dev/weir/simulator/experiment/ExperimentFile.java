package dev.weir.simulator.experiment;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.ScalarFormat;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.simulator.run.Forecasts;
import dev.weir.simulator.run.Protocol;
import dev.weir.simulator.world.ColocationSpeed;
import dev.weir.simulator.world.DeviceSpeed;
import dev.weir.simulator.world.Failures;
import dev.weir.simulator.world.Overheads;
import dev.weir.simulator.world.PlacementSpeed;
import dev.weir.simulator.world.ScaleSpeed;
import dev.weir.simulator.world.WorldModels;
import dev.weir.traces.TraceFormats;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An experiment as people write it. Paths are relative to the file. */
@Kind("Experiment")
@Doc("An experiment: a trace, policies, seeds and every constant of the simulated world.")
public record ExperimentFile(
    @Doc("Short name; stands in results.") String name,
    @Doc("What it shows, for the report.") @Default("") String description,
    @Doc("The trace to run.") TraceEntry trace,
    @Doc("Cluster file to use in place of the trace's nodes.") Optional<String> cluster,
    @Doc("timed: jobs arrive, run and leave; inflation: they arrive one by one and never leave.")
        @Default("timed")
        Protocol protocol,
    @Doc(
            "Offered load: timed arrivals are moved together or apart until offered device-seconds ÷"
                + " (devices × arrival span) is this; with inflation jobs are drawn until they ask"
                + " for this part of the devices. Left out: the trace as it is.")
        Optional<Double> load,
    @Doc("At most so many jobs, the first ones of the trace.") Optional<Integer> jobs,
    @Doc("Policies by name, or paths of policy files.") @NotEmpty @Synonyms("policy")
        List<String> policies,
    @Doc("Seeds, for example 42..51.") @Default("1") @Synonyms("seed") Seeds seeds,
    @Doc("What the engine is told about run times.") @Default("none") Forecasts forecasts,
    @Doc("What the simulated world assumes.") Optional<WorldEntry> world)
    implements Checked {

  /** The reader of such files. */
  public static DocumentReader<ExperimentFile> reader() {
    ScalarFormat<Seeds> seeds =
        new ScalarFormat<>(
            Seeds.class,
            Seeds.EXPECTED,
            "^[0-9]+([.][.][0-9]+)?$",
            true,
            List.of("42..51", "7"),
            Seeds::parse);
    return DocumentReader.of(ExperimentFile.class).withFormats(List.of(seeds));
  }

  /** The trace. */
  @Doc("Where the trace is and what format it has.")
  public record TraceEntry(
      @Doc("Format of the files: openb or canonical.") String format,
      @Doc("Node list.") Optional<String> nodes,
      @Doc("Job list.") @Synonyms({"pods", "trace"}) String jobs,
      @Doc("Leave faulty rows out, report and count them; otherwise they refuse the trace.")
          @Default("false")
          boolean lenient,
      @Doc("At most so many nodes of the list, taken at equal distances so that the mix stays.")
          Optional<Integer> nodeCount,
      @Doc("Jobs that ran longer are taken to end after this time. Left out: as recorded.")
          Optional<Duration> longest)
      implements Checked {
    @Override
    public void check(Findings findings) {
      findings.requireKnown("format", "trace format", format, TraceFormats.names());
      if (nodeCount.isPresent() && nodeCount.get() < 1) {
        findings.report("nodeCount", "out of range", "1 or more");
      }
      if (longest.isPresent() && !longest.get().isPositive()) {
        findings.report("longest", "out of range", "a time above 0");
      }
    }
  }

  /** The world's constants; all of them are in the result. */
  @Doc("Constants of the simulated world; what is left out costs nothing.")
  public record WorldEntry(
      @Doc("Profile of start, checkpoint, restart and migration times.") @Default("declared")
          String overheads,
      @Doc("Speed by device model; a model that is left out has speed 1.")
          Map<String, Double> deviceSpeed,
      @Doc(
              "Speed of a gang by the widest topology level that its communication crosses (a level,"
                  + " node or fleet); a level that is left out has speed 1.")
          Map<String, Double> placementSpeed,
      @Doc("Slow-down by number of jobs on one device: of one job, of two, and so on.")
          List<Double> colocation,
      @Doc("Speed of an elastic job grows with tasks to this power; 1 = linear.") @Default("1")
          double scaleExponent,
      @Doc("Mean time between faults of one node; left out: none.")
          Optional<Duration> nodeFaultEvery,
      @Doc("Until a faulty node is ready again.") @Default("1h") Duration nodeRepair,
      @Doc("Mean time between faults of one device; left out: none.")
          Optional<Duration> deviceFaultEvery,
      @Doc("Until a faulty device is healthy again.") @Default("1h") Duration deviceRepair,
      @Doc("Whether the engine hears of periodic checkpoints.") @Default("true")
          boolean checkpointEvents)
      implements Checked {
    @Override
    public void check(Findings findings) {
      findings.requireKnown("overheads", "overhead profile", overheads, Overheads.names());
      speeds(findings, "deviceSpeed", deviceSpeed);
      speeds(findings, "placementSpeed", placementSpeed);
      for (int i = 0; i < colocation.size(); i++) {
        double slowdown = colocation.get(i);
        if (!(slowdown >= 1) || Double.isInfinite(slowdown)) {
          findings.report("colocation[" + i + "]", "out of range", "a slow-down of 1 or more");
        }
      }
      if (!(scaleExponent >= 0 && scaleExponent <= 1)) {
        findings.report("scaleExponent", "out of range", "a number from 0 to 1");
      }
      positive(findings, "nodeFaultEvery", nodeFaultEvery);
      positive(findings, "deviceFaultEvery", deviceFaultEvery);
    }

    private static void speeds(Findings findings, String field, Map<String, Double> speeds) {
      speeds.forEach(
          (name, speed) -> {
            if (!(speed > 0) || Double.isInfinite(speed)) {
              findings.report(Findings.keyOf(field, name), "out of range", "a speed above 0");
            }
          });
    }

    private static void positive(Findings findings, String field, Optional<Duration> time) {
      if (time.isPresent() && !time.get().isPositive()) {
        findings.report(field, "out of range", "a time above 0, or no such field");
      }
    }

    WorldModels models() {
      return new WorldModels(
          new DeviceSpeed(Map.of(), deviceSpeed, 1),
          new PlacementSpeed(placementSpeed, Map.of()),
          new ColocationSpeed(colocation),
          new ScaleSpeed.Power(scaleExponent),
          Overheads.named(overheads),
          new Failures(
              nodeFaultEvery.orElse(Duration.ZERO),
              nodeRepair,
              deviceFaultEvery.orElse(Duration.ZERO),
              deviceRepair),
          checkpointEvents);
    }
  }

  @Override
  public void check(Findings findings) {
    if (load.isPresent() && !(load.get() > 0 && load.get() < 100)) {
      findings.report("load", "out of range", "a number above 0 and below 100");
    }
    if (jobs.isPresent() && jobs.get() < 1) {
      findings.report("jobs", "out of range", "1 or more");
    }
    if (trace.nodes().isEmpty() && cluster.isEmpty()) {
      findings.report("trace", "there is no cluster", "nodes of the trace or a cluster file");
    }
  }
}
