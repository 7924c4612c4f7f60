package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.AT;
import static dev.weir.store.sql.Tables.BODY;
import static dev.weir.store.sql.Tables.FORMAT;
import static dev.weir.store.sql.Tables.HASH;
import static dev.weir.store.sql.Tables.HEAD;
import static dev.weir.store.sql.Tables.JOURNAL;
import static dev.weir.store.sql.Tables.PACKED;
import static dev.weir.store.sql.Tables.SEQUENCE;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.weir.control.HashChain;
import dev.weir.control.Journal.Link;
import dev.weir.control.JournalFailure;
import dev.weir.control.Turn;
import dev.weir.control.TurnCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.Query;
import org.jooq.conf.ParamType;

/** The rows of the journal: how a turn is packed into one, and how the chain is walked. */
final class Chain {
  /** The encoding that this version writes, and the newest that it reads. */
  static final int FORMAT_NOW = 1;

  /** Encodings from this size on are compressed; below it saves nothing. */
  private static final int PACK_FROM = 1024;

  private static final int LEVEL = 1;

  /** Larger is no turn. */
  private static final long MOST_BYTES = 1L << 30;

  private Chain() {}

  /** Receives a link and the canonical encoding of its turn. */
  interface Visitor {
    void visit(Link link, byte[] encoded);
  }

  static Batch inserts(Connection connection, DSLContext sql) throws SQLException {
    return new Batch(
        connection, Batch.insert(sql, JOURNAL, SEQUENCE, AT, FORMAT, PACKED, HASH, BODY));
  }

  static void add(Batch inserts, Turn turn, byte[] encoded, Link link) throws SQLException {
    boolean pack = encoded.length >= PACK_FROM;
    byte[] body = pack ? Zstd.compress(encoded, LEVEL) : encoded;
    inserts.add(turn.sequence(), turn.at(), FORMAT_NOW, pack ? 1 : 0, link.hash(), body);
  }

  /** The newest link as it was last committed. */
  static Link head(Connection connection, DSLContext sql) throws SQLException {
    Query query = sql.select(SEQUENCE, HASH).from(HEAD);
    try (PreparedStatement statement = connection.prepareStatement(query.getSQL());
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new JournalFailure("the journal has lost its head");
      }
      return new Link(row.getLong(1), row.getString(2));
    }
  }

  /**
   * Checks that the journal ends where it was last committed, and its last link.
   *
   * @throws JournalFailure otherwise
   */
  static Link verifiedHead(Connection connection, DSLContext sql) throws SQLException {
    Link head = head(connection, sql);
    return walk(connection, sql, Math.max(0, head.sequence() - 1), (_, _) -> {});
  }

  /**
   * Walks the links after a sequence in order.
   *
   * @return the newest link
   * @throws JournalFailure naming the first turn that is missing, changed, cut off or of a newer
   *     format
   */
  static Link walk(Connection connection, DSLContext sql, long after, Visitor visitor)
      throws SQLException {
    Link head = head(connection, sql);
    Link link = after == 0 ? HashChain.START : linkAt(connection, sql, after);
    Query query =
        sql.select(SEQUENCE, FORMAT, PACKED, HASH, BODY)
            .from(JOURNAL)
            .where(SEQUENCE.gt(after))
            .orderBy(SEQUENCE);
    try (PreparedStatement statement =
        connection.prepareStatement(query.getSQL(ParamType.INLINED))) {
      statement.setFetchSize(64);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          byte[] encoded = encoded(link, rows);
          link = next(link, rows.getString(4), encoded);
          visitor.visit(link, encoded);
        }
      }
    }
    if (!link.equals(head)) {
      throw new JournalFailure(
          link.sequence() < head.sequence()
              ? "the journal ends at turn %d, but turn %d was made durable: its end is cut off"
                  .formatted(link.sequence(), head.sequence())
              : "the journal ends at turn %d, which is not the turn %d that was last made durable"
                  .formatted(link.sequence(), head.sequence()));
    }
    return link;
  }

  static Link linkAt(Connection connection, DSLContext sql, long sequence) throws SQLException {
    Query query = sql.select(HASH).from(JOURNAL).where(SEQUENCE.eq(sequence));
    try (PreparedStatement statement =
            connection.prepareStatement(query.getSQL(ParamType.INLINED));
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new JournalFailure("turn %d is missing from the journal".formatted(sequence));
      }
      return new Link(sequence, row.getString(1));
    }
  }

  private static byte[] encoded(Link former, ResultSet row) throws SQLException {
    long sequence = row.getLong(1);
    if (sequence != former.sequence() + 1) {
      throw new JournalFailure(
          "turn %d is missing from the journal: turn %d follows turn %d"
              .formatted(former.sequence() + 1, sequence, former.sequence()));
    }
    return unpack(sequence, row.getInt(2), row.getInt(3), row.getBytes(5));
  }

  /**
   * @throws JournalFailure naming the turn when this version does not understand the row
   */
  static byte[] unpack(long sequence, int format, int packed, byte[] body) {
    if (format > FORMAT_NOW || packed > 1) {
      throw new JournalFailure(
          "turn %d was written by a newer version of Weir: its format is %d, this version reads up to %d"
              .formatted(sequence, format, FORMAT_NOW));
    }
    if (packed == 0) {
      return body;
    }
    long size = Zstd.getFrameContentSize(body);
    if (size < 0 || size > MOST_BYTES) {
      throw new JournalFailure("turn %d is damaged: it cannot be unpacked".formatted(sequence));
    }
    try {
      return Zstd.decompress(body, Math.toIntExact(size));
    } catch (ZstdException e) {
      throw new JournalFailure("turn %d is damaged: it cannot be unpacked".formatted(sequence), e);
    }
  }

  private static Link next(Link former, String hash, byte[] encoded) {
    Link link = HashChain.next(former, encoded);
    if (!link.hash().equals(hash)) {
      throw new JournalFailure(
          "turn %d was changed after it was journaled, or is damaged".formatted(link.sequence()));
    }
    return link;
  }

  /** The turn of a link. */
  static Turn decode(Link link, byte[] encoded) {
    try {
      Turn turn = TurnCodec.decode(encoded);
      if (turn.sequence() != link.sequence()) {
        throw new JournalFailure(
            "turn %d calls itself turn %d".formatted(link.sequence(), turn.sequence()));
      }
      return turn;
    } catch (JournalFailure e) {
      throw new JournalFailure("turn %d cannot be read".formatted(link.sequence()), e);
    }
  }
}
