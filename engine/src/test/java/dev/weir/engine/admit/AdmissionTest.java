package dev.weir.engine.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.queue.Tenants;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.Dependency;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Launch;
import dev.weir.model.job.Role;
import dev.weir.model.job.StartWindow;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.job.Variant;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Change;
import dev.weir.model.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is refused at the door, who waits for what, and what quotas leave. */
class AdmissionTest {
  private final Tenants t =
      new Tenants()
          .queue("research", "", 4, 6, 1)
          .queue("research/vision", "research", 2, -1, 1)
          .queue("research/speech", "research", -1, 3, 1)
          .queue("open", "", -1, -1, 1);
  private final Admission admission =
      new Admission(t.ledger, t.jobs, t.tree, () -> List.of(tomorrow()));

  private static Reservation tomorrow() {
    return new Reservation(
        "demo-day",
        new Reservation.Room.Nodes(Set.of(new NodeId("n"))),
        Set.of(new QueueId("open")),
        Set.of(),
        Instant.ofEpochMilli(5000),
        Optional.empty());
  }

  private static TaskRequest devices(DeviceRequest devices) {
    return TaskRequest.of(new Cpu(1000), new Bytes(1), devices);
  }

  private static TaskRequest whole(int count, String... models) {
    return devices(
        new DeviceRequest.Whole(
            count, models.length == 0 ? DeviceFilter.ANY : DeviceFilter.model(models)));
  }

  private static Draft draft(String queue, Role... roles) {
    return new Draft(JobSpec.of(new JobId(900), "x", new QueueId(queue), 0, List.of(roles)));
  }

  /** A spec in the making. */
  private record Draft(JobSpec spec) {
    Draft with(
        UnaryOperator<Disruption> disruption,
        StartWindow window,
        Optional<String> reservation,
        TopologyRule topology,
        Dependency... dependencies) {
      JobSpec s = spec;
      return new Draft(
          new JobSpec(
              s.id(),
              s.name(),
              s.queue(),
              s.user(),
              s.kind(),
              s.priority(),
              s.roles(),
              topology,
              s.timeLimit(),
              window,
              List.of(dependencies),
              disruption.apply(s.disruption()),
              reservation,
              s.maxRestarts(),
              s.labels()));
    }

    Draft fixed() {
      return with(
          d -> d.withPreemptible(false),
          StartWindow.ALWAYS,
          Optional.empty(),
          TopologyRule.ANYWHERE);
    }

    Draft after(Dependency... dependencies) {
      return with(
          d -> d, StartWindow.ALWAYS, Optional.empty(), TopologyRule.ANYWHERE, dependencies);
    }

    Draft in(String reservation) {
      return with(d -> d, StartWindow.ALWAYS, Optional.of(reservation), TopologyRule.ANYWHERE);
    }

    Draft near(String level) {
      return with(d -> d, StartWindow.ALWAYS, Optional.empty(), TopologyRule.require(level));
    }
  }

  /** A job that is asked about and never comes in. */
  private Optional<Verdict> atDoor(Draft draft) {
    Job job = t.jobs.add(draft.spec, 0);
    try {
      return admission.atDoor(job);
    } finally {
      t.jobs.end(job, JobState.REJECTED);
    }
  }

  @Test
  void whatTheDoorRemembersHoldsWhileTheQueuesStayAsTheyAre() {
    Draft three = draft("open", Role.of("w", 3, whole(1)));
    assertThat(atDoor(three)).isEmpty();
    assertThat(atDoor(three)).isEmpty();
    t.tree.configure(List.of(Tenants.spec("open", "", -1, 2, 1, 0)), 0);
    assertThat(atDoor(three)).isPresent();
  }

  record Refusal(Draft draft, String sentence) {}

  static List<Refusal> refusals() {
    Role one = Role.of("w", 1, whole(1));
    return List.of(
        new Refusal(
            draft("reserch/vision", one),
            "queue \"reserch/vision\" does not exist; the nearest is \"research/vision\""),
        new Refusal(
            draft("research", one),
            "a queue that takes jobs \"research\" does not exist; the nearest is"
                + " \"research/vision\""),
        new Refusal(
            draft("open", one).in("demoday"),
            "reservation \"demoday\" does not exist; the nearest is \"demo-day\""),
        new Refusal(
            draft("open", one).near("nod"),
            "topology level \"nod\" does not exist; the nearest is \"node\""),
        new Refusal(
            draft("open", Role.of("w", 1, whole(1, "GPUS"))),
            "device model \"GPUS\" does not exist; the nearest is \"GPU\""),
        new Refusal(
            draft(
                "open",
                Role.of("w", 1, devices(new DeviceRequest.Mig(1, "3g.40gb", DeviceFilter.ANY)))),
            "MIG profile \"3g.40gb\" does not exist"),
        new Refusal(
            draft("open", one).after(after(900, Dependency.Condition.ENDED)),
            "depends on itself through job j900"),
        new Refusal(
            draft("open", one).after(after(77, Dependency.Condition.ENDED)),
            "job \"j77\" does not exist"),
        new Refusal(
            draft("research/speech", Role.of("w", 4, whole(1))),
            "asks for 4 of devices; queue research/speech uses 0 of its limit 3; a limit of 4 of"
                + " devices on queue research/speech would do"),
        new Refusal(
            draft("research/vision", Role.of("w", 7, whole(1))),
            "asks for 7 of devices; queue research uses 0 of its limit 6; a limit of 7 of devices"
                + " on queue research would do"),
        new Refusal(
            draft("research/vision", Role.of("w", 3, whole(1))).fixed(),
            "cannot be preempted and asks for 3 of devices; such jobs of queue research/vision use"
                + " 0 of its guarantee 2; allow it to be preempted, or raise the guarantee of"
                + " research/vision"));
  }

  private static Dependency after(long job, Dependency.Condition condition) {
    return new Dependency(new JobId(job), condition);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void theDoorSaysWhatIsWrong(Refusal refusal) {
    assertThat(atDoor(refusal.draft)).map(Verdict::sentence).hasValue(refusal.sentence);
  }

  @Test
  void theDoorLetsInWhatMayRunOneDay() {
    assertThat(atDoor(draft("open", Role.of("w", 500, whole(8))))).isEmpty();
    assertThat(atDoor(draft("research/speech", Role.of("w", 3, whole(1))))).isEmpty();
    assertThat(atDoor(draft("open", Role.of("w", 1, whole(1))).near("node"))).isEmpty();
    Role either =
        new Role(
            "w",
            4,
            List.of(2, 4),
            List.of(
                new Variant("other", 0, whole(2, "TPU"), Launch.NONE),
                new Variant("here", 0, whole(1, "GPU"), Launch.NONE)),
            TopologyRule.ANYWHERE,
            Optional.empty());
    // 2 tasks of 1 device are the least that it needs
    assertThat(atDoor(draft("research/speech", either))).isEmpty();
  }

  @Test
  void aDependencyThatHasEndedTheWrongWayRefusesAtTheDoor() {
    Job failed = t.job("open", 1, 0);
    t.jobs.end(failed, JobState.FAILED);
    Role one = Role.of("w", 1, whole(1));
    Dependency success = new Dependency(failed.id(), Dependency.Condition.SUCCEEDED);
    Dependency failure = new Dependency(failed.id(), Dependency.Condition.FAILED);
    assertThat(atDoor(draft("open", one).after(success)))
        .map(Verdict::blocker)
        .hasValue(new Blocker.DependencyFailed(failed.id()));
    assertThat(atDoor(draft("open", one).after(failure))).isEmpty();
  }

  @Test
  void aJobWaitsForItsTimeAndForOthers() {
    Job before = t.job("open", 1, 0);
    Role one = Role.of("w", 1, whole(1));
    JobSpec spec =
        draft("open", one)
            .with(
                d -> d,
                new StartWindow(Optional.of(Instant.ofEpochMilli(3000)), Optional.empty()),
                Optional.of("demo-day"),
                TopologyRule.ANYWHERE,
                new Dependency(before.id(), Dependency.Condition.SUCCEEDED))
            .spec;
    Job job = t.jobs.add(spec, 0);
    job.suspendedBy = "kim";
    job.refusals = 2;
    job.notBefore = 2000;
    assertThat(blocker(job, 0)).isEqualTo(new Blocker.Suspended("kim"));
    assertThat(admission.wakesAt(job, 0)).isEqualTo(Long.MAX_VALUE);
    job.suspendedBy = null;
    assertThat(blocker(job, 0)).isEqualTo(new Blocker.BackOff(2, 2000));
    assertThat(admission.wakesAt(job, 0)).isEqualTo(2000);
    assertThat(blocker(job, 2000)).isEqualTo(new Blocker.NotBefore(3000));
    assertThat(blocker(job, 3000)).isEqualTo(new Blocker.Dependency(before.id()));
    assertThat(admission.wakesAt(job, 3000)).isEqualTo(Long.MAX_VALUE);
    t.jobs.end(before, JobState.COMPLETED);
    assertThat(blocker(job, 3000)).isEqualTo(new Blocker.ReservationNotActive("demo-day", 5000));
    assertThat(admission.mayStart(job, 5000)).isEmpty();
    assertThat(admission.wakesAt(job, 5000)).isEqualTo(5000);
  }

  private Blocker blocker(Job job, long now) {
    return admission.mayStart(job, now).orElseThrow().blocker();
  }

  private Optional<Verdict> quota(Job job, long devices) {
    return admission.quota(job, t.queue(job.spec.queue().value()), Tenants.devicesCharge(devices));
  }

  @Test
  void limitsOfTheWholePathCount() {
    Job job = t.job("research/speech", 2, 0);
    t.uses("research/vision", 5);
    assertThat(quota(job, 1)).isEmpty();
    assertThat(quota(job, 2))
        .hasValue(
            new Verdict(
                new Blocker.QueueLimit(new QueueId("research"), "devices", 2000, 5000, 6000),
                new Change.HigherLimit(new QueueId("research"), "devices", 7000)));
    t.uses("research/speech", 1);
    Verdict both = quota(job, 3).orElseThrow();
    assertThat(both.sentence())
        .contains("queue research/speech uses 1 of its limit 3")
        .contains("a limit of 4 of devices on queue research/speech")
        .contains("a limit of 9 of devices on queue research");
  }

  /** S26: 0.6 of a card and again 0.6 of a card are more than the one that is guaranteed. */
  @Test
  void fractionsThatCannotBePreemptedAddUpAgainstTheGuarantee() {
    Tenants s = new Tenants().queue("a", "", 1, -1, 1);
    Admission door = new Admission(s.ledger, s.jobs, s.tree, List::of);
    TaskRequest share =
        devices(new DeviceRequest.Fraction(1, new GpuShare(600), new Bytes(0), DeviceFilter.ANY));
    Job job = s.jobs.add(draft("a", Role.of("w", 1, share)).fixed().spec, 0);
    Charge charge = door.leastCharge(job.shape);
    assertThat(charge.of(Resources.DEVICES)).isEqualTo(600);
    assertThat(door.quota(job, s.queue("a"), charge)).isEmpty();
    s.tree.charge(s.queue("a"), charge, false, 0);
    assertThat(door.quota(job, s.queue("a"), charge))
        .map(Verdict::blocker)
        .hasValue(
            new Blocker.GuaranteeOfUnpreemptible(new QueueId("a"), "devices", 600, 600, 1000));
    Job preemptible = s.job("a", 1, 0);
    assertThat(door.quota(preemptible, s.queue("a"), charge)).isEmpty();
  }

  /** speech has no guarantee of its own: of research's 4, the 2 of vision are not for it. */
  @Test
  void whatIsPromisedToASiblingIsNotGivenToThoseWhoNeverGiveBack() {
    Job fixed = t.jobs.add(draft("research/speech", Role.of("w", 2, whole(1))).fixed().spec, 0);
    assertThat(quota(fixed, 2)).isEmpty();
    assertThat(quota(fixed, 3))
        .map(Verdict::blocker)
        .hasValue(
            new Blocker.GuaranteeOfUnpreemptible(
                new QueueId("research"), "devices", 3000, 2000, 4000));
    Job inside =
        t.jobs.add(
            new Draft(
                    JobSpec.of(
                        new JobId(901),
                        "y",
                        new QueueId("research/vision"),
                        0,
                        List.of(Role.of("w", 2, whole(1)))))
                .fixed()
                .spec,
            0);
    t.tree.charge(t.queue("research/speech"), Tenants.devicesCharge(2), false, 0);
    assertThat(quota(inside, 2)).isEmpty(); // its own guarantee is still whole
    assertThat(quota(fixed, 1)).isPresent();
  }

  @Test
  void aGuaranteeOfOneModelIsNoneOfAnother() {
    Tenants s = new Tenants();
    s.tree.configure(
        List.of(
            new QueueSpec(
                new QueueId("a"),
                Optional.empty(),
                Map.of("devices/A100", 4000L),
                Map.of("devices/H100", 1000L),
                1,
                0)),
        0);
    Admission door = new Admission(s.ledger, s.jobs, s.tree, List::of);
    Job fixed = s.jobs.add(draft("a", Role.of("w", 1, whole(1))).fixed().spec, 0);
    int h100 = s.resources.number("devices/H100");
    int a100 = s.resources.number("devices/A100");
    Charge onH = new Charge(new int[] {Resources.DEVICES, h100}, new long[] {1000, 1000});
    Charge onA = new Charge(new int[] {Resources.DEVICES, a100}, new long[] {4000, 4000});
    assertThat(door.quota(fixed, s.queue("a"), onA)).isEmpty();
    assertThat(door.overQuota(fixed, s.queue("a"), onH)).isTrue();
    Job preemptible = s.job("a", 1, 0);
    assertThat(door.overQuota(preemptible, s.queue("a"), onH)).isFalse();
  }

  /** The least over variants, sizes and models, resource by resource. */
  @Test
  void theLeastChargeIsALowerBound() {
    Role either =
        new Role(
            "w",
            4,
            List.of(2, 4),
            List.of(
                new Variant("two", 0, whole(2, "GPU"), Launch.NONE),
                new Variant("one", 3, whole(1, "TPU"), Launch.NONE)),
            TopologyRule.ANYWHERE,
            Optional.empty());
    Job job = t.jobs.add(draft("open", either, Role.of("head", 1, whole(1, "GPU"))).spec, 0);
    Charge least = admission.leastCharge(job.shape);
    assertThat(least.of(Resources.DEVICES)).isEqualTo(3000 + 1000); // 3 × 1 TPU, 1 × 1 GPU
    assertThat(least.of(Resources.CPU)).isEqualTo(2000 + 1000);
    assertThat(least.of(t.resources.number("devices/GPU"))).isEqualTo(1000);
    assertThat(least.of(t.resources.number("devices/TPU"))).isZero();
  }
}
