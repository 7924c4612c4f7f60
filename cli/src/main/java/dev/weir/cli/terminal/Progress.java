package dev.weir.cli.terminal;

/** The progress of long work. May be told from any thread. */
public sealed interface Progress extends AutoCloseable permits Bar, Silent {

  /** This many steps of the total are done. */
  void to(long done);

  /** This many steps more are done. */
  void step(long steps);

  /** What is being done right now, in a few words. */
  void message(String what);

  @Override
  void close();
}
