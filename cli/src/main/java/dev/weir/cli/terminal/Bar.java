package dev.weir.cli.terminal;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A line that shows share done, time used and time left. */
final class Bar implements Progress {
  private static final int MILLIS_BETWEEN_DRAWINGS = 200;

  private final ProgressBar bar;

  Bar(String task, long total, int width) {
    bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(MILLIS_BETWEEN_DRAWINGS)
            .setMaxRenderedLength(width - 1)
            .setConsumer(new ConsoleProgressBarConsumer(System.err, width - 1))
            .clearDisplayOnFinish()
            .build();
  }

  @Override
  public void to(long done) {
    bar.stepTo(done);
  }

  @Override
  public void step(long steps) {
    bar.stepBy(steps);
  }

  @Override
  public void message(String what) {
    bar.setExtraMessage(" " + what);
  }

  @Override
  public void close() {
    bar.close();
  }
}
