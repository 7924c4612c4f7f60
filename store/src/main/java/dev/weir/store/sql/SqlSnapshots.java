package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.AT;
import static dev.weir.store.sql.Tables.BODY;
import static dev.weir.store.sql.Tables.CHAIN;
import static dev.weir.store.sql.Tables.HASH;
import static dev.weir.store.sql.Tables.SEQUENCE;
import static dev.weir.store.sql.Tables.SNAPSHOT;
import static dev.weir.store.sql.Tables.SNAPSHOT_FORMAT;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.weir.control.HashChain;
import dev.weir.control.Journal.Link;
import dev.weir.control.JournalFailure;
import dev.weir.control.Snapshot;
import dev.weir.control.SnapshotCodec;
import dev.weir.control.Snapshots;
import dev.weir.store.KeptSnapshot;
import dev.weir.store.KeptSnapshot.Condition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.exception.DataAccessException;

/**
 * Snapshots in a table beside the journal. They are written over a connection of their own: what
 * fails here does not stop the writer of turns, and a transaction of turns waits for one insert at
 * most.
 */
final class SqlSnapshots implements Snapshots {
  private static final System.Logger LOG = System.getLogger("dev.weir.store");
  private static final int KEPT = 2;
  private static final int LEVEL = 3;
  private static final long MOST_BYTES = 1L << 30;

  private final Database database;
  private final Readers readers;

  SqlSnapshots(Database database, Readers readers) {
    this.database = database;
    this.readers = readers;
  }

  private record Row(
      long sequence, long at, String format, String chain, String hash, byte[] body) {}

  /** What came of a row: a snapshot, or why there is none. */
  private record Opened(Condition condition, String detail, Optional<Snapshot> snapshot) {
    static Opened damaged(String detail) {
      return new Opened(Condition.DAMAGED, detail, Optional.empty());
    }
  }

  @Override
  public Optional<Snapshot> newestBefore(long sequence) {
    for (long found : sequences()) {
      if (found < sequence) {
        Opened opened = row(found).map(this::open).orElse(Opened.damaged("it is gone"));
        if (opened.snapshot.isPresent()) {
          return opened.snapshot;
        }
        LOG.log(
            System.Logger.Level.WARNING,
            "the snapshot of turn {0} in {1} is passed over: {2}",
            Long.toString(found),
            database.place(),
            opened.detail);
      }
    }
    return Optional.empty();
  }

  /** Newest first. */
  List<KeptSnapshot> check() {
    List<KeptSnapshot> all = new ArrayList<>();
    for (long sequence : sequences()) {
      row(sequence)
          .ifPresent(
              row -> {
                Opened opened = open(row);
                all.add(
                    new KeptSnapshot(
                        row.sequence, row.at, row.body.length, opened.condition, opened.detail));
              });
    }
    return all;
  }

  private List<Long> sequences() {
    return readers.ask(
        connection ->
            database
                .sql(connection)
                .select(SEQUENCE)
                .from(SNAPSHOT)
                .orderBy(SEQUENCE.desc())
                .fetch(SEQUENCE));
  }

  private Optional<Row> row(long sequence) {
    return readers.ask(
        connection ->
            database
                .sql(connection)
                .select(SEQUENCE, AT, SNAPSHOT_FORMAT, CHAIN, HASH, BODY)
                .from(SNAPSHOT)
                .where(SEQUENCE.eq(sequence))
                .fetchOptional(SqlSnapshots::row));
  }

  private static Row row(Record r) {
    return new Row(
        r.get(SEQUENCE), r.get(AT), r.get(SNAPSHOT_FORMAT), r.get(CHAIN), r.get(HASH), r.get(BODY));
  }

  private Opened open(Row row) {
    if (!row.format.equals(SnapshotCodec.FORMAT)) {
      return new Opened(
          Condition.FOREIGN,
          "its format is %s, this version reads %s".formatted(row.format, SnapshotCodec.FORMAT),
          Optional.empty());
    }
    if (!hash(row.sequence, row.chain, row.body).equals(row.hash)) {
      return Opened.damaged("it is not what was written");
    }
    try {
      Link link = readers.ask(c -> Chain.linkAt(c, database.sql(), row.sequence));
      if (!link.hash().equals(row.chain)) {
        return Opened.damaged("it is of another journal");
      }
      Snapshot snapshot = SnapshotCodec.decode(unpack(row.body));
      return snapshot.sequence() == row.sequence
          ? new Opened(Condition.SOUND, "", Optional.of(snapshot))
          : Opened.damaged("it calls itself one of turn " + snapshot.sequence());
    } catch (JournalFailure | ZstdException e) {
      return Opened.damaged(String.valueOf(e.getMessage()));
    }
  }

  private static byte[] unpack(byte[] body) {
    long size = Zstd.getFrameContentSize(body);
    if (size < 0 || size > MOST_BYTES) {
      throw new JournalFailure("it cannot be unpacked");
    }
    return Zstd.decompress(body, Math.toIntExact(size));
  }

  private static String hash(long sequence, String chain, byte[] body) {
    return HashChain.next(new Link(sequence, chain), body).hash();
  }

  @Override
  public void keep(Snapshot snapshot) {
    byte[] body = Zstd.compress(SnapshotCodec.encode(snapshot), LEVEL);
    try (Connection connection = database.writer()) {
      boolean kept = false;
      try {
        insert(connection, snapshot, body);
        connection.commit();
        kept = true;
      } finally {
        if (!kept) {
          connection.rollback();
        }
      }
    } catch (SQLException | DataAccessException e) {
      throw new JournalFailure(
          "the snapshot of turn %d was not kept in %s"
              .formatted(snapshot.sequence(), database.place()),
          e);
    }
  }

  private void insert(Connection connection, Snapshot snapshot, byte[] body) throws SQLException {
    DSLContext sql = database.sql(connection);
    // read over another connection: a transaction that begins with a read might not get to write
    Link link = readers.ask(c -> Chain.linkAt(c, database.sql(), snapshot.sequence()));
    sql.insertInto(SNAPSHOT)
        .columns(SEQUENCE, AT, SNAPSHOT_FORMAT, CHAIN, HASH, BODY)
        .values(
            snapshot.sequence(),
            snapshot.at(),
            SnapshotCodec.FORMAT,
            link.hash(),
            hash(snapshot.sequence(), link.hash(), body),
            body)
        .onConflict(SEQUENCE)
        .doNothing()
        .execute();
    sql.deleteFrom(SNAPSHOT)
        .where(
            SEQUENCE.notIn(
                sql.select(SEQUENCE).from(SNAPSHOT).orderBy(SEQUENCE.desc()).limit(KEPT)))
        .execute();
  }
}
