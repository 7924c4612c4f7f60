package dev.weir.files.document;

import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.job.Disruption;
import java.time.Duration;

/** What a job allows to be done to it while it runs. */
@Doc("What the job allows to be done to it while it runs, and how its checkpoints work.")
public record Interruption(
    @Doc("False: it is never stopped for another job.") @Default("true") @Synonyms("preemptable")
        boolean preemptible,
    @Doc("How it is stopped gently.") @Default("save-then-stop") @Synonyms({"class", "mode"})
        Disruption.StopClass stop,
    @Doc("Longest wait for its checkpoint.")
        @Default("5m")
        @Synonyms({"gracePeriod", "terminationGracePeriodSeconds"})
        Duration grace,
    @Doc("Time after each start in which it is not taken away.") @Default("0s") Duration protection,
    @Doc("Most interruptions in one hour; 0 = as the policy says.")
        @Range(min = 0, max = 3600)
        @Default("0")
        int maxPerHour,
    @Doc("Usual time between complete checkpoints; 0s = none are taken.")
        @Default("30m")
        @Synonyms({"interval", "every"})
        Duration checkpointInterval,
    @Doc("Time to load a checkpoint and be at speed again.") @Default("1m") Duration restart,
    @Doc("True: a change of the number of tasks restarts nothing.") @Default("false")
        boolean elasticInPlace) {

  Disruption toModel() {
    return new Disruption(
        preemptible,
        stop,
        grace,
        protection,
        maxPerHour,
        checkpointInterval,
        restart,
        elasticInPlace);
  }
}
