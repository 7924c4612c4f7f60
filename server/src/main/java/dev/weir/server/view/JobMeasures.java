package dev.weir.server.view;

import dev.weir.api.wire.ProgressView;
import dev.weir.api.wire.UtilisationView;
import dev.weir.store.JobRow;
import java.util.Optional;

/** What is measured of a job, and what it says of itself; absent where nobody does. */
public interface JobMeasures {
  /** Newest report of the job. */
  Optional<ProgressView> progress(JobRow job);

  /** Of the devices that it holds, newest samples. */
  Optional<UtilisationView> utilisation(JobRow job);
}
