package dev.weir.checkpoint.detect;

import dev.weir.checkpoint.format.Structure;
import dev.weir.checkpoint.look.Look;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Hugging Face Trainer: folders {@code checkpoint-N}, written file by file under their final
 * name, {@code trainer_state.json} last by the first rank but not after the other ranks. So all of
 * {@link HfFolder}'s rules must hold, every file must be whole, and nothing may move any more.
 */
final class HfTrainer implements Detector {
  static final String FRAMEWORK = "hf-trainer";
  private static final Pattern NAME = Pattern.compile("(?:.*/)?checkpoint-(\\d{1,18})");
  private static final Pattern RANK = Pattern.compile("rng_state_(\\d{1,7})\\.pth");

  /** Between half and twice the size of the one before. */
  private static final double SMALLEST = 0.5;

  private static final double LARGEST = 2.0;

  @Override
  public String framework() {
    return FRAMEWORK;
  }

  @Override
  public boolean recognises(Look look) {
    return !folders(look).isEmpty();
  }

  /** The checkpoint folders by step; those at the top and those of runs below it. */
  private static TreeMap<Long, List<String>> folders(Look look) {
    var folders = new TreeMap<Long, List<String>>();
    for (Map.Entry<String, dev.weir.checkpoint.look.Entry> entry : look.entries().entrySet()) {
      Matcher name = NAME.matcher(entry.getKey());
      if (name.matches() && entry.getValue().isFolder()) {
        folders
            .computeIfAbsent(Long.valueOf(name.group(1)), step -> new ArrayList<>())
            .add(entry.getKey());
      }
    }
    return folders;
  }

  @Override
  public List<Candidate> candidates(Inspection inspection) throws IOException {
    var folders = folders(inspection.now());
    OptionalInt ranks = ranks(inspection, folders);
    List<Candidate> candidates = new ArrayList<>();
    Optional<Candidate> previous = Optional.empty();
    for (Map.Entry<Long, List<String>> step : folders.entrySet()) {
      for (String folder : step.getValue()) {
        Candidate candidate = candidate(inspection, folder, step.getKey(), ranks, previous);
        candidates.add(candidate);
        previous = candidate.complete() ? Optional.of(candidate) : previous;
      }
    }
    candidates.sort(Candidate.BY_PROGRESS);
    return List.copyOf(candidates);
  }

  /** From the job, else the most that any checkpoint of the folder shows. */
  private static OptionalInt ranks(Inspection inspection, Map<Long, List<String>> folders) {
    if (inspection.expected().world().isPresent()) {
      return inspection.expected().world();
    }
    int most = 0;
    for (List<String> sameStep : folders.values()) {
      for (String folder : sameStep) {
        for (String file : inspection.now().filesBelow(folder)) {
          Matcher rank = RANK.matcher(file.substring(file.lastIndexOf('/') + 1));
          most = rank.matches() ? Math.max(most, Integer.parseInt(rank.group(1)) + 1) : most;
        }
      }
    }
    return most > 0 ? OptionalInt.of(most) : OptionalInt.empty();
  }

  private static Candidate candidate(
      Inspection inspection,
      String folder,
      long step,
      OptionalInt ranks,
      Optional<Candidate> previous)
      throws IOException {
    List<String> files = inspection.now().filesBelow(folder);
    var candidate =
        new Candidate(
            FRAMEWORK,
            folder,
            OptionalLong.of(step),
            files,
            inspection.now().bytes(files),
            false,
            new Completeness.Unsettled("not judged yet"));
    Optional<String> missing = new HfFolder(inspection.now(), folder, ranks, previous).missing();
    if (missing.isEmpty()) {
      missing = flaw(inspection, folder, step, files);
    }
    return missing
        .map(reason -> candidate.with(new Completeness.Incomplete(reason)))
        .orElseGet(() -> candidate.with(stillness(inspection, candidate, previous)));
  }

  private static Optional<String> flaw(
      Inspection inspection, String folder, long step, List<String> files) throws IOException {
    String state = folder + "/" + HfFolder.STATE;
    switch (inspection.structure(state)) {
      case Structure.Whole whole -> {
        Long said = whole.numbers().get("global_step");
        if (said == null || said != step) {
          return Optional.of(HfFolder.STATE + " says global_step " + said);
        }
      }
      case Structure.Torn torn -> {
        return Optional.of(HfFolder.STATE + " " + torn.reason());
      }
      case Structure.Unknown unknown -> {
        return Optional.of(HfFolder.STATE + " " + unknown.reason());
      }
    }
    for (String file : files) {
      Optional<String> flaw = inspection.flaw(file);
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return Optional.empty();
  }

  private static Completeness stillness(
      Inspection inspection, Candidate candidate, Optional<Candidate> previous) {
    // The folder itself too: a file added since would change it.
    List<String> names = new ArrayList<>(candidate.files());
    names.add(candidate.name());
    OptionalLong bytes =
        previous
            .map(complete -> OptionalLong.of(complete.bytes()))
            .orElse(inspection.expected().bytes());
    boolean usual = bytes.isEmpty() || isUsual(candidate.bytes(), bytes.getAsLong());
    if (usual ? inspection.settled(names) : inspection.settledForLong(names)) {
      return new Completeness.Complete(inspection.now().modified(candidate.files()));
    }
    return new Completeness.Unsettled(
        usual
            ? "has not stood still for " + inspection.quiet()
            : "has %d bytes, the one before had %d"
                .formatted(candidate.bytes(), bytes.getAsLong()));
  }

  private static boolean isUsual(long bytes, long before) {
    return bytes >= SMALLEST * before && bytes <= LARGEST * before;
  }
}
