package dev.weir.engine.queue;

import static dev.weir.engine.queue.Tenants.devicesCharge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Resources;
import org.junit.jupiter.api.Test;

/** Who may take room back from whom; the numbers are those of operators' reports. */
class ExchangeTest {
  private static Exchange exchange(Tenants t, String taker, long gets, String victim, long loses) {
    return new Exchange(
        t.tree, t.queue(taker), devicesCharge(gets), t.queue(victim), devicesCharge(loses));
  }

  /** S11: what was borrowed of a guarantee comes back completely. */
  @Test
  void aGuaranteeComesBackToTheLastDevice() {
    Tenants t = new Tenants().queue("low", "", -1, -1, 1).queue("high", "", 4, -1, 1).devices(4);
    t.uses("low", 4);
    for (int i = 0; i < 4; i++) {
      assertThat(exchange(t, "high", 1, "low", 1).byGuarantee()).isTrue();
      t.tree.uncharge(t.queue("low"), devicesCharge(1), true, 0);
      t.uses("high", 1);
    }
    assertThat(exchange(t, "low", 1, "high", 1).byGuarantee()).isFalse();
    assertThat(exchange(t, "low", 1, "high", 1).byShare(0)).isFalse();
  }

  /** S14: three queues of one cohort, 150, 150 and 0 guaranteed; nobody may evict anybody. */
  @Test
  void nobodyTakesWhatWouldPutHimAbove() {
    Tenants t =
        new Tenants()
            .queue("a", "", 150, -1, 1)
            .queue("b", "", 150, -1, 1)
            .queue("be", "", -1, -1, 1)
            .devices(300)
            .uses("a", 250)
            .uses("be", 50);
    assertThat(exchange(t, "a", 50, "be", 50).byGuarantee()).isFalse();
    assertThat(exchange(t, "a", 50, "be", 50).byShare(0)).isFalse();
    // one large job of a: taking it would leave a below its guarantee and be above a
    assertThat(exchange(t, "be", 50, "a", 250).byShare(0)).isFalse();
    // b may have its guarantee back from a
    assertThat(exchange(t, "b", 150, "a", 250).byGuarantee()).isTrue();
  }

  /** S17: the job over the share of its queue has no protection from its priority. */
  @Test
  void whatIsAboveTheGuaranteeIsReclaimed() {
    Tenants t =
        new Tenants()
            .queue("a", "", 4, -1, 1)
            .queue("b", "", 8, -1, 1)
            .devices(12)
            .uses("a", 8)
            .uses("b", 4);
    assertThat(exchange(t, "b", 4, "a", 4).byGuarantee()).isTrue();
    t.tree.uncharge(t.queue("a"), devicesCharge(4), true, 0);
    t.uses("b", 4);
    assertThat(exchange(t, "a", 4, "b", 4).byGuarantee()).isFalse();
    assertThat(exchange(t, "b", 4, "a", 4).byGuarantee()).isFalse();
  }

  @Test
  void sharesMeetInTheMiddleAndStopThere() {
    Tenants t =
        new Tenants().queue("a", "", -1, -1, 1).queue("b", "", -1, -1, 1).devices(8).uses("a", 8);
    int taken = 0;
    while (exchange(t, "b", 1, "a", 1).byShare(0)) {
      t.tree.uncharge(t.queue("a"), devicesCharge(1), true, 0);
      t.uses("b", 1);
      taken++;
    }
    assertThat(taken).isEqualTo(4);
    assertThat(exchange(t, "a", 1, "b", 1).byShare(0)).isFalse();
  }

  @Test
  void weightsMoveTheMiddle() {
    Tenants t =
        new Tenants().queue("a", "", -1, -1, 1).queue("b", "", -1, -1, 3).devices(8).uses("a", 8);
    assertThat(exchange(t, "b", 6, "a", 6).byShare(0)).isTrue();
    assertThat(exchange(t, "b", 7, "a", 7).byShare(0)).isFalse();
  }

  @Test
  void aShareIsNeverTakenOutOfAGuarantee() {
    Tenants t =
        new Tenants().queue("a", "", 6, -1, 1).queue("b", "", -1, -1, 1).devices(8).uses("a", 8);
    assertThat(exchange(t, "b", 2, "a", 2).byShare(0)).isTrue();
    assertThat(exchange(t, "b", 3, "a", 3).byShare(0)).isFalse();
  }

  @Test
  void theForkOfThePathsDecides() {
    Tenants t =
        new Tenants()
            .queue("p", "", -1, -1, 1)
            .queue("q", "", -1, -1, 1)
            .queue("p/a", "p", -1, -1, 1)
            .queue("p/b", "p", 2, -1, 1)
            .queue("q/c", "q", -1, -1, 1)
            .devices(8)
            .uses("p/a", 4)
            .uses("q/c", 4);
    // p and q have the same: no exchange between them, though p/b has nothing
    assertThat(exchange(t, "p/b", 3, "q/c", 1).byShare(0)).isFalse();
    // inside p there is one
    assertThat(exchange(t, "p/b", 2, "p/a", 2).byGuarantee()).isTrue();
    assertThat(exchange(t, "p/b", 2, "p/a", 2).byShare(0)).isTrue();
    assertThat(exchange(t, "p/b", 1, "p/b", 1).sameQueue()).isTrue();
    assertThat(exchange(t, "p/b", 1, "p/b", 1).byShare(0)).isFalse();
  }

  @Test
  void aVictimInsideItsOwnGuaranteeIsNoVictimThoughItsParentIsAbove() {
    Tenants t =
        new Tenants()
            .queue("p", "", 4, -1, 1)
            .queue("q", "", 4, -1, 1)
            .queue("p/a", "p", 2, -1, 1)
            .queue("p/b", "p", 2, -1, 1)
            .queue("q/c", "q", 4, -1, 1)
            .devices(8)
            .uses("p/a", 2)
            .uses("p/b", 6);
    assertThat(exchange(t, "q/c", 1, "p/a", 1).byGuarantee()).isFalse();
    assertThat(exchange(t, "q/c", 1, "p/b", 1).byGuarantee()).isTrue();
  }

  @Test
  void rememberedUsageCountsAgainstTheTaker() {
    Tenants t = new Tenants().devices(8);
    t.tree.configure(
        java.util.List.of(
            Tenants.spec("a", "", -1, -1, 1, 3600), Tenants.spec("b", "", -1, -1, 1, 3600)),
        0);
    t.tree.charge(t.queue("b"), devicesCharge(8), true, 0);
    t.tree.uncharge(t.queue("b"), devicesCharge(8), true, 36_000_000);
    t.tree.charge(t.queue("a"), devicesCharge(8), true, 36_000_000);
    // by bookings b could have half; but it had all for ten hours until now
    assertThat(exchange(t, "b", 1, "a", 1).byShare(36_000_000)).isFalse();
    assertThat(exchange(t, "b", 1, "a", 1).byShare(36_000_000 + 4 * 3_600_000)).isTrue();
  }

  /** Two queues with the same share of CPU do not pass devices to and fro. */
  @Test
  void whatDominatesNeitherOfTwoEqualsStaysWhereItIs() {
    Tenants t = new Tenants().queue("a", "", -1, -1, 1).queue("b", "", -1, -1, 1);
    t.tree.capacity(new long[] {10_000, 0, 10_000});
    int[] both = {Resources.CPU, Resources.DEVICES};
    t.tree.charge(t.queue("a"), new Charge(both, new long[] {5000, 3000}), true, 0);
    t.tree.charge(t.queue("b"), new Charge(both, new long[] {5000, 0}), true, 0);
    assertThat(exchange(t, "b", 1, "a", 1).byShare(0)).isFalse();
    t.tree.charge(t.queue("a"), new Charge(both, new long[] {1000, 0}), true, 0);
    // a is above by its CPU, and only what takes of that makes it smaller
    assertThat(exchange(t, "b", 1, "a", 1).byShare(0)).isFalse();
    Charge loses = new Charge(both, new long[] {500, 1000});
    assertThat(new Exchange(t.tree, t.queue("b"), devicesCharge(1), t.queue("a"), loses).byShare(0))
        .isTrue();
  }
}
