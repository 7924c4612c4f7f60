package dev.weir.simulator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * One axis of a chart: where a value stands, and which values are written.
 *
 * @param low value at the beginning
 * @param high value at the end
 * @param logarithmic equal factors are equally far apart; then {@code low} is above 0
 * @param ticks values that are written
 * @param label how they are written
 */
record Axis(
    double low,
    double high,
    boolean logarithmic,
    List<Double> ticks,
    DoubleFunction<String> label) {
  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;

  /** Steps of time that people count in, s. */
  private static final double[] TIME_STEPS = {
    1,
    5,
    10,
    30,
    MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    7 * DAY,
    14 * DAY,
    30 * DAY,
    60 * DAY,
    180 * DAY,
    365 * DAY
  };

  /** Round times of a logarithmic axis, s. */
  private static final double[] TIME_MARKS = {
    1, 10, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY
  };

  Axis {
    ticks = List.copyOf(ticks);
  }

  /** From 0 to 1, in percent. */
  static Axis percent() {
    return new Axis(0, 1, false, List.of(0.0, 0.25, 0.5, 0.75, 1.0), Numbers::percent);
  }

  /** From 0 to a round number above the value. */
  static Axis upTo(double value, DoubleFunction<String> label) {
    double top = Math.max(value, 1e-9);
    double step = Math.pow(10, Math.floor(Math.log10(top)));
    for (double smaller : new double[] {0.2, 0.25, 0.5, 1}) {
      if (top / (step * smaller) <= 5) {
        step *= smaller;
        break;
      }
    }
    step = top / step > 5 ? step * 2 : step;
    List<Double> ticks = new ArrayList<>();
    double high = step * Math.ceil(top / step);
    for (int i = 0; i * step <= high * 1.0001; i++) {
      ticks.add(i * step);
    }
    return new Axis(0, high, false, ticks, label);
  }

  /** Time from 0, s. */
  static Axis time(double until) {
    double step = TIME_STEPS[TIME_STEPS.length - 1];
    for (int i = TIME_STEPS.length - 1; i >= 0 && until / TIME_STEPS[i] <= 12; i--) {
      step = TIME_STEPS[i];
    }
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; i * step <= until; i++) {
      ticks.add(i * step);
    }
    double unit = step;
    return new Axis(0, until, false, ticks, s -> inUnitOf(unit, s));
  }

  /** All labels of one axis have one unit. */
  private static String inUnitOf(double step, double seconds) {
    if (seconds == 0) {
      return "0";
    }
    if (step >= DAY) {
      return Numbers.digits(seconds / DAY) + " d";
    }
    if (step >= HOUR) {
      return Numbers.digits(seconds / HOUR) + " h";
    }
    return step >= MINUTE
        ? Numbers.digits(seconds / MINUTE) + " min"
        : Numbers.digits(seconds) + " s";
  }

  /** Durations from one second on. */
  static Axis logTime(double most) {
    double high = Math.max(100, most);
    List<Double> ticks = new ArrayList<>();
    for (double mark : TIME_MARKS) {
      if (mark <= high) {
        ticks.add(mark);
      }
    }
    return new Axis(1, high, true, ticks, s -> s == 1 ? "≤ 1 s" : mark(s));
  }

  private static String mark(double seconds) {
    double unit = seconds >= DAY ? DAY : seconds >= HOUR ? HOUR : seconds >= MINUTE ? MINUTE : 1;
    String name = unit == DAY ? " d" : unit == HOUR ? " h" : unit == MINUTE ? " min" : " s";
    return Numbers.digits(seconds / unit) + name;
  }

  /** Factors from 1 on. */
  static Axis logFactor(double most) {
    double high = Math.max(10, most);
    List<Double> ticks = new ArrayList<>();
    for (double mark = 1; mark <= high; mark *= 10) {
      ticks.add(mark);
    }
    return new Axis(1, high, true, ticks, f -> Numbers.digits(f) + " ×");
  }

  /** Part of the way from the beginning to the end, 0 to 1. */
  double at(double value) {
    double inside = Math.clamp(value, low, high);
    return logarithmic
        ? Math.log(inside / low) / Math.log(high / low)
        : (inside - low) / (high - low);
  }
}
