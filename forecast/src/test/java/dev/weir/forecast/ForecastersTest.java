package dev.weir.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ForecastersTest {
  private static JobSpec job(long id, String user, String name, String queue, int tasks) {
    TaskRequest request = TaskRequest.of(Cpu.ofCores(1), Bytes.ZERO, DeviceRequest.NONE);
    JobSpec base =
        JobSpec.of(
            new JobId(id), name, new QueueId(queue), 0, List.of(Role.of("w", tasks, request)));
    return new JobSpec(
        base.id(),
        base.name(),
        base.queue(),
        user,
        JobKind.TRAINING,
        0,
        base.roles(),
        base.topology(),
        base.timeLimit(),
        base.window(),
        List.of(),
        base.disruption(),
        base.reservation(),
        0,
        base.labels());
  }

  @Test
  void theOracleWithoutErrorSaysTheTruth() {
    var oracle = new OracleForecaster(_ -> OptionalLong.of(60_000), 0, 1);
    assertThat(oracle.forecast(job(1, "u", "n", "q", 1), 0))
        .contains(new DurationForecast(60_000, 60_000));
  }

  @Test
  void theErrorOfAJobDoesNotDependOnTheOrderOfQuestions() {
    var first = new OracleForecaster(_ -> OptionalLong.of(60_000), 0.5, 7);
    var second = new OracleForecaster(_ -> OptionalLong.of(60_000), 0.5, 7);
    var forward = List.of(1L, 2L, 3L).stream().map(i -> first.forecast(job(i, "", "", "q", 1), 0));
    var backward =
        List.of(3L, 2L, 1L).stream().map(i -> second.forecast(job(i, "", "", "q", 1), 0));
    assertThat(forward.toList()).isEqualTo(backward.toList().reversed());
  }

  @Test
  void theErrorIsLogNormalWithTheStatedSigmaAndItsDecilesAreHonest() {
    double sigma = 0.8;
    var oracle = new OracleForecaster(_ -> OptionalLong.of(1_000_000), sigma, 3);
    var error = new ForecastError();
    double sum = 0;
    double squares = 0;
    int n = 20_000;
    for (int i = 0; i < n; i++) {
      DurationForecast f = oracle.forecast(job(i, "", "", "q", 1), 0).orElseThrow();
      double log = Math.log(f.p50() / 1e6);
      sum += log;
      squares += log * log;
      error.add(f, 1_000_000);
    }
    assertThat(sum / n).isCloseTo(0, within(0.02));
    assertThat(Math.sqrt(squares / n)).isCloseTo(sigma, within(0.02));
    assertThat(error.figures().coverage50()).isCloseTo(0.5, within(0.015));
    assertThat(error.figures().coverage90()).isCloseTo(0.9, within(0.015));
  }

  @Test
  void anOracleThatDoesNotKnowSaysNothing() {
    var oracle = new OracleForecaster(_ -> OptionalLong.empty(), 0.3, 1);
    assertThat(oracle.forecast(job(1, "", "", "q", 1), 0)).isEmpty();
    assertThatThrownBy(() -> new OracleForecaster(_ -> OptionalLong.empty(), -1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void historyNeedsEnoughRunsAndFallsBackToWiderGroups() {
    var history = new HistoryForecaster();
    for (int i = 0; i < 4; i++) {
      history.completed(job(i, "ada", "bert-" + i, "q", 8), 100);
    }
    assertThat(history.forecast(job(9, "ada", "bert-9", "q", 8), 0)).isEmpty();
    history.completed(job(5, "ada", "bert-5", "q", 8), 100);
    history.completed(job(6, "bob", "gpt", "q", 1), 900);
    assertThat(history.forecast(job(9, "ada", "bert-9", "q", 8), 0))
        .contains(new DurationForecast(100, 100));
    // Nobody knows carl or his size: all of queue q answers.
    assertThat(history.forecast(job(10, "carl", "x", "q", 3), 0))
        .contains(new DurationForecast(100, 900));
    assertThat(history.forecast(job(11, "carl", "x", "other", 3), 0)).isPresent();
  }

  @Test
  void aJobThatAlreadyRanIsComparedWithLongerRunsOnly() {
    var history = new HistoryForecaster();
    for (int i = 1; i <= 20; i++) {
      history.completed(job(i, "u", "n", "q", 1), i * 10L);
    }
    // Runs longer than 100 are 110, 120 .. 200: the median is the 5th, the decile the 9th.
    assertThat(history.forecast(job(99, "u", "n", "q", 1), 100))
        .contains(new DurationForecast(150, 190));
  }

  @Test
  void oldRunsAreForgotten() {
    var history = new HistoryForecaster();
    for (int i = 0; i < 64; i++) {
      history.completed(job(i, "u", "n", "q", 1), 10);
    }
    for (int i = 0; i < 64; i++) {
      history.completed(job(i, "u", "n", "q", 1), 1000);
    }
    assertThat(history.forecast(job(99, "u", "n", "q", 1), 0))
        .contains(new DurationForecast(1000, 1000));
  }

  @Test
  void pinballLossByHand() {
    var error = new ForecastError();
    error.add(new DurationForecast(100, 200), 150); // 0.5·50 = 25; (0.9−1)·(150−200) = 5
    error.add(new DurationForecast(100, 200), 300); // 0.5·200 = 100; 0.9·100 = 90
    error.addUnforecast();
    ForecastError.Figures f = error.figures();
    assertThat(f.pinball50()).isEqualTo(62.5);
    assertThat(f.pinball90()).isCloseTo(47.5, within(1e-9));
    assertThat(f.coverage50()).isZero();
    assertThat(f.coverage90()).isEqualTo(0.5);
    assertThat(f.unforecast()).isEqualTo(1);
  }
}
