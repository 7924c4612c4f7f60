package dev.weir.store.sql;

import dev.weir.control.HashChain;
import dev.weir.control.Journal;
import dev.weir.control.JournalFailure;
import dev.weir.control.Refold;
import dev.weir.control.Snapshots;
import dev.weir.control.Turn;
import dev.weir.control.view.JobView;
import dev.weir.engine.Engine;
import dev.weir.store.KeptSnapshot;
import dev.weir.store.Lease;
import dev.weir.store.Reads;
import dev.weir.store.Store;
import dev.weir.store.StoreConfig;
import dev.weir.store.StoreFailure;
import dev.weir.store.Telemetry;
import dev.weir.store.file.JournalFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The store on SQLite or PostgreSQL. */
public final class SqlStore implements Store {
  /** The database in a data folder. */
  public static final String FILE = "weir.db";

  private static final String TELEMETRY_FILE = "telemetry.db";

  static {
    // jOOQ greets whoever uses it on the log.
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
  }

  private final Database database;
  private final Readers readers;
  private final Reads reads;
  private final SqlSnapshots snapshots;
  private final Lease lease;
  private final Supplier<SqlTelemetry> telemetryOpener;
  private volatile @Nullable Writer writer;
  private @Nullable SqlTelemetry telemetry;

  private SqlStore(Database database, Supplier<SqlTelemetry> telemetryOpener, LeaseOf lease) {
    this.database = database;
    this.telemetryOpener = telemetryOpener;
    readers = new Readers(database);
    reads = new SqlReads(database, readers);
    snapshots = new SqlSnapshots(database, readers);
    this.lease = lease.of(token -> writer = Writer.open(database, token));
  }

  private interface LeaseOf {
    Lease of(Leading leading);
  }

  /**
   * Opens a store for a server, brings its schema up to date, and checks the end of the journal. On
   * SQLite this server leads from now on; on PostgreSQL it leads after {@link Lease#tryAcquire}.
   *
   * @param holder how others may reach this server: its URL
   * @throws JournalFailure when the folder is in use by another process (whose id it names), the
   *     journal is damaged, or a newer version of Weir wrote it
   */
  public static SqlStore open(StoreConfig config, String holder) {
    return switch (config) {
      case StoreConfig.Sqlite sqlite -> {
        FolderLease lock = FolderLease.take(sqlite.folder(), holder);
        try {
          yield open(
              new SqliteDatabase(sqlite.folder().resolve(FILE), true), sqlite.folder(), lock);
        } catch (RuntimeException | Error e) {
          lock.close();
          throw e;
        }
      }
      case StoreConfig.Postgres postgres -> {
        Database database = new PostgresDatabase(postgres);
        Schema.JOURNAL.migrate(database);
        yield new SqlStore(
            database,
            () -> SqlTelemetry.open(database),
            leading -> new RowLease(database, holder, postgres.lease(), leading));
      }
    };
  }

  /** With the folder's lock taken. */
  static SqlStore open(Database database, Path folder, FolderLease lock) {
    Schema.JOURNAL.migrate(database);
    SqlStore store =
        new SqlStore(
            database,
            () -> SqlTelemetry.open(new SqliteDatabase(folder.resolve(TELEMETRY_FILE), false)),
            _ -> lock);
    store.writer = Writer.open(database, FolderLease.token());
    return store;
  }

  /**
   * Opens a store to look at it, beside a server that may be running.
   *
   * @throws JournalFailure when there is none, or another version of Weir wrote it
   */
  public static SqlStore inspect(StoreConfig config) {
    Database database =
        switch (config) {
          case StoreConfig.Sqlite sqlite -> inspectable(sqlite.folder().resolve(FILE));
          case StoreConfig.Postgres postgres -> new PostgresDatabase(postgres);
        };
    Schema.JOURNAL.require(database);
    Supplier<SqlTelemetry> telemetry =
        switch (config) {
          case StoreConfig.Sqlite sqlite ->
              () -> SqlTelemetry.open(inspectable(sqlite.folder().resolve(TELEMETRY_FILE)));
          case StoreConfig.Postgres _ -> () -> SqlTelemetry.open(database);
        };
    return new SqlStore(database, telemetry, _ -> new NoLease());
  }

  private static Database inspectable(Path file) {
    if (!Files.exists(file)) {
      throw new JournalFailure("there is no store: %s does not exist".formatted(file));
    }
    return new SqliteDatabase(file, true);
  }

  /**
   * Puts a backup in place of a store that does not exist yet.
   *
   * @param backup as {@link #backup} wrote it on SQLite
   * @return the newest turn
   * @throws JournalFailure when the folder holds a store already, or the backup is damaged
   */
  public static Link restore(Path backup, StoreConfig.Sqlite target) {
    return SqliteCopy.restore(backup, target);
  }

  /**
   * Fills an empty store with a journal, for a restore from an exported one or a move to another
   * database.
   *
   * @param fresh a new engine of any policy, for the read models
   * @throws JournalFailure when the store is not empty, this server does not lead, or the journal
   *     is damaged; what was filled in until then is durable
   */
  public Link load(Journal from, Engine fresh) {
    if (!head().equals(HashChain.START)) {
      throw new JournalFailure("%s is not empty".formatted(database.place()));
    }
    Refold.over(from, fresh, (turn, changed) -> commit(turn, () -> changed));
    return head();
  }

  @Override
  public void commit(Turn turn, Supplier<List<JobView>> changed) {
    leader().commit(turn, changed);
  }

  /**
   * Derives all read models anew from the journal.
   *
   * @param fresh a new engine of any policy
   */
  public void rebuild(Engine fresh) {
    leader().rebuild(this, fresh);
  }

  Database database() {
    return database;
  }

  private Writer leader() {
    Writer present = writer;
    if (present == null) {
      throw new JournalFailure("this server does not lead, so it writes no turn");
    }
    return present;
  }

  @Override
  public void replay(long afterSequence, Consumer<Turn> each) {
    walk(afterSequence, (link, encoded) -> each.accept(Chain.decode(link, encoded)));
  }

  @Override
  public Snapshots snapshots() {
    return snapshots;
  }

  @Override
  public List<KeptSnapshot> keptSnapshots() {
    return snapshots.check();
  }

  @Override
  public Link verify() {
    return walk(0, (_, _) -> {});
  }

  private Link walk(long after, Chain.Visitor visitor) {
    try {
      return readers.ask(connection -> Chain.walk(connection, database.sql(), after, visitor));
    } catch (StoreFailure e) {
      throw new JournalFailure("the journal in %s cannot be read".formatted(database.place()), e);
    }
  }

  @Override
  public Link head() {
    Writer present = writer;
    if (present != null) {
      return present.head();
    }
    return readers.ask(connection -> Chain.head(connection, database.sql()));
  }

  @Override
  public Link backup(Path file) {
    return database instanceof SqliteDatabase sqlite
        ? SqliteCopy.backup(sqlite, file)
        : JournalFile.export(this, file);
  }

  @Override
  public Reads reads() {
    return reads;
  }

  @Override
  public Lease lease() {
    return lease;
  }

  @Override
  public synchronized Telemetry telemetry() {
    if (telemetry == null) {
      telemetry = telemetryOpener.get();
    }
    return telemetry;
  }

  @Override
  public void close() {
    Writer present = writer;
    if (present != null) {
      present.close();
    }
    readers.close();
    synchronized (this) {
      if (telemetry != null) {
        telemetry.close();
      }
    }
    lease.close();
  }
}
