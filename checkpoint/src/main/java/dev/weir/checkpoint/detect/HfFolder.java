package dev.weir.checkpoint.detect;

import dev.weir.checkpoint.look.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether one {@code checkpoint-N} holds the files that it must, by their names alone.
 *
 * @param ranks processes that save, if known
 * @param previous the complete checkpoint before this one; what it holds is expected here as well
 */
record HfFolder(Look look, String folder, OptionalInt ranks, Optional<Candidate> previous) {
  static final String STATE = "trainer_state.json";
  private static final String SENTINEL = "checkpoint-is-incomplete.txt";
  private static final Pattern SHARD = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})(\\.[a-z]+)");
  private static final Pattern DEEPSPEED = Pattern.compile("global_step\\d+");
  private static final Pattern DISTRIBUTED =
      Pattern.compile("(?:pytorch_model_fsdp|optimizer)(?:_\\d+)?");

  /** What is missing, or speaks against the folder; empty if nothing does. */
  Optional<String> missing() {
    if (has(SENTINEL)) {
      return Optional.of(SENTINEL + " is there");
    }
    if (!has(STATE)) {
      return Optional.of(STATE + " is missing");
    }
    if (children().stream().anyMatch(name -> DEEPSPEED.matcher(name).matches())) {
      return Optional.of("holds shards of DeepSpeed, whose completeness cannot be told yet");
    }
    return distributed().or(this::weights).or(this::shards).or(this::training);
  }

  private boolean has(String name) {
    return look.hasFile(folder + "/" + name);
  }

  private boolean hasFolder(String name) {
    return look.hasFolder(folder + "/" + name);
  }

  private List<String> children() {
    List<String> children = new ArrayList<>();
    for (String name : look.below(folder).keySet()) {
      String child = name.substring(folder.length() + 1);
      if (child.indexOf('/') < 0) {
        children.add(child);
      }
    }
    return children;
  }

  private Optional<String> distributed() {
    for (String child : children()) {
      if (DISTRIBUTED.matcher(child).matches() && hasFolder(child)) {
        Optional<String> missing =
            DistributedFolder.missing(
                look, folder + "/" + child, new Expected(ranks, java.util.OptionalLong.empty()));
        if (missing.isPresent()) {
          return missing.map(reason -> child + ": " + reason);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> weights() {
    boolean there =
        children().stream()
            .anyMatch(
                child ->
                    child.equals("model.safetensors")
                        || child.equals("model.safetensors.index.json")
                        || child.equals("pytorch_model.bin")
                        || child.equals("pytorch_model.bin.index.json")
                        || child.equals("adapter_model.safetensors")
                        || child.equals("adapter_model.bin")
                        || child.startsWith("pytorch_model_fsdp"));
    return there ? Optional.empty() : Optional.of("no weights and no adapter are there");
  }

  /** Of files numbered i of n, all n. */
  private Optional<String> shards() {
    for (String child : children()) {
      Matcher shard = SHARD.matcher(child);
      if (shard.matches()) {
        int of = Integer.parseInt(shard.group(3));
        for (int i = 1; i <= of; i++) {
          String name = "%s-%05d-of-%05d%s".formatted(shard.group(1), i, of, shard.group(4));
          if (!has(name)) {
            return Optional.of(name + " is missing");
          }
        }
        String index = shard.group(1) + shard.group(4) + ".index.json";
        if (!has(index)) {
          return Optional.of(index + " is missing");
        }
      }
    }
    return Optional.empty();
  }

  /** Optimizer, schedule and random state: all, or none if only the weights are saved. */
  private Optional<String> training() {
    boolean optimizer = children().stream().anyMatch(HfFolder::isOptimizer);
    boolean scheduler = has("scheduler.pt");
    boolean random = children().stream().anyMatch(child -> child.startsWith("rng_state"));
    boolean weightsOnly = !optimizer && !scheduler && !random;
    if (weightsOnly && !previousHasOptimizer()) {
      return Optional.empty();
    }
    if (!optimizer) {
      return Optional.of("the optimizer's state is missing");
    }
    if (!scheduler) {
      return Optional.of("scheduler.pt is missing");
    }
    return randomStates();
  }

  private Optional<String> randomStates() {
    int wanted = ranks.orElse(1);
    if (wanted <= 1) {
      boolean one = has("rng_state.pth") || has("rng_state_0.pth");
      return one ? Optional.empty() : Optional.of("rng_state.pth is missing");
    }
    for (int rank = 0; rank < wanted; rank++) {
      String name = "rng_state_" + rank + ".pth";
      if (!has(name)) {
        return Optional.of(name + " is missing");
      }
    }
    return Optional.empty();
  }

  private boolean previousHasOptimizer() {
    return previous
        .filter(
            before ->
                before.files().stream()
                    .map(file -> file.substring(before.name().length() + 1))
                    .anyMatch(file -> isOptimizer(file.split("/")[0])))
        .isPresent();
  }

  private static boolean isOptimizer(String child) {
    return child.equals("optimizer.pt")
        || child.equals("optimizer.bin")
        || child.equals("optimizer")
        || child.startsWith("optimizer_");
  }
}
