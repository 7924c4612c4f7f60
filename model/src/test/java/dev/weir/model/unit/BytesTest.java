package dev.weir.model.unit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BytesTest {
  @ParameterizedTest
  @CsvSource({
    "80Gi, 80Gi",
    "1024Mi, 1Gi",
    "50GB, 50G",
    "46068Mi, 46068Mi",
    "1000, 1k",
    "1500M, 1500M",
    "0, 0",
    "7, 7"
  })
  void theShortestExactTextIsTold(String written, String told) {
    assertThat(Bytes.parse(written)).hasToString(told);
    assertThat(Bytes.parse(told)).isEqualTo(Bytes.parse(written));
  }
}
