package dev.weir.checkpoint.detect;

import dev.weir.checkpoint.format.Structure;
import dev.weir.checkpoint.look.Entry;
import dev.weir.checkpoint.look.Look;
import dev.weir.checkpoint.look.RefusedName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * PyTorch Lightning: {@code *.ckpt} files at any depth (also {@code hpc_ckpt_N.ckpt}), or folders
 * of that name with a distributed checkpoint and {@code meta.pt}. {@code last.ckpt} is a copy or a
 * link; a link counts as what it points to, which stands for itself.
 */
final class Lightning implements Detector {
  static final String FRAMEWORK = "lightning";
  private static final String ENDING = ".ckpt";
  private static final String META = "meta.pt";

  @Override
  public String framework() {
    return FRAMEWORK;
  }

  @Override
  public boolean recognises(Look look) {
    return look.entries().keySet().stream().anyMatch(Lightning::isOne);
  }

  private static boolean isOne(String name) {
    return name.endsWith(ENDING) && name.indexOf(ENDING + "/") < 0;
  }

  @Override
  public List<Candidate> candidates(Inspection inspection) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    for (Map.Entry<String, Entry> entry : inspection.now().entries().entrySet()) {
      if (isOne(entry.getKey())) {
        candidate(inspection, entry.getKey(), entry.getValue()).ifPresent(candidates::add);
      }
    }
    candidates.sort(Candidate.BY_PROGRESS);
    return List.copyOf(candidates);
  }

  private static Optional<Candidate> candidate(Inspection inspection, String name, Entry entry)
      throws IOException {
    return switch (entry.kind()) {
      case FILE -> Optional.of(file(inspection, name, entry));
      case FOLDER -> Optional.of(folder(inspection, name));
      case LINK -> link(inspection, name);
      case OTHER ->
          Optional.of(incomplete(name, List.of(name), 0, "is neither a plain file nor a folder"));
    };
  }

  /** Only a link that leads nowhere, or out of the folder, is worth a word. */
  private static Optional<Candidate> link(Inspection inspection, String name) throws IOException {
    try {
      String target = inspection.folder().follow(name);
      return inspection.now().entry(target).isPresent()
          ? Optional.empty()
          : Optional.of(incomplete(name, List.of(name), 0, "is a link to nothing"));
    } catch (RefusedName refused) {
      return Optional.of(incomplete(name, List.of(name), 0, String.valueOf(refused.getMessage())));
    }
  }

  private static Candidate file(Inspection inspection, String name, Entry entry)
      throws IOException {
    List<String> files = List.of(name);
    return switch (inspection.structure(name)) {
      case Structure.Whole whole ->
          new Candidate(
              FRAMEWORK,
              name,
              Steps.of(whole.numbers(), name),
              files,
              entry.bytes(),
              inPlace(name),
              new Completeness.Complete(entry.modified()));
      case Structure.Torn torn -> incomplete(name, files, entry.bytes(), torn.reason());
      case Structure.Unknown unknown -> incomplete(name, files, entry.bytes(), unknown.reason());
    };
  }

  /** {@code last.ckpt} and names without a number are written again by the next save. */
  private static boolean inPlace(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1);
    return file.startsWith("last") || file.chars().noneMatch(Character::isDigit);
  }

  private static Candidate folder(Inspection inspection, String name) throws IOException {
    Look now = inspection.now();
    List<String> files = now.filesBelow(name);
    long bytes = now.bytes(files);
    String meta = name + "/" + META;
    Optional<String> missing = DistributedFolder.missing(now, name, inspection.expected());
    if (missing.isPresent()) {
      return incomplete(name, files, bytes, missing.get());
    }
    if (!now.hasFile(meta)) {
      return incomplete(name, files, bytes, META + " is missing");
    }
    Structure structure = inspection.structure(meta);
    if (structure instanceof Structure.Torn torn) {
      return incomplete(name, files, bytes, META + " " + torn.reason());
    }
    OptionalLong step =
        structure instanceof Structure.Whole whole
            ? Steps.of(whole.numbers(), name)
            : Steps.inName(name);
    Completeness completeness =
        inspection.settled(files)
            ? new Completeness.Complete(now.modified(files))
            : new Completeness.Unsettled("has not stood still for " + inspection.quiet());
    return new Candidate(FRAMEWORK, name, step, files, bytes, inPlace(name), completeness);
  }

  private static Candidate incomplete(String name, List<String> files, long bytes, String reason) {
    return new Candidate(
        FRAMEWORK,
        name,
        Steps.of(new TreeMap<>(), name),
        files,
        bytes,
        inPlace(name),
        new Completeness.Incomplete(reason));
  }
}
