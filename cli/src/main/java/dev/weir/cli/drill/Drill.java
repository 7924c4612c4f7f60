package dev.weir.cli.drill;

import dev.weir.cli.terminal.Progress;

/** One drill. */
interface Drill {
  /** Steps that it reports to the progress. */
  long steps();

  /** Does it and says what was seen; a promise that was broken is a finding, not an exception. */
  Outcome run(LiveServer server, Progress progress) throws Exception;
}
