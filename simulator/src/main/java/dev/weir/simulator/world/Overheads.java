package dev.weir.simulator.world;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Times that jobs lose, charged only to those that are started, stopped or moved. A job that runs
 * on undisturbed pays nothing.
 *
 * @param name how the result calls this profile
 * @param start from the decision until all tasks run, at every start
 * @param checkpoint from the wish for a checkpoint until it is complete
 * @param restart from the start of a job that ran before until it makes progress again
 * @param migration instead of {@code restart} when the job is moved or resized
 * @param resizeInPlace pause when tasks come or go while the others stay
 */
public record Overheads(
    String name, Cost start, Cost checkpoint, Cost restart, Cost migration, Cost resizeInPlace) {
  /** Nothing costs anything. */
  public static final Overheads NONE =
      new Overheads("none", Cost.NONE, Cost.NONE, Cost.NONE, Cost.NONE, Cost.NONE);

  /** Restart as each job declares it; checkpoints are assumed to be taken beside the work. */
  public static final Overheads DECLARED =
      new Overheads(
          "declared", Cost.NONE, Cost.NONE, new Cost.Declared(), new Cost.Declared(), Cost.NONE);

  private static final Map<String, Overheads> NAMED = named();

  /**
   * Profiles of published simulators and measurements, which state one time for checkpoint and
   * restore together; it is charged at the restart.
   *
   * @throws IllegalArgumentException when there is no such profile; names all that exist
   */
  public static Overheads named(String name) {
    Overheads found = NAMED.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no overhead profile is called " + name + "; there are " + NAMED.keySet());
    }
    return found;
  }

  /** Names of all profiles, in alphabetical order. */
  public static List<String> names() {
    return List.copyOf(NAMED.keySet());
  }

  private static Map<String, Overheads> named() {
    Map<String, Overheads> all = new TreeMap<>();
    all.put(NONE.name, NONE);
    all.put(DECLARED.name, DECLARED);
    // Qiao et al., OSDI 2021: a constant.
    restart(all, "pollux", new Cost.Flat(30_000));
    // Jayaram Subramanya et al., SOSP 2023, by model; others take the mean of those listed.
    restart(
        all,
        "sia",
        new Cost.ByProgram(
            Map.of(
                "cifar10", 50_000L,
                "deepspeech2", 25_000L,
                "bert", 120_000L,
                "yolov3", 80_000L,
                "imagenet", 250_000L,
                "ncf", 15_000L),
            90_000));
    // Hu et al., SC 2021, by devices.
    restart(
        all,
        "helios",
        new Cost.ByDevices(
            List.of(
                new Cost.ByDevices.Step(1, 7_000),
                new Cost.ByDevices.Step(8, 30_000),
                new Cost.ByDevices.Step(Integer.MAX_VALUE, 60_000))));
    // Zheng et al., NSDI 2023: charged when a job was not in the round before.
    restart(all, "shockwave", new Cost.Flat(20_000));
    // Gu et al., ASPLOS 2023: resize of 8 to 16 devices, measured.
    restart(
        all,
        "elasticflow",
        new Cost.ByProgram(
            Map.of(
                "resnet50", 1_670L,
                "vgg16", 2_410L,
                "inceptionv3", 1_740L,
                "gpt2", 3_200L,
                "bert", 4_240L,
                "deepspeech2", 4_240L),
            2_920));
    // Zhao et al., SIGCOMM 2022, by model.
    restart(
        all,
        "muri",
        new Cost.ByProgram(
            Map.of(
                "vgg16", 7_000L,
                "vgg19", 7_000L,
                "resnet18", 4_000L,
                "shufflenet", 4_000L,
                "bert", 10_000L,
                "gpt2", 10_000L,
                "a2c", 38_000L,
                "dqn", 5_000L),
            10_000));
    // Gu et al., NSDI 2019: the mean.
    restart(all, "tiresias", new Cost.Flat(62_000));
    return Collections.unmodifiableMap(all);
  }

  private static void restart(Map<String, Overheads> all, String name, Cost cost) {
    all.put(name, new Overheads(name, Cost.NONE, Cost.NONE, cost, cost, Cost.NONE));
  }
}
