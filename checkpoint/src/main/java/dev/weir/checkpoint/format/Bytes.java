package dev.weir.checkpoint.format;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** Reading a piece of a file at a position. */
final class Bytes {
  private Bytes() {}

  /**
   * Exactly {@code count} bytes at {@code position}, in little-endian order.
   *
   * @throws EOFException the file ends before
   */
  static ByteBuffer at(FileChannel file, long position, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, position + buffer.position()) < 0) {
        throw new EOFException("ends at byte " + (position + buffer.position()));
      }
    }
    return buffer.flip().order(ByteOrder.LITTLE_ENDIAN);
  }
}
