package dev.weir.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Turns as {@link CanonicalJson}. Equal turns give equal bytes on every machine. Fields that a
 * newer version adds are absent in an older journal and read as absent; a field that this version
 * does not know is refused, because ignoring a fact would change the state.
 */
public final class TurnCodec {
  private TurnCodec() {}

  public static byte[] encode(Turn turn) {
    try {
      return CanonicalJson.bytes(turn);
    } catch (JsonProcessingException e) {
      throw new JournalFailure("turn " + turn.sequence() + " cannot be encoded", e);
    }
  }

  /**
   * @throws JournalFailure when the bytes are no turn that this version understands
   */
  public static Turn decode(byte[] encoded) {
    try {
      return CanonicalJson.read(encoded, Turn.class);
    } catch (IOException e) {
      throw new JournalFailure("a turn of the journal cannot be read", new UncheckedIOException(e));
    }
  }
}
