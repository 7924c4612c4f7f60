package dev.weir.simulator.world;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Speed of an elastic job at another size than the one its work was measured at. */
public sealed interface ScaleSpeed {
  /** Twice the tasks, twice the speed. */
  ScaleSpeed LINEAR = new Power(1);

  /**
   * @param tasks tasks that run
   * @param reference tasks at which the work was measured
   */
  double factor(String program, int tasks, int reference);

  /**
   * Amdahl's law.
   *
   * @param serialShare share of the work of one task that more tasks do not speed up, 0 to 1
   */
  record Amdahl(double serialShare) implements ScaleSpeed {
    public Amdahl {
      if (!(serialShare >= 0 && serialShare <= 1)) {
        throw new IllegalArgumentException("a serial share is 0 to 1, not " + serialShare);
      }
    }

    @Override
    public double factor(String program, int tasks, int reference) {
      return speed(tasks) / speed(reference);
    }

    private double speed(int tasks) {
      return 1 / (serialShare + (1 - serialShare) / tasks);
    }
  }

  /** {@code (tasks ÷ reference)^exponent}; 1 = linear. */
  record Power(double exponent) implements ScaleSpeed {
    public Power {
      if (!(exponent >= 0 && exponent <= 1)) {
        throw new IllegalArgumentException("a scaling exponent is 0 to 1, not " + exponent);
      }
    }

    @Override
    public double factor(String program, int tasks, int reference) {
      return tasks == reference ? 1 : Math.pow((double) tasks / reference, exponent);
    }
  }

  /**
   * Measured throughput by number of tasks, straight lines in between; programs without a row scale
   * linearly.
   *
   * @param programs by program, then by number of tasks
   */
  record Table(Map<String, Map<Integer, Double>> programs) implements ScaleSpeed {
    public Table {
      TreeMap<String, Map<Integer, Double>> rows = new TreeMap<>();
      programs.forEach(
          (program, row) -> {
            row.forEach((tasks, speed) -> Factors.check(program + "." + tasks, speed));
            rows.put(program, Collections.unmodifiableNavigableMap(new TreeMap<>(row)));
          });
      programs = Collections.unmodifiableMap(rows);
    }

    @Override
    public double factor(String program, int tasks, int reference) {
      Map<Integer, Double> row = programs.get(program);
      if (row == null || row.isEmpty()) {
        return (double) tasks / reference;
      }
      NavigableMap<Integer, Double> speeds = new TreeMap<>(row);
      return at(speeds, tasks) / at(speeds, reference);
    }

    private static double at(NavigableMap<Integer, Double> speeds, int tasks) {
      Map.Entry<Integer, Double> below = speeds.floorEntry(tasks);
      Map.Entry<Integer, Double> above = speeds.ceilingEntry(tasks);
      if (below == null) {
        return speeds.firstEntry().getValue() * tasks / speeds.firstKey();
      }
      if (above == null || above.getKey().equals(below.getKey())) {
        return below.getValue();
      }
      double way = (double) (tasks - below.getKey()) / (above.getKey() - below.getKey());
      return below.getValue() + way * (above.getValue() - below.getValue());
    }
  }
}
