package dev.weir.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.weir.control.ControlLoop;
import dev.weir.control.HashChain;
import dev.weir.control.Journal.Link;
import dev.weir.control.JournalFailure;
import dev.weir.control.MemoryJournal;
import dev.weir.control.Origin;
import dev.weir.control.Snapshot;
import dev.weir.control.SnapshotCodec;
import dev.weir.control.Turn;
import dev.weir.control.TurnCodec;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobState;
import dev.weir.store.AllocationRow;
import dev.weir.store.Answered;
import dev.weir.store.JobFilter;
import dev.weir.store.JobRow;
import dev.weir.store.KeptSnapshot;
import dev.weir.store.KeptSnapshot.Condition;
import dev.weir.store.Page;
import dev.weir.store.Segment;
import dev.weir.store.Setting;
import dev.weir.store.StoreConfig;
import dev.weir.store.Telemetry.Point;
import dev.weir.store.Telemetry.Sample;
import dev.weir.store.TimelineEntry;
import dev.weir.store.TimelineEntry.What;
import dev.weir.store.UsageFilter;
import dev.weir.store.UsageFilter.By;
import dev.weir.store.UsageRow;
import dev.weir.store.file.JournalFile;
import dev.weir.testkit.Jobs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store does, whatever database it is on. */
abstract class StoreContract {
  @TempDir Path temporary;

  SqlStore store;

  /** An empty place; the same one throughout a test. */
  abstract StoreConfig config();

  @BeforeEach
  void open() {
    store = opened();
  }

  SqlStore opened() {
    SqlStore opened = SqlStore.open(config(), "http://127.0.0.1:1");
    try {
      assertThat(opened.lease().tryAcquire()).isTrue();
      return opened;
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  SqlStore reopened() {
    store.close();
    store = opened();
    return store;
  }

  private List<String> turns() {
    List<String> turns = new ArrayList<>();
    store.replay(
        t -> turns.add(new String(TurnCodec.encode(t), java.nio.charset.StandardCharsets.UTF_8)));
    return turns;
  }

  /** A day of work: two jobs run, one of them is suspended and ends, one is refused, one waits. */
  static Plant busy(SqlStore store) {
    Plant plant = new Plant(store).set();
    plant.submit(
        Jobs.gang(1, "train", 4).devices(8).queue("vision").user("ana").build(),
        Optional.of("key-1"));
    plant.submit(Jobs.single(2, "wait").devices(8).queue("speech").user("bo").build());
    plant.advance(Duration.ofMinutes(30).toMillis());
    plant.checkpoint(1, 500);
    plant.advance(Duration.ofMinutes(45).toMillis());
    plant.state(
        List.of(new Event.JobSuspended(new JobId(1), "ana")),
        Origin.of("ana", "POST /api/v1/jobs/1/suspend", Optional.empty()));
    plant.advance(Duration.ofMinutes(10).toMillis());
    plant.end(2, Event.End.FAILED, 3);
    plant.submit(Jobs.single(3, "huge").devices(1).queue("nowhere").user("ana").build());
    plant.state(
        List.of(
            new Event.SettingChanged("prices", Optional.of("{\"A100\":2}"), "ana"),
            new Event.SettingChanged("tokens/ci", Optional.of("{}"), "ana")),
        Origin.of("ana", "PUT /api/v1/settings", Optional.empty()));
    return plant;
  }

  @Test
  void keepsWhatWasCommittedAcrossOpenings() {
    busy(store);
    Link head = store.head();
    List<String> turns = turns();

    reopened();

    assertThat(store.head()).isEqualTo(head);
    assertThat(store.verify()).isEqualTo(head);
    assertThat(turns()).isEqualTo(turns).hasSize((int) head.sequence());
  }

  @Test
  void recoversTheStateOfTheEngine() {
    Plant before = busy(store);

    Plant after = new Plant(reopened(), before.clock.millis());

    assertThat(after.loop.engine().hash()).isEqualTo(before.loop.engine().hash());
    after.submit(Jobs.single(9, "later").devices(1).queue("vision").build());
    assertThat(store.reads().job(new JobId(9)).orElseThrow().state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void chainsTheSameHashesAsAnyOtherJournal() {
    busy(store);
    MemoryJournal memory = new MemoryJournal();

    store.replay(memory::commit);

    assertThat(memory.head()).isEqualTo(store.head());
  }

  @Test
  void refusesATurnOutOfOrderAndEveryOneAfterIt() {
    busy(store);
    Link head = store.head();
    List<Turn> turns = store.reads().turnsAfter(0, 2);

    assertThatThrownBy(() -> store.commit(turns.getFirst()))
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("turn 1 follows turn " + head.sequence());
    Turn next = new Turn(head.sequence() + 1, 0, turns.get(1).events(), turns.get(1).plan());
    assertThatThrownBy(() -> store.commit(next))
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("failed before");
    assertThat(reopened().head()).isEqualTo(head);
  }

  @Test
  void tellsWhatBecameOfEachJob() {
    busy(store);

    JobRow train = store.reads().job(new JobId(1)).orElseThrow();
    assertThat(train.state()).isEqualTo(JobState.SUSPENDED);
    assertThat(train.suspendedBy()).contains("ana");
    assertThat(train.deviceMilli()).isEqualTo(32_000);
    assertThat(train.allocation()).isEmpty();
    assertThat(train.checkpoint().orElseThrow().step()).isEqualTo(500);
    assertThat(train.checkpointAt()).hasValue(Plant.START + Duration.ofMinutes(30).toMillis());

    JobRow failed = store.reads().job(new JobId(2)).orElseThrow();
    assertThat(failed.state()).isIn(JobState.FAILED, JobState.RESTARTING, JobState.RUNNING);
    assertThat(failed.end()).contains(Event.End.FAILED);
    assertThat(failed.exit().orElseThrow().code()).hasValue(3);

    JobRow huge = store.reads().job(new JobId(3)).orElseThrow();
    assertThat(huge.state()).isEqualTo(JobState.REJECTED);
    assertThat(huge.reason().orElseThrow()).isNotBlank();
    assertThat(huge.endedAt()).isPresent();
    assertThat(store.reads().job(new JobId(77))).isEmpty();
    assertThat(store.reads().spec(new JobId(1)).orElseThrow())
        .isEqualTo(Jobs.gang(1, "train", 4).devices(8).queue("vision").user("ana").build());
  }

  @Test
  void tellsTheTimelineInOrder() {
    busy(store);

    List<TimelineEntry> timeline = store.reads().timeline(new JobId(1));

    assertThat(timeline.stream().map(TimelineEntry::what))
        .containsSubsequence(
            What.SUBMITTED,
            What.STARTING,
            What.STARTED,
            What.CHECKPOINT,
            What.SUSPENDED,
            What.STOP_ASKED,
            What.ENDED);
    assertThat(timeline.getFirst().detail())
        .contains("\"by\":\"ana\"", "\"via\":\"POST /api/v1/jobs\"");
    assertThat(
            timeline.stream()
                .filter(e -> e.what() == What.STOP_ASKED)
                .map(TimelineEntry::detail)
                .findFirst()
                .orElseThrow())
        .contains("\"cause\":\"SUSPENDED\"");
    assertThat(store.reads().timeline(new JobId(3)).stream().map(TimelineEntry::what))
        .containsExactly(What.SUBMITTED, What.REJECTED);
  }

  @Test
  void keepsEachAllocation() {
    busy(store);

    AllocationRow only = store.reads().allocations(new JobId(1)).getFirst();

    assertThat(only.tasks()).hasSize(4);
    assertThat(only.deviceMilli()).isEqualTo(32_000);
    assertThat(only.startedAt()).hasValue(Plant.START);
    assertThat(only.endedAt()).hasValue(Plant.START + Duration.ofMinutes(75).toMillis());
    assertThat(only.stop()).contains(Action.StopCause.SUSPENDED);
    assertThat(only.end()).contains(Event.End.STOPPED);
  }

  @Test
  void metersWhatIsHeldByTheHour() {
    Plant plant = busy(store);
    long now = plant.clock.millis();

    List<Segment> segments = store.reads().segments(new JobId(1));
    assertThat(segments).hasSize(1);
    assertThat(segments.getFirst().model()).isEqualTo("A100");
    assertThat(segments.getFirst().domain()).isEqualTo("test");
    assertThat(segments.getFirst().deviceMilliMillis(now))
        .isEqualTo(32_000 * Duration.ofMinutes(75).toMillis());

    List<UsageRow> byQueue =
        store
            .reads()
            .usage(
                new UsageFilter(
                    Plant.START, now + 1, List.of("vision"), Optional.empty(), Set.of(By.QUEUE)),
                now);
    assertThat(byQueue).hasSize(1);
    assertThat(byQueue.getFirst().deviceHours()).isCloseTo(32 * 1.25, within(1e-9));

    List<UsageRow> byHour =
        store
            .reads()
            .usage(
                new UsageFilter(
                    Plant.START, now + 1, List.of(), Optional.of("ana"), Set.of(By.HOUR, By.MODEL)),
                now);
    assertThat(byHour.size()).isGreaterThan(1);
    assertThat(byHour).allMatch(r -> r.hour() % Meter.HOUR_MILLIS == 0 && r.model().equals("A100"));
    assertThat(byHour.stream().mapToDouble(UsageRow::deviceHours).sum())
        .isCloseTo(40, within(1e-9));
  }

  @Test
  void countsWhatIsStillHeldUpToNow() {
    Plant plant = new Plant(store).set();
    plant.submit(Jobs.single(1, "now").devices(4).queue("vision").user("ana").build());
    UsageFilter all = new UsageFilter(0, Plant.START * 2, List.of(), Optional.empty(), Set.of());

    long later = Plant.START + Duration.ofMinutes(90).toMillis();

    assertThat(store.reads().usage(all, later).getFirst().deviceHours()).isCloseTo(6, within(1e-9));
    reopened();
    assertThat(store.reads().usage(all, later).getFirst().deviceHours()).isCloseTo(6, within(1e-9));
  }

  /** Journal time stands still when the clock does: an end and a start may share a millisecond. */
  @Test
  void metersAnEndAndAStartInTheSameMillisecond() {
    Plant plant = new Plant(store).set();
    for (int i = 1; i <= 4; i++) {
      plant.submit(Jobs.gang(i, "j" + i, 4).devices(8).queue("vision").priority(i).build());
    }
    plant.advance(60_000);
    plant.end(4, Event.End.LOST, 1);
    plant.end(4, Event.End.LOST, 1);
    plant.advance(600_000);
    long now = plant.clock.millis();

    double sum =
        store
            .reads()
            .usage(new UsageFilter(0, now, List.of(), Optional.empty(), Set.of()), now)
            .stream()
            .mapToDouble(UsageRow::deviceHours)
            .sum();

    long exact = 0;
    for (int i = 1; i <= 4; i++) {
      for (Segment segment : store.reads().segments(new JobId(i))) {
        assertThat(segment.deviceMilliMillis(now)).isPositive();
        exact += segment.deviceMilliMillis(now);
      }
    }
    assertThat(sum).isCloseTo(exact / 3.6e9, within(1e-9));
  }

  @Test
  void answersTheSameKeyAgainAndKeepsTheAudit() {
    busy(store);

    Answered answered = store.reads().byKey("ana", "key-1").orElseThrow();
    assertThat(answered.jobs()).containsExactly(new JobId(1));
    assertThat(store.reads().byKey("bo", "key-1")).isEmpty();

    var newest = store.reads().audit(Optional.empty(), OptionalLong.empty(), 2);
    assertThat(newest.items()).hasSize(2);
    assertThat(newest.items().getFirst().what())
        .isEqualTo("SettingChanged prices, SettingChanged tokens/ci");
    var all = store.reads().audit(Optional.of("ana"), OptionalLong.empty(), 100);
    assertThat(all.items()).hasSize(4).allMatch(e -> e.by().equals("ana"));
    assertThat(all.next()).isEmpty();
  }

  @Test
  void keepsAndRemovesSettings() {
    Plant plant = busy(store);
    assertThat(store.reads().setting("prices").map(Setting::json)).contains("{\"A100\":2}");
    assertThat(store.reads().settings("tokens/"))
        .extracting(Setting::name)
        .containsExactly("tokens/ci");

    plant.state(
        List.of(new Event.SettingChanged("prices", Optional.empty(), "bo")),
        Origin.of("bo", "x", Optional.empty()));

    assertThat(store.reads().setting("prices")).isEmpty();
  }

  @Test
  void listsTheNewestFirstWithFiltersAndPages() {
    Plant plant = new Plant(store).set();
    for (int i = 1; i <= 30; i++) {
      plant.submit(
          Jobs.single(i, (i % 2 == 0 ? "even-" : "odd-") + i)
              .devices(8)
              .queue(i % 3 == 0 ? "speech" : "vision")
              .user(i % 5 == 0 ? "ana" : "bo")
              .build());
    }
    List<Long> seen = new ArrayList<>();
    OptionalLong before = OptionalLong.empty();
    do {
      Page<JobRow> page = store.reads().jobs(JobFilter.ALL, before, 7);
      page.items().forEach(r -> seen.add(r.id().value()));
      before = page.next();
    } while (before.isPresent());
    assertThat(seen).hasSize(30).isSortedAccordingTo((a, b) -> Long.compare(b, a));

    assertThat(ids(JobFilter.ALL.withStates(JobState.RUNNING))).hasSize(4);
    assertThat(ids(JobFilter.ALL.withStates(JobState.RUNNING, JobState.QUEUED))).hasSize(30);
    assertThat(ids(JobFilter.ALL.withUser("ana"))).containsExactly(30L, 25L, 20L, 15L, 10L, 5L);
    assertThat(ids(JobFilter.ALL.withQueues(List.of(new QueueId("speech"))))).hasSize(10);
    assertThat(ids(JobFilter.ALL.withName("even-1*"))).containsExactly(18L, 16L, 14L, 12L, 10L);
    assertThat(ids(JobFilter.ALL.withName("odd-7"))).containsExactly(7L);
    assertThat(
            ids(
                JobFilter.ALL
                    .withName("even-*")
                    .withUser("ana")
                    .withQueues(List.of(new QueueId("speech")))
                    .withStates(JobState.QUEUED)))
        .containsExactly(30L);
    long running = store.reads().countsByState().get(JobState.RUNNING);
    assertThat(running).isEqualTo(4);
  }

  private List<Long> ids(JobFilter filter) {
    return store.reads().jobs(filter, OptionalLong.empty(), 100).items().stream()
        .map(r -> r.id().value())
        .collect(Collectors.toList());
  }

  @Test
  void handsOutTurnsToFollowers() {
    busy(store);
    long head = store.head().sequence();

    assertThat(store.reads().turnsAfter(head - 2, 10))
        .extracting(Turn::sequence)
        .containsExactly(head - 1, head);
    assertThat(store.reads().turnsAfter(head, 10)).isEmpty();
    List<Long> replayed = new ArrayList<>();
    store.replay(head - 2, t -> replayed.add(t.sequence()));
    assertThat(replayed).containsExactly(head - 1, head);
  }

  @Test
  void derivesTheSameReadModelsAnew() {
    busy(store);
    List<String> before = Dump.of(store.database());
    assertThat(before.size()).isGreaterThan(20);

    store.rebuild(Plant.engine());

    assertThat(Dump.of(store.database())).isEqualTo(before);
  }

  @Test
  void exportsAndLoadsAJournal() {
    busy(store);
    List<String> before = Dump.of(store.database());
    for (String name : List.of("journal.jsonl", "journal.jsonl.zst")) {
      Path file = temporary.resolve(name);
      assertThat(JournalFile.export(store, file)).isEqualTo(store.head());
      assertThat(JournalFile.open(file).verify()).isEqualTo(store.head());
    }
    try (SqlStore other = SqlStore.open(new StoreConfig.Sqlite(temporary.resolve("other")), "x")) {
      Link head = other.load(JournalFile.open(temporary.resolve("journal.jsonl")), Plant.engine());
      assertThat(head).isEqualTo(store.head());
      assertThat(Dump.of(other.database())).isEqualTo(before);
      assertThatThrownBy(
              () ->
                  other.load(JournalFile.open(temporary.resolve("journal.jsonl")), Plant.engine()))
          .hasMessageContaining("not empty");
    }
  }

  @Test
  void noticesAChangedTurn() {
    busy(store);
    Sql.run(
        store.database(),
        "update journal set body = (select body from journal where sequence = 2), packed = (select packed from journal where sequence = 2) where sequence = 3");

    assertThatThrownBy(store::verify)
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("turn 3 was changed");
  }

  @Test
  void noticesAMissingTurn() {
    busy(store);
    Sql.run(store.database(), "delete from journal where sequence = 4");

    assertThatThrownBy(store::verify)
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("turn 4 is missing");
  }

  @Test
  void noticesThatTheEndIsCutOff() {
    busy(store);
    long last = store.head().sequence();
    Sql.run(store.database(), "delete from journal where sequence = " + last);
    store.close();

    assertThatThrownBy(this::opened)
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("turn " + (last - 1))
        .hasMessageContaining("cut off");
    Sql.run(store.database(), "update lease set renewed = 0");
    Sql.run(store.database(), "delete from journal");
    Sql.run(
        store.database(), "update head set sequence = 0, hash = '" + HashChain.START.hash() + "'");
    store = opened();
  }

  @Test
  void refusesATurnOfANewerFormat() {
    busy(store);
    Sql.run(store.database(), "update journal set format = 2 where sequence = 2");

    assertThatThrownBy(store::verify)
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("turn 2 was written by a newer version");
  }

  @Test
  void refusesASchemaOfANewerVersion() {
    store.close();
    Sql.run(store.database(), "update schema_history set version = '99' where version = '1'");

    assertThatThrownBy(this::opened)
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("newer version of Weir")
        .hasMessageContaining("99");

    Sql.run(store.database(), "update schema_history set version = '1' where version = '99'");
    store = opened();
  }

  private ControlLoop recovered() {
    return ControlLoop.over(Plant.engine(), store)
        .snapshots(store.snapshots(), Long.MAX_VALUE)
        .build();
  }

  @Test
  void recoversFromASnapshotAndTheTurnsSince() {
    Plant before = busy(store);
    Snapshot snapshot = before.loop.snapshot();
    store.snapshots().keep(snapshot);
    before.submit(Jobs.single(9, "later").devices(1).queue("vision").build());
    reopened();

    assertThat(store.snapshots().newestBefore(Long.MAX_VALUE)).isPresent();
    assertThat(store.snapshots().newestBefore(snapshot.sequence())).isEmpty();
    ControlLoop after = recovered();

    assertThat(after.sequence()).isEqualTo(before.loop.sequence());
    assertThat(after.engine().hash()).isEqualTo(before.loop.engine().hash());
    assertThat(store.keptSnapshots())
        .extracting(KeptSnapshot::sequence, KeptSnapshot::condition)
        .containsExactly(tuple(snapshot.sequence(), Condition.SOUND));
  }

  @Test
  void keepsTheNewestTwoSnapshots() {
    Plant plant = busy(store);
    List<Long> newestFirst = new ArrayList<>();
    for (int id = 10; id < 14; id++) {
      plant.submit(Jobs.single(id, "more").devices(1).queue("vision").build());
      store.snapshots().keep(plant.loop.snapshot());
      store.snapshots().keep(plant.loop.snapshot());
      newestFirst.addFirst(plant.loop.sequence());
    }

    assertThat(store.keptSnapshots())
        .extracting(KeptSnapshot::sequence)
        .isEqualTo(newestFirst.subList(0, 2));
  }

  @Test
  void passesOverASnapshotThatIsDamagedForeignOrOfAnotherJournal() {
    Plant plant = busy(store);
    store.snapshots().keep(plant.loop.snapshot());
    plant.submit(Jobs.single(10, "more").devices(1).queue("vision").build());
    store.snapshots().keep(plant.loop.snapshot());
    long newest = plant.loop.sequence();
    String where = " where sequence = " + newest;

    Sql.run(store.database(), "update snapshot set format = '0'" + where);
    passedOver(plant, newest, Condition.FOREIGN);
    Sql.run(
        store.database(), "update snapshot set format = '" + SnapshotCodec.FORMAT + "'" + where);
    Sql.run(
        store.database(),
        "update snapshot set body = (select body from snapshot order by sequence limit 1)" + where);
    passedOver(plant, newest, Condition.DAMAGED);
    Sql.run(store.database(), "delete from snapshot" + where);
    store.snapshots().keep(plant.loop.snapshot());
    assertThat(store.keptSnapshots().getFirst().condition()).isEqualTo(Condition.SOUND);
    Sql.run(store.database(), "update snapshot set sequence = sequence + 1000" + where);
    passedOver(plant, newest + 1000, Condition.DAMAGED);
    Sql.run(store.database(), "delete from snapshot");
    assertThat(recovered().engine().hash()).isEqualTo(plant.loop.engine().hash());
  }

  private void passedOver(Plant plant, long sequence, Condition why) {
    assertThat(store.keptSnapshots().getFirst())
        .matches(s -> s.sequence() == sequence && s.condition() == why && !s.detail().isEmpty());
    assertThat(store.snapshots().newestBefore(Long.MAX_VALUE).orElseThrow().sequence())
        .isLessThan(sequence);
    ControlLoop after = recovered();
    assertThat(after.sequence()).isEqualTo(plant.loop.sequence());
    assertThat(after.engine().hash()).isEqualTo(plant.loop.engine().hash());
  }

  @Test
  void keepsSamplesAndForgetsThemByAge() {
    long minute = 60_000;
    long t = Plant.START - Plant.START % minute;
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      samples.add(new Sample(t + i * 1000, "device/n0/0", "utilisationPercent", i));
    }
    samples.add(new Sample(t, "device/n0/1", "utilisationPercent", 7));
    store.telemetry().append(samples);
    store.telemetry().append(samples.subList(0, 1));

    List<Point> fine =
        store
            .telemetry()
            .range("device/n0/0", "utilisationPercent", t, t + 2 * minute, Duration.ofSeconds(30));
    assertThat(fine).hasSize(4);
    assertThat(fine.getFirst()).isEqualTo(new Point(t, 14.5, 0, 29, 30));
    assertThat(store.telemetry().latest("device/n0/0"))
        .containsExactly(new Sample(t + 119_000, "device/n0/0", "utilisationPercent", 119));
    assertThat(store.telemetry().latest("device/", "utilisationPercent"))
        .extracting(Sample::value)
        .containsExactly(119.0, 7.0);

    store.telemetry().retain(t + 2 * minute, Duration.ofMinutes(1), Duration.ofHours(1));
    List<Point> coarse =
        store
            .telemetry()
            .range("device/n0/0", "utilisationPercent", t, t + 2 * minute, Duration.ofMinutes(1));
    assertThat(coarse)
        .containsExactly(new Point(t, 29.5, 0, 59, 60), new Point(t + minute, 89.5, 60, 119, 60));

    store.telemetry().retain(t + 3 * 60 * minute, Duration.ofMinutes(1), Duration.ofHours(1));
    assertThat(
            store
                .telemetry()
                .range(
                    "device/n0/0", "utilisationPercent", t, t + 2 * minute, Duration.ofMinutes(1)))
        .isEmpty();
    assertThat(store.telemetry().latest("device/n0/0")).isEmpty();
  }
}
