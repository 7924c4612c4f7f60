package dev.weir.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body whose length was not said beforehand, read no further than the limit. */
final class LimitedBody extends FilterInputStream {
  private final int most;
  private long read;

  LimitedBody(InputStream body, int most) {
    super(body);
    this.most = most;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      count(1);
    }
    return next;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int got = super.read(into, offset, length);
    count(Math.max(0, got));
    return got;
  }

  private void count(int more) {
    read += more;
    if (read > most) {
      throw Gate.tooLarge(most);
    }
  }
}
