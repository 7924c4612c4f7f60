package dev.weir.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RightsTest {
  private final Caller ann =
      new Caller(
          "ann",
          new Rights(Map.of("research", Role.USER, "research/vision", Role.OPERATOR)),
          Optional.empty());

  @Test
  void aRoleHoldsForTheQueuesBelow() {
    assertThat(ann.rights().in("research/speech")).contains(Role.USER);
    assertThat(ann.rights().in("research/vision/large")).contains(Role.OPERATOR);
  }

  @Test
  void aQueueWhoseNameBeginsAlikeIsAnotherOne() {
    assertThat(ann.rights().in("research2")).isEmpty();
    assertThat(ann.sees("research2/x")).isFalse();
  }

  @Test
  void aUserOwnsOnlyJobsOfTheirOwnAndAnOperatorAll() {
    assertThat(ann.owns("research/speech", "ann")).isTrue();
    assertThat(ann.owns("research/speech", "bob")).isFalse();
    assertThat(ann.owns("research/vision", "bob")).isTrue();
  }

  @Test
  void onlyAllQueuesTogetherAreEverywhere() {
    assertThat(ann.rights().everywhere(Role.VIEWER)).isFalse();
    assertThat(Rights.ALL.everywhere(Role.ADMIN)).isTrue();
    assertThat(Rights.NONE.in("research")).isEmpty();
  }
}
