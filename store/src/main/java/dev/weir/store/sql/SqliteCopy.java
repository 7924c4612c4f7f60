package dev.weir.store.sql;

import dev.weir.control.Journal.Link;
import dev.weir.control.JournalFailure;
import dev.weir.store.StoreConfig;
import dev.weir.store.StoreFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Whole copies of a SQLite store. */
final class SqliteCopy {
  private SqliteCopy() {}

  /** As one transaction sees it; a writer beside it is not held up. */
  static Link backup(SqliteDatabase database, Path file) {
    if (Files.exists(file)) {
      throw new StoreFailure("%s exists already".formatted(file));
    }
    try (Connection connection = database.plain().getConnection();
        PreparedStatement copy = connection.prepareStatement("vacuum into ?")) {
      copy.setString(1, file.toString());
      copy.execute();
      force(file);
      return verified(new SqliteDatabase(file, true));
    } catch (SQLException | IOException e) {
      throw new StoreFailure("%s cannot be copied to %s".formatted(database.place(), file), e);
    }
  }

  static Link restore(Path backup, StoreConfig.Sqlite target) {
    if (!Files.isRegularFile(backup)) {
      throw new JournalFailure("there is no backup %s".formatted(backup));
    }
    FolderLease lock = FolderLease.take(target.folder(), "restore");
    try {
      Path file = target.folder().resolve(SqlStore.FILE);
      if (Files.exists(file)) {
        throw new JournalFailure(
            "%s exists already: a backup takes the place of no store".formatted(file));
      }
      Path half = target.folder().resolve(SqlStore.FILE + ".part");
      Files.deleteIfExists(half);
      Files.copy(backup, half);
      SqliteDatabase copy = new SqliteDatabase(half, true);
      Schema.JOURNAL.require(copy);
      Link head = verified(copy);
      force(half);
      Files.move(half, file);
      force(target.folder());
      return head;
    } catch (SQLException | IOException e) {
      throw new JournalFailure("%s cannot be restored".formatted(backup), e);
    } finally {
      lock.close();
    }
  }

  private static Link verified(SqliteDatabase copy) throws SQLException {
    try (Connection connection = copy.plain().getConnection()) {
      return Chain.walk(connection, copy.sql(), 0, (_, _) -> {});
    }
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
