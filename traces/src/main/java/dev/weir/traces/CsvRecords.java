package dev.weir.traces;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts the bytes of a CSV text (RFC 4180) into records, without reading their values: where each
 * begins, how many fields it has, and whether its quoting is broken. Line ends may be LF, CRLF or
 * CR.
 */
final class CsvRecords {

  /** Takes the records in order. */
  interface Sink {
    /**
     * One record.
     *
     * @param line 1-based line on which it begins
     * @param bytes holds the record without its line end, from 0 to {@code length}; valid during
     *     the call only
     * @param fields number of fields, at least 1; a blank line has 1
     * @param fault what is wrong with it; empty when nothing is
     */
    void record(long line, byte[] bytes, int length, int fields, String fault) throws IOException;
  }

  /** Longer than any sane row; a quote was opened by mistake. */
  static final int LONGEST = 1 << 20;

  private enum State {
    START,
    PLAIN,
    QUOTED,
    QUOTE_SEEN
  }

  private final Sink sink;
  private byte[] bytes = new byte[1024];
  private int length;
  private long line = 1;
  private long begin = 1;
  private int fields = 1;
  private String fault = "";
  private State state = State.START;
  private boolean afterCr;
  private boolean any;
  private long lfEnds;
  private long crlfEnds;
  private long crEnds;

  CsvRecords(Sink sink) {
    this.sink = sink;
  }

  /** Reads to the end of the stream, telling each chunk of bytes to {@code seen} first. */
  void read(InputStream in, Chunk seen) throws IOException {
    byte[] chunk = new byte[1 << 16];
    boolean first = true;
    int n;
    while ((n = in.readNBytes(chunk, 0, chunk.length)) > 0) {
      seen.bytes(chunk, n);
      int from = first && startsWithMark(chunk, n) ? 3 : 0;
      first = false;
      for (int i = from; i < n; i++) {
        take(chunk[i]);
      }
    }
    end();
  }

  /** Sees the raw bytes. */
  interface Chunk {
    void bytes(byte[] chunk, int length);
  }

  /** Whether every line ended in the same way, with LF or CRLF. */
  boolean uniformEnds() {
    return crEnds == 0 && (lfEnds == 0 || crlfEnds == 0);
  }

  /** The line end that all lines share, if they do. */
  String lineEnd() {
    return crlfEnds > 0 ? "\r\n" : "\n";
  }

  private static boolean startsWithMark(byte[] chunk, int n) {
    return n >= 3
        && (chunk[0] & 0xff) == 0xef
        && (chunk[1] & 0xff) == 0xbb
        && (chunk[2] & 0xff) == 0xbf;
  }

  private void take(byte b) throws IOException {
    if (afterCr) {
      afterCr = false;
      boolean pair = b == '\n';
      boolean quoted = state == State.QUOTED;
      if (quoted) {
        line++;
      } else {
        finish(pair ? End.CRLF : End.CR);
      }
      if (pair) {
        if (quoted) {
          append(b);
        }
        return;
      }
    }
    if (b == '\r') {
      afterCr = true;
      if (state == State.QUOTED) {
        append(b);
      }
      return;
    }
    if (b == '\n' && state != State.QUOTED) {
      finish(End.LF);
      return;
    }
    if (b == '\n') {
      line++;
    }
    append(b);
    advance(b);
  }

  private void advance(byte b) {
    if (b == 0) {
      fault("holds a zero byte");
    }
    switch (state) {
      case START -> {
        switch (b) {
          case ',' -> fields++;
          case '"' -> state = State.QUOTED;
          default -> state = State.PLAIN;
        }
      }
      case PLAIN -> {
        if (b == ',') {
          fields++;
          state = State.START;
        } else if (b == '"') {
          fault("field " + fields + " holds a quote but does not begin with one");
        }
      }
      case QUOTED -> {
        if (b == '"') {
          state = State.QUOTE_SEEN;
        }
      }
      case QUOTE_SEEN -> {
        switch (b) {
          case '"' -> state = State.QUOTED;
          case ',' -> {
            fields++;
            state = State.START;
          }
          default -> {
            fault("field " + fields + " goes on after its closing quote");
            state = State.PLAIN;
          }
        }
      }
    }
  }

  private void fault(String what) {
    if (fault.isEmpty()) {
      fault = what;
    }
  }

  private void append(byte b) {
    any = true;
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(2 * length, LONGEST + 1));
    }
    if (length <= LONGEST) {
      bytes[length++] = b;
    }
    if (length > LONGEST) {
      length = LONGEST;
      fault("is longer than 1 MiB; a quote that is never closed may be the cause");
    }
  }

  private enum End {
    LF,
    CRLF,
    CR
  }

  private void finish(End end) throws IOException {
    switch (end) {
      case LF -> lfEnds++;
      case CRLF -> crlfEnds++;
      case CR -> crEnds++;
    }
    deliver();
    line++;
    begin = line;
  }

  private void deliver() throws IOException {
    sink.record(begin, bytes, length, fields, fault);
    length = 0;
    fields = 1;
    fault = "";
    state = State.START;
    any = false;
  }

  private void end() throws IOException {
    if (afterCr && state != State.QUOTED) {
      finish(End.CR);
      return;
    }
    if (state == State.QUOTED) {
      // Whatever else was wrong in there, this is the cause.
      boolean ended = bytes[length - 1] == '\n' || bytes[length - 1] == '\r';
      long lines = line - begin - (ended ? 1 : 0);
      fault = "field " + fields + " opens a quote that is never closed" + swallowed(lines);
    }
    if (any) {
      deliver();
    }
  }

  private static String swallowed(long lines) {
    return switch ((int) Math.min(lines, 2)) {
      case 0 -> "";
      case 1 -> " and swallows the line after it";
      default -> " and swallows the %d lines after it".formatted(lines);
    };
  }
}
