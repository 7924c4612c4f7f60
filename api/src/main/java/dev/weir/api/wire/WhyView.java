package dev.weir.api.wire;

import dev.weir.model.job.JobState;
import java.util.Optional;

/**
 * The answer to: why does it not start?
 *
 * @param sentence one sentence for people, whatever the job's state is
 */
public record WhyView(
    String job,
    JobState state,
    String sentence,
    Optional<VerdictView> verdict,
    Optional<PlannedStartView> planned) {}
