package dev.weir.engine.queue;

import static dev.weir.engine.queue.Tenants.devicesCharge;
import static dev.weir.engine.queue.Tenants.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.ledger.Trial;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules of the tree, bookings on the path, shares. */
class QueueTreeTest {
  record Wrong(String message, List<QueueSpec> specs) {}

  static List<Wrong> wrongTrees() {
    return List.of(
        new Wrong(
            "queue vision is below \"reserch\", which does not exist; the nearest is \"research\"",
            List.of(spec("research", "", -1, -1, 1, 0), spec("vision", "reserch", -1, -1, 1, 0))),
        new Wrong(
            "queue a is below itself: [a, b, c]",
            List.of(
                spec("a", "b", -1, -1, 1, 0),
                spec("b", "c", -1, -1, 1, 0),
                spec("c", "a", -1, -1, 1, 0))),
        new Wrong(
            "queue a is configured twice",
            List.of(spec("a", "", -1, -1, 1, 0), spec("a", "", -1, -1, 2, 0))),
        new Wrong(
            "the queues below p guarantee 5000 of devices together, but it guarantees 4000",
            List.of(
                spec("p", "", 4, -1, 1, 0),
                spec("a", "p", 3, -1, 1, 0),
                spec("b", "p", 2, -1, 1, 0))),
        new Wrong(
            "the queues below p guarantee 5000 of devices together, but it is limited to 4000",
            List.of(
                spec("p", "", -1, 4, 1, 0),
                spec("a", "p", 3, -1, 1, 0),
                spec("b", "p", 2, -1, 1, 0))),
        new Wrong(
            "queue a guarantees devices, but p above it guarantees only [devices/A100]",
            List.of(models("p", "", "A100", 4), spec("a", "p", 3, -1, 1, 0))),
        new Wrong(
            "the queues below p guarantee 5 of devices together, but it guarantees 4",
            List.of(
                new QueueSpec(
                    new QueueId("p"), Optional.empty(), Map.of("devices", 4L), Map.of(), 1, 0),
                models("a", "p", "A100", 3),
                models("b", "p", "H100", 2))));
  }

  private static QueueSpec models(String id, String parent, String model, long milli) {
    return new QueueSpec(
        new QueueId(id),
        parent.isEmpty() ? Optional.empty() : Optional.of(new QueueId(parent)),
        Map.of("devices/" + model, milli),
        Map.of(),
        1,
        0);
  }

  @ParameterizedTest
  @MethodSource("wrongTrees")
  void aWrongTreeIsRefusedAndChangesNothing(Wrong wrong) {
    Tenants t = new Tenants().queue("old", "", -1, -1, 1);
    assertThatThrownBy(() -> t.tree.configure(wrong.specs, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(wrong.message);
    assertThat(t.tree.queues()).extracting(q -> q.id.value()).containsExactly("old");
  }

  @Test
  void aQueueWithJobsStays() {
    Tenants t = new Tenants().queue("a", "", -1, -1, 1).queue("b", "", -1, -1, 1);
    t.waits("a", 1, 0);
    assertThatThrownBy(() -> t.tree.configure(List.of(spec("b", "", -1, -1, 1, 0)), 0))
        .hasMessage("queue a has jobs and cannot be taken away: 1 wait");
    assertThatThrownBy(() -> t.queue("c", "a", -1, -1, 1))
        .hasMessage("queue a has jobs and cannot get queues below it");
  }

  @Test
  void bookingsStayWhenTheTreeChangesAndSumsFollow() {
    Tenants t =
        new Tenants()
            .queue("p", "", -1, -1, 1)
            .queue("q", "", -1, -1, 1)
            .queue("a", "p", -1, -1, 1)
            .queue("b", "p", -1, -1, 1)
            .uses("a", 3)
            .uses("b", 2);
    Job job = t.waits("a", 4, 0);
    assertThat(t.queue("p").booked(Resources.DEVICES)).isEqualTo(5000);
    assertThat(t.queue("p").demand(Resources.DEVICES)).isEqualTo(9000);
    t.tree.configure(
        List.of(
            spec("q", "", -1, -1, 1, 0),
            spec("p", "", -1, -1, 1, 0),
            spec("a", "q", -1, -1, 1, 0),
            spec("b", "p", -1, -1, 1, 0)),
        0);
    assertThat(t.queue("q").booked(Resources.DEVICES)).isEqualTo(3000);
    assertThat(t.queue("q").demand(Resources.DEVICES)).isEqualTo(7000);
    assertThat(t.queue("p").booked(Resources.DEVICES)).isEqualTo(2000);
    assertThat(t.queue("a").waiting().contains(job)).isTrue();
    t.queue("a").waiting().dequeue(job);
    assertThat(t.queue("q").demand(Resources.DEVICES)).isEqualTo(3000);
  }

  @Test
  void rememberedUsageIsAnExponentiallyWeightedMeanOfBookings() {
    Tenants t = new Tenants().devices(10);
    t.tree.configure(List.of(spec("a", "", -1, -1, 2, 3600)), 0);
    Queue a = t.queue("a");
    long hour = 3_600_000;
    t.tree.charge(a, devicesCharge(8), true, 0);
    assertThat(a.usage.used(Resources.DEVICES, 0)).isZero();
    assertThat(a.usage.used(Resources.DEVICES, hour)).isCloseTo(4000, within(1e-9));
    assertThat(a.usage.used(Resources.DEVICES, 2 * hour)).isCloseTo(6000, within(1e-9));
    assertThat(t.tree.share(a, hour)).isEqualTo(0.4); // the booking of 8 of 10 counts; weight 2
    t.tree.uncharge(a, devicesCharge(8), true, 2 * hour);
    assertThat(t.tree.share(a, 2 * hour)).isCloseTo(0.3, within(1e-12));
    assertThat(t.tree.share(a, 3 * hour)).isCloseTo(0.15, within(1e-12));
    assertThat(t.tree.bookedShare(a)).isZero();
  }

  @Test
  void theDominantResourceMakesTheShare() {
    Tenants t = new Tenants().queue("a", "", -1, -1, 1).queue("b", "", -1, -1, 1);
    // the example of the DRF paper: 9 CPUs and 18 GB, 3 × (1, 4) and 2 × (3, 1)
    t.tree.capacity(new long[] {9, 18, 0});
    int[] both = {Resources.CPU, Resources.MEMORY};
    t.tree.charge(t.queue("a"), new Charge(both, new long[] {3, 12}), true, 0);
    t.tree.charge(t.queue("b"), new Charge(both, new long[] {6, 2}), true, 0);
    assertThat(t.tree.share(t.queue("a"), 0)).isEqualTo(2.0 / 3);
    assertThat(t.tree.share(t.queue("b"), 0)).isEqualTo(2.0 / 3);
  }

  @Test
  void guaranteesOfChildrenAddUpAndModelsExcludeEachOther() {
    Tenants t = new Tenants();
    t.tree.configure(
        List.of(
            spec("p", "", -1, -1, 1, 0),
            models("a", "p", "A100", 2000),
            models("b", "p", "H100", 3000)),
        0);
    int a100 = t.resources.number("devices/A100");
    int h100 = t.resources.number("devices/H100");
    int later = t.resources.number("devices/L40S");
    assertThat(t.queue("p").guaranteed(a100)).isEqualTo(2000);
    assertThat(t.queue("p").guaranteed(h100)).isEqualTo(3000);
    assertThat(t.queue("p").guaranteed(later)).isZero();
    assertThat(t.queue("a").guaranteed(h100)).isZero();
    assertThat(t.queue("a").guaranteed(Resources.CPU)).isEqualTo(Queue.UNSAID);
    Charge one = new Charge(new int[] {Resources.DEVICES, a100}, new long[] {1000, 1000});
    Charge other = new Charge(new int[] {Resources.DEVICES, h100}, new long[] {1000, 1000});
    assertThat(t.queue("a").withinGuarantee(one)).isTrue();
    assertThat(t.queue("a").withinGuarantee(other)).isFalse();
    t.tree.charge(t.queue("a"), one, true, 0);
    assertThat(t.queue("a").excess(a100)).isEqualTo(-1000);
    assertThat(t.queue("a").aboveGuarantee(one)).isFalse();
    t.tree.charge(t.queue("a"), other, true, 0);
    assertThat(t.queue("a").aboveGuarantee(other)).isTrue();
    assertThat(t.queue("a").aboveGuarantee(one)).isFalse();
  }

  @Test
  void oneChildWithAnyDevicesMakesTheParentsGuaranteeOneOfDevices() {
    Tenants t = new Tenants();
    t.tree.configure(
        List.of(
            spec("p", "", -1, -1, 1, 0),
            models("a", "p", "A100", 2000),
            spec("b", "p", 3, -1, 1, 0)),
        0);
    assertThat(t.queue("p").guaranteed(Resources.DEVICES)).isEqualTo(5000);
    assertThat(t.queue("p").guaranteed(t.resources.number("devices/A100"))).isEqualTo(Queue.UNSAID);
  }

  @Test
  void moreCannotBeGivenBackThanIsBooked() {
    Tenants t = new Tenants().queue("a", "", -1, -1, 1).uses("a", 1);
    assertThatThrownBy(() -> t.tree.uncharge(t.queue("a"), devicesCharge(2), true, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void jobsWaitInLeavesOnly() {
    Tenants t = new Tenants().queue("p", "", -1, -1, 1).queue("a", "p", -1, -1, 1);
    Job job = t.job("p", 1, 0);
    assertThatThrownBy(() -> t.queue("p").waiting().enqueue(job, 0))
        .hasMessageContaining("takes no job");
  }

  @Test
  void whatIsDueIsPouredByWeightAndCappedByDemand() {
    Tenants t =
        new Tenants()
            .queue("a", "", -1, -1, 1)
            .queue("b", "", 4, -1, 1)
            .queue("c", "", -1, -1, 2)
            .queue("d", "", -1, 1, 5)
            .devices(20);
    t.waits("a", 20, 0);
    t.waits("b", 20, 0);
    t.waits("c", 3, 0);
    t.waits("d", 20, 0);
    // 4 are guaranteed; of 16, d takes 1 (limit), c 3 (demand), a and b 6 each
    assertThat(due(t, "a")).isEqualTo(6000);
    assertThat(due(t, "b")).isEqualTo(10_000);
    assertThat(due(t, "c")).isEqualTo(3000);
    assertThat(due(t, "d")).isEqualTo(1000);
    t.devices(2); // less than guaranteed
    assertThat(due(t, "a")).isZero();
    assertThat(due(t, "b")).isEqualTo(2000);
    t.devices(20).uses("a", 7);
    assertThat(t.tree.overShare(t.queue("a"), devicesCharge(1))).isTrue();
    assertThat(t.tree.withinShare(t.queue("b"), devicesCharge(10))).isTrue();
    assertThat(t.tree.withinShare(t.queue("b"), devicesCharge(11))).isFalse();
  }

  private static long due(Tenants t, String queue) {
    return t.tree.entitled(t.queue(queue), Resources.DEVICES);
  }

  @Test
  void anUndoneChargeLeavesNoTraceInTheLastBit() {
    Tenants t = new Tenants().devices(7);
    t.tree.configure(List.of(spec("a", "", -1, -1, 1, 777)), 0);
    t.tree.charge(t.queue("a"), devicesCharge(3), true, 1);
    double before = t.tree.share(t.queue("a"), 99_999);
    double used = t.queue("a").usage.used(Resources.DEVICES, 99_999);
    try (Trial _ = t.ledger.trial()) {
      t.tree.charge(t.queue("a"), devicesCharge(3), false, 50_001);
      t.tree.uncharge(t.queue("a"), devicesCharge(1), false, 60_001);
      assertThat(t.queue("a").bookedUnpreemptible(Resources.DEVICES)).isEqualTo(2000);
    }
    assertThat(t.queue("a").usage.used(Resources.DEVICES, 99_999)).isEqualTo(used);
    assertThat(t.tree.share(t.queue("a"), 99_999)).isEqualTo(before);
    assertThat(t.queue("a").bookedUnpreemptible(Resources.DEVICES)).isZero();
  }
}
