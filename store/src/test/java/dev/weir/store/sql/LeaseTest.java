package dev.weir.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.control.JournalFailure;
import dev.weir.store.Lease;
import dev.weir.store.StoreConfig;
import dev.weir.testkit.Jobs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseTest {
  @TempDir Path folder;

  @Test
  void aFolderServesOneProcess() {
    StoreConfig config = new StoreConfig.Sqlite(folder);
    try (SqlStore first = SqlStore.open(config, "http://127.0.0.1:7777")) {
      assertThat(first.lease().held()).isTrue();
      assertThatThrownBy(() -> SqlStore.open(config, "http://127.0.0.1:8888"))
          .isInstanceOf(JournalFailure.class)
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid())
          .hasMessageContaining("http://127.0.0.1:7777");
      try (SqlStore beside = SqlStore.inspect(config)) {
        assertThat(beside.verify()).isEqualTo(first.head());
        assertThat(beside.lease().tryAcquire()).isFalse();
      }
    }
    SqlStore.open(config, "http://127.0.0.1:8888").close();
  }

  @Test
  @Tag("postgres")
  void aDeposedLeaderCannotCommit() throws InterruptedException {
    StoreConfig.Postgres config = RealPostgres.database(Duration.ofSeconds(4));
    try (SqlStore old = SqlStore.open(config, "old");
        SqlStore next = SqlStore.open(config, "next")) {
      assertThat(old.lease().tryAcquire()).isTrue();
      Plant leader = new Plant(old).set();
      leader.submit(Jobs.single(1, "a").devices(8).build());
      assertThat(next.lease().tryAcquire()).isFalse();
      assertThat(next.lease().leader().map(Lease.Leader::holder)).contains("old");
      assertThatThrownBy(() -> next.commit(next.reads().turnsAfter(0, 1).getFirst()))
          .hasMessageContaining("does not lead");

      // The old leader's renewals stop to arrive: as if it had been frozen.
      Sql.run(old.database(), "update lease set renewed = 0");
      await(next.lease());

      assertThat(next.lease().leader().map(Lease.Leader::holder)).contains("next");
      int executed = leader.world.executed().size();
      assertThatThrownBy(() -> leader.submit(Jobs.single(2, "b").devices(8).build()))
          .isInstanceOfAny(JournalFailure.class, CompletionException.class)
          .hasMessageContaining("another server leads");
      assertThat(leader.world.executed()).hasSize(executed);

      Plant heir = new Plant(next, leader.clock.millis());
      heir.submit(Jobs.single(3, "c").devices(8).build());
      assertThat(next.verify().sequence()).isEqualTo(next.head().sequence());
      assertThat(next.reads().job(new dev.weir.model.id.JobId(2))).isEmpty();
      assertThat(next.reads().job(new dev.weir.model.id.JobId(3))).isPresent();
      // It hears of that with its next renewal.
      long end = System.nanoTime() + 60_000_000_000L;
      while (old.lease().held() && System.nanoTime() < end) {
        Thread.sleep(100);
      }
      assertThat(old.lease().held()).isFalse();
    }
  }

  @Test
  @Tag("postgres")
  void anotherLeadsSoonAfterTheLeaderIsGone() throws InterruptedException {
    StoreConfig.Postgres config = RealPostgres.database(Duration.ofSeconds(4));
    try (SqlStore next = SqlStore.open(config, "next")) {
      try (SqlStore old = SqlStore.open(config, "old")) {
        assertThat(old.lease().tryAcquire()).isTrue();
        Thread.sleep(5_000); // renewed meanwhile
        assertThat(old.lease().held()).isTrue();
        assertThat(next.lease().tryAcquire()).isFalse();
      }
      // It gave the lease up when it was closed.
      assertThat(next.lease().tryAcquire()).isTrue();
    }
  }

  /** A stalled transaction of the old leader holds the row; the database ends it. */
  @Test
  @Tag("postgres")
  void aLeaderStalledInsideACommitDoesNotBarTheNext() throws InterruptedException {
    StoreConfig.Postgres config = RealPostgres.database(Duration.ofSeconds(4));
    try (SqlStore old = SqlStore.open(config, "old");
        SqlStore next = SqlStore.open(config, "next")) {
      assertThat(old.lease().tryAcquire()).isTrue();
      Plant leader = new Plant(old).set();
      var turn = old.reads().turnsAfter(0, 1).getFirst();
      var following =
          new dev.weir.control.Turn(
              old.head().sequence() + 1, turn.at(), turn.events(), turn.plan());
      assertThatThrownBy(
              () ->
                  old.commit(
                      following,
                      () -> {
                        long end = System.nanoTime() + 60_000_000_000L;
                        while (!acquired(next.lease()) && System.nanoTime() < end) {
                          sleep(200);
                        }
                        assertThat(next.lease().held()).isTrue();
                        return java.util.List.of();
                      }))
          .isInstanceOf(JournalFailure.class);
      assertThat(next.head()).isEqualTo(next.verify());
      assertThat(next.head().sequence()).isEqualTo(following.sequence() - 1);
      assertThat(leader.world.executed()).isEmpty();
    }
  }

  private static boolean acquired(Lease lease) {
    try {
      return lease.tryAcquire();
    } catch (dev.weir.store.StoreFailure e) {
      return false; // the row is locked: tried again
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(Lease lease) throws InterruptedException {
    long end = System.nanoTime() + 60_000_000_000L;
    while (!acquired(lease)) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(100);
    }
  }
}
