package dev.weir.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.model.verdict.Blocker;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VerdictKindTest {
  @Test
  void everyBlockerHasAName() {
    assertThat(Arrays.stream(VerdictKind.values()).map(VerdictKind::blocker))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Blocker.class.getPermittedSubclasses())
                .<Class<? extends Blocker>>map(c -> c.asSubclass(Blocker.class))
                .toList());
  }
}
