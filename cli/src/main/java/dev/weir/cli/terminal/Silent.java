package dev.weir.cli.terminal;

/** Nobody looks. */
record Silent() implements Progress {
  @Override
  public void to(long done) {}

  @Override
  public void step(long steps) {}

  @Override
  public void message(String what) {}

  @Override
  public void close() {}
}
