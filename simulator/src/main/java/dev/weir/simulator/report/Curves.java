package dev.weir.simulator.report;

import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Scorecard;
import dev.weir.simulator.metrics.TimeSeries;
import dev.weir.simulator.run.Protocol;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Series over time and distributions, of the first seed. */
final class Curves {
  private static final double WIDTH = 1080;
  private static final double HEIGHT = 250;

  private final Experiment experiment;
  private final List<String> policies;
  private final List<Scorecard> cards;
  private final double arrivalsEnd;
  private final Axis time;

  Curves(ExperimentResult result) {
    experiment = result.experiment();
    policies = experiment.policies().stream().map(PolicySpec::name).toList();
    cards = policies.stream().map(p -> result.of(p).getFirst().result().scorecard()).toList();
    var arrivals = experiment.arrivals(experiment.seeds().first());
    arrivalsEnd =
        experiment.protocol() == Protocol.INFLATION
            ? arrivals.size()
            : arrivals.isEmpty() ? 1 : arrivals.getLast().submitSeconds();
    time = experiment.protocol() == Protocol.INFLATION ? arrivalsAxis() : Axis.time(timeShown());
  }

  /** The time axis of all pictures. */
  Axis time() {
    return time;
  }

  private Axis arrivalsAxis() {
    Axis even = Axis.upTo(arrivalsEnd, Numbers::count);
    List<Double> inside = even.ticks().stream().filter(t -> t <= arrivalsEnd).toList();
    return new Axis(0, arrivalsEnd, false, inside, Numbers::count);
  }

  /** A little more than the arrivals; longer while a queue is still there. */
  private double timeShown() {
    double until = 1.15 * arrivalsEnd;
    for (Scorecard card : cards) {
      TimeSeries.Points queue = card.queueLength();
      for (int i = queue.means().length - 1; i >= 0; i--) {
        if (queue.means()[i] > 0.5) {
          until = Math.max(until, 1.05 * (queue.start() + (i + 1) * queue.width()) / 1000.0);
          break;
        }
      }
    }
    return Math.max(1, until);
  }

  Markup utilization() {
    Optional<Demand> demand =
        experiment.protocol() == Protocol.TIMED
            ? Demand.of(
                experiment.arrivals(experiment.seeds().first()),
                experiment.devices(),
                cards.getFirst().allocated())
            : Optional.empty();
    Markup section = new Markup().add("<section><h2>Utilisation</h2>\n").add(legend());
    section.add("<h3>Allocated GPUs</h3>");
    LineChart chart = chart(Axis.percent(), "Share of GPUs that are allocated, over time");
    demand.ifPresent(d -> series(chart, "demand", "demand without waiting", d.share()));
    lines(chart, Scorecard::allocated);
    Headline.UTILIZATION.target().ifPresent(t -> chart.level(t, "target " + Numbers.percent(t)));
    section.add(shaded(chart).svg());
    if (demand.isPresent()) {
      section.add(
          "<p class='note'><i class='key demand'></i>Demand without waiting: what would be in use if"
              + " every job started at its submission (peak % of all GPUs).</p>",
          Numbers.percent(demand.get().peak()));
    }
    return section.add(effective()).add(coincide()).add("</section>\n");
  }

  /** Effective utilisation has a picture of its own where it is not the same. */
  private Markup effective() {
    if (experiment.protocol() == Protocol.INFLATION) {
      return new Markup();
    }
    boolean differs = cards.stream().anyMatch(Curves::losesTime);
    if (!differs) {
      return new Markup()
          .add(
              "<p class='note'>Effective utilisation (GPUs that do work, weighted with their speed)")
          .add(" is the same here: the world of this experiment loses no time to start, ")
          .add("restart, communication or sharing.</p>");
    }
    LineChart chart = chart(Axis.percent(), "Share of GPUs that do work, weighted, over time");
    lines(chart, Scorecard::effective);
    return new Markup()
        .add("<h3>Effective: GPUs that do work, weighted with their speed</h3>")
        .add(shaded(chart).svg());
  }

  private static boolean losesTime(Scorecard card) {
    double booked = card.figure(Metric.GPU_UTILIZATION).orElse(0);
    double effective = card.figure(Metric.GPU_UTILIZATION_EFFECTIVE).orElse(0);
    return Math.abs(booked - effective) > 0.005 * booked;
  }

  Markup queueLength() {
    if (experiment.protocol() == Protocol.INFLATION) {
      return new Markup();
    }
    double most = 0;
    for (Scorecard card : cards) {
      most = Math.max(most, Arrays.stream(card.queueLength().means()).max().orElse(0));
    }
    Markup section = new Markup().add("<section><h2>Queue length</h2>\n");
    if (most == 0) {
      return section.add("<p>No job ever waited longer than one scheduling pass.</p></section>\n");
    }
    LineChart chart = chart(Axis.upTo(most, Numbers::count), "Waiting jobs over time");
    lines(chart, Scorecard::queueLength);
    return section
        .add(legend())
        .add("<h3>Jobs that wait</h3>")
        .add(shaded(chart).svg())
        .add("</section>\n");
  }

  Markup distributions() {
    if (cards.stream().allMatch(c -> c.jct().length == 0)) {
      return new Markup();
    }
    Markup section = new Markup().add("<section><h2>Distributions</h2>\n").add(legend());
    section.add("<div class='trio'>\n");
    distribution(section, "Completion time", Scorecard::jct, true);
    distribution(section, "Queueing time", Scorecard::queueing, true);
    distribution(section, "Slowdown", Scorecard::slowdown, false);
    section.add(
        "</div>\n<p class='note'>Share of jobs at or below the value; further left is better.");
    return section.add("</p></section>\n");
  }

  private void distribution(
      Markup section, String name, Function<Scorecard, double[]> curve, boolean isTime) {
    double most = 0;
    for (Scorecard card : cards) {
      double[] values = curve.apply(card);
      most = Math.max(most, values.length == 0 ? 0 : values[values.length - 1]);
    }
    Axis x = isTime ? Axis.logTime(most) : Axis.logFactor(most);
    LineChart chart = new LineChart(400, 260, x, Axis.percent(), "Distribution: " + name);
    for (int i = 0; i < cards.size(); i++) {
      double[] values = curve.apply(cards.get(i));
      double[] shares = new double[values.length];
      for (int k = 0; k < values.length; k++) {
        shares[k] = k / (double) (values.length - 1);
      }
      chart.line(style(i), policies.get(i), values, shares, false);
    }
    section.add("<figure><figcaption>%</figcaption>", name).add(chart.svg()).add("</figure>\n");
  }

  private LineChart chart(Axis y, String title) {
    return new LineChart(WIDTH, HEIGHT, time, y, title);
  }

  private LineChart shaded(LineChart chart) {
    return chart.shadeFrom(arrivalsEnd, "after the last arrival");
  }

  private void lines(LineChart chart, Function<Scorecard, TimeSeries.Points> series) {
    for (int i = 0; i < cards.size(); i++) {
      series(chart, style(i), policies.get(i), series.apply(cards.get(i)));
    }
  }

  private String style(int i) {
    return "s" + Colours.of(i) + (policies.get(i).equals("weir") ? " own" : "");
  }

  private void series(LineChart chart, String style, String name, TimeSeries.Points points) {
    int n = points.means().length;
    double[] xs = new double[n + 1];
    double[] ys = new double[n + 1];
    for (int i = 0; i <= n; i++) {
      xs[i] = (points.start() + i * points.width()) / 1000.0;
      ys[i] = n == 0 ? 0 : points.means()[Math.min(i, n - 1)];
    }
    chart.line(style, name, xs, ys, true);
  }

  private Markup legend() {
    Markup legend = new Markup().add("<p class='legend'>");
    for (int i = 0; i < policies.size(); i++) {
      legend.add("<span><i class='key c%'></i>%</span> ", Colours.of(i), policies.get(i));
    }
    return legend.add("</p>\n");
  }

  private Markup coincide() {
    Markup note = new Markup();
    String axis =
        experiment.protocol() == Protocol.INFLATION
            ? "The axis counts jobs that arrived. "
            : "Time begins with the trace. ";
    note.add("<p class='note'>%Lines that coincide lie over each other.", axis);
    if (experiment.seeds().count() > 1) {
      note.add(" Curves are of seed %.", experiment.seeds().first());
    }
    return note.add("</p>");
  }
}
