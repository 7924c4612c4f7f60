package dev.weir.simulator.report;

import dev.weir.simulator.metrics.Scorecard.Bar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which job ran on which device of which node, when. A few nodes, all their devices; jobs that
 * share a device lie over each other.
 */
final class GanttChart {
  private static final int NODES = 12;
  private static final int MOST_BARS = 2_500;
  private static final double LEFT = 150;
  private static final double RIGHT = 14;
  private static final double LANE = 7;
  private static final double GAP = 8;
  private static final double BOTTOM = 30;

  private final double width;
  private final Axis time;
  private final List<String> queues;
  private final Map<String, List<Bar>> nodes = new TreeMap<>();
  private int shown;

  /**
   * @param bars what ran
   * @param queues in the order of their colours
   */
  GanttChart(double width, Axis time, List<Bar> bars, List<String> queues) {
    this.width = width;
    this.time = time;
    this.queues = queues;
    busiest(bars);
  }

  /** The nodes on which most happened inside the picture. */
  private void busiest(List<Bar> bars) {
    Map<String, List<Bar>> all = new TreeMap<>();
    for (Bar bar : bars) {
      if (bar.from() < time.high() * 1000) {
        all.computeIfAbsent(bar.node(), _ -> new ArrayList<>()).add(bar);
      }
    }
    all.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<String, List<Bar>> e) -> -e.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .limit(NODES)
        .filter(
            e -> {
              shown += e.getValue().size();
              return nodes.isEmpty() || shown <= MOST_BARS;
            })
        .forEach(e -> nodes.put(e.getKey(), e.getValue()));
  }

  int nodes() {
    return nodes.size();
  }

  Markup svg(String title) {
    double height = BOTTOM;
    for (List<Bar> bars : nodes.values()) {
      height += devices(bars) * LANE + GAP;
    }
    Markup svg =
        new Markup()
            .add(
                "<svg class='chart gantt' viewBox='0 0 % %' role='img' aria-label='%'>",
                width, height, title);
    double top = 0;
    for (Map.Entry<String, List<Bar>> node : nodes.entrySet()) {
      node(svg, node.getKey(), node.getValue(), top);
      top += devices(node.getValue()) * LANE + GAP;
    }
    axis(svg, height);
    return svg.add("</svg>");
  }

  private static int devices(List<Bar> bars) {
    long mask = 1;
    for (Bar bar : bars) {
      mask |= bar.devices();
    }
    return Long.SIZE - Long.numberOfLeadingZeros(mask);
  }

  private void node(Markup svg, String name, List<Bar> bars, double top) {
    int devices = devices(bars);
    svg.add(
        "<rect class='lane' x='%' y='%' width='%' height='%'/>",
        LEFT, top, width - LEFT - RIGHT, devices * LANE);
    svg.add(
        "<text class='tick' x='%' y='%' text-anchor='end'>%</text>",
        LEFT - 8,
        top + devices * LANE / 2 + 4,
        name.length() > 21 ? "…" + name.substring(name.length() - 20) : name);
    for (Bar bar : bars) {
      bar(svg, bar, top);
    }
  }

  private void bar(Markup svg, Bar bar, double top) {
    double from = x(bar.from() / 1000.0);
    double until = Math.max(from + 0.8, x(bar.until() / 1000.0));
    String style = "q" + Math.floorMod(queues.indexOf(bar.queue()), 8);
    // Devices that lie side by side are one rectangle.
    long mask = bar.devices();
    while (mask != 0) {
      int first = Long.numberOfTrailingZeros(mask);
      int count = Long.numberOfTrailingZeros(~(mask >>> first));
      svg.add(
          "<rect class='%' x='%' y='%' width='%' height='%'><title>job %, queue %: % for %</title></rect>",
          style,
          from,
          top + first * LANE + 0.5,
          until - from,
          count * LANE - 1,
          bar.job(),
          bar.queue(),
          count == 1 ? "1 device" : count + " devices",
          Numbers.duration((bar.until() - bar.from()) / 1000.0));
      mask &= count == Long.SIZE ? 0 : ~(((1L << count) - 1) << first);
    }
  }

  private void axis(Markup svg, double height) {
    for (double tick : time.ticks()) {
      svg.add("<path class='mark' d='M% %v5'/>", x(tick), height - BOTTOM);
      svg.add(
          "<text class='tick' x='%' y='%' text-anchor='%'>%</text>",
          x(tick),
          height - BOTTOM + 19,
          x(tick) > width - RIGHT - 16 ? "end" : "middle",
          time.label().apply(tick));
    }
  }

  private double x(double seconds) {
    return LEFT + time.at(seconds) * (width - LEFT - RIGHT);
  }
}
