package dev.weir.files.document;

import dev.weir.files.bind.Matches;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.job.Launch;
import java.time.Duration;

/** A signal before the time limit. */
@Doc("A signal that tells the task that its time limit is near.")
public record SignalBefore(
    @Doc("Name of the signal without SIG, such as USR1.")
        @Matches(value = "[A-Z][A-Z0-9+-]{1,11}", meaning = "the name of a signal, such as USR1")
        String signal,
    @Doc("How long before the limit.") @Default("60s") @Synonyms({"time", "seconds"})
        Duration before,
    @Doc("True: to the first process alone; false: to all processes of the task.") @Default("false")
        boolean shellOnly) {

  Launch.Warning toModel() {
    return new Launch.Warning(signal, before, shellOnly);
  }
}
