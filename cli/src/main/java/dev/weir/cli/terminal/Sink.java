package dev.weir.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * The end of the output, which remembers what a {@link java.io.PrintWriter} hides: that a disk was
 * full. A reader who has seen enough, such as {@code head}, is no failure.
 */
public final class Sink extends FilterOutputStream {
  private Optional<IOException> failure = Optional.empty();

  /** Writes to this stream. */
  Sink(OutputStream out) {
    super(out);
  }

  /** The standard output of this process. */
  public static Sink ofProcess() {
    return new Sink(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
  }

  /** Why not everything was written, if the reader wanted it. */
  public Optional<IOException> failure() {
    return failure.filter(f -> !String.valueOf(f.getMessage()).contains("Broken pipe"));
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException lost) {
      throw remembered(lost);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException lost) {
      throw remembered(lost);
    }
  }

  private IOException remembered(IOException lost) {
    failure = failure.or(() -> Optional.of(lost));
    return lost;
  }
}
