package dev.weir.checkpoint.detect;

import dev.weir.checkpoint.look.Look;
import java.io.IOException;
import java.util.List;

/**
 * Knows how one framework lays out its checkpoints, and when one of them is complete. A pointer
 * file (latest, last.ckpt) is never taken as proof.
 */
public interface Detector {

  /** The name that job files and manifests use. */
  String framework();

  /** Whether a folder with these names looks like this framework's. */
  boolean recognises(Look look);

  /**
   * The checkpoints of the folder, complete or not, from the least to the most progress.
   *
   * @throws IOException the folder cannot be read
   */
  List<Candidate> candidates(Inspection inspection) throws IOException;
}
