package dev.weir.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void aBurstIsTakenAndThenTheRateHolds() {
    RateLimit limit = new RateLimit(2, 3, nanos::get);
    for (int i = 0; i < 3; i++) {
      assertThat(limit.take("ci")).isEmpty();
    }
    assertThat(limit.take("ci")).hasValue(1);
    nanos.addAndGet(500_000_000);
    assertThat(limit.take("ci")).isEmpty();
    assertThat(limit.take("ci")).isPresent();
  }

  @Test
  void callersDoNotUseUpEachOthersRequests() {
    RateLimit limit = new RateLimit(1, 1, nanos::get);
    assertThat(limit.take("a")).isEmpty();
    assertThat(limit.take("a")).isPresent();
    assertThat(limit.take("b")).isEmpty();
  }

  @Test
  void withoutARateThereIsNoLimit() {
    RateLimit limit = new RateLimit(0, 1, nanos::get);
    for (int i = 0; i < 100; i++) {
      assertThat(limit.take("a")).isEmpty();
    }
  }
}
