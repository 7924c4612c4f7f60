package dev.weir.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final Summary.Key KEY = new Summary.Key("e", "t", "weir");

  @Test
  void meanAndIntervalOverSeeds() {
    Summary summary =
        new Summary.Builder()
            .add(KEY, Map.of("jct_mean", 10.0))
            .add(KEY, Map.of("jct_mean", 12.0))
            .add(KEY, Map.of("jct_mean", 17.0))
            .stored(KEY, "jct_mean", 12.5)
            .build();
    Summary.Row row = summary.summary().getFirst();
    assertThat(row.mean()).isEqualTo(13);
    // sd = sqrt(13), t with 2 degrees of freedom = 4.303
    assertThat(row.ci95()).isCloseTo(4.303 * Math.sqrt(13.0 / 3), within(1e-9));
    assertThat(row.n()).isEqualTo(3);
    assertThat(row.unit()).isEqualTo("s");
    assertThat(row.stored()).hasValue(12.5);
  }

  @Test
  void theIntervalBeyondTheTableGoesOnWithoutAJump() {
    double[] alternating = new double[41];
    for (int i = 0; i < alternating.length; i++) {
      alternating[i] = i % 2;
    }
    double sd = Math.sqrt(20 * 21 / 41.0 / 40);
    // t with 40 degrees of freedom is 2.0211
    assertThat(StudentT.halfWidth95(alternating))
        .isCloseTo(2.0211 * sd / Math.sqrt(41), within(1e-4));
  }

  @Test
  void theJsonFormIsKept() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Summary one = Summary.ofRun(KEY, 42, Map.of("gpu_allocation", 0.5));
    SummaryJson.write(one, out);
    String json = out.toString(StandardCharsets.UTF_8).replaceAll("\\s", "");
    assertThat(json)
        .isEqualTo(
            "{\"summary\":[{\"experiment\":\"e\",\"trace\":\"t\",\"policy\":\"weir\",\"seed\":42,"
                + "\"metric\":\"gpu_allocation\",\"mean\":0.5,\"ci95\":0.0,\"n\":1,"
                + "\"unit\":\"ratio\"}]}");
    assertThat(SummaryJson.read(out.toByteArray())).isEqualTo(one);
  }

  @Test
  void quantilesInterpolate() {
    Distribution d = new Distribution();
    for (int v : new int[] {40, 10, 30, 20}) {
      d.add(v);
    }
    assertThat(d.quantile(0.5)).isEqualTo(25);
    assertThat(d.quantile(0.99)).isCloseTo(39.7, within(1e-9));
    assertThat(d.curve(3)).containsExactly(10, 25, 40);
    assertThat(d.shareAbove(20)).isEqualTo(0.5);
    assertThat(new Distribution().mean()).isNaN();
  }

  @Test
  void aSeriesKeepsItsIntegralWhenBucketsAreJoined() {
    TimeSeries series = new TimeSeries(1000, 10);
    series.add(1000, 1005, 4);
    series.add(1005, 1020, 2);
    assertThat(series.points().means()).containsExactly(3.0, 2.0);
    series.add(1020, 101_000, 1); // far beyond 512 × 10 ms
    assertThat(series.integral()).isCloseTo(20 + 30 + 99_980, within(1e-6));
    TimeSeries.Points points = series.points();
    assertThat(points.means()).hasSizeLessThanOrEqualTo(512);
    assertThat(points.means()[points.means().length - 1]).isCloseTo(1, within(1e-9));
  }
}
