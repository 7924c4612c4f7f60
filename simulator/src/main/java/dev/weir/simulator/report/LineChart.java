package dev.weir.simulator.report;

import java.util.ArrayList;
import java.util.List;

/** Lines over two axes. Colours and weights come from the style sheet, by class. */
final class LineChart {
  private static final double LEFT = 62;
  private static final double RIGHT = 14;
  private static final double TOP = 20;
  private static final double BOTTOM = 30;
  private static final double LETTER = 6.4;

  private final double width;
  private final double height;
  private final Axis x;
  private final Axis y;
  private final String title;
  private final List<Markup> parts = new ArrayList<>();

  /**
   * @param title what the picture shows, for those who do not see it
   */
  LineChart(double width, double height, Axis x, Axis y, String title) {
    this.width = width;
    this.height = height;
    this.x = x;
    this.y = y;
    this.title = title;
  }

  /** A line through points; {@code steps}: each value holds until the next. */
  LineChart line(String style, String name, double[] xs, double[] ys, boolean steps) {
    StringBuilder path = new StringBuilder();
    double lastX = Double.NaN;
    for (int i = 0; i < xs.length; i++) {
      double px = px(xs[i]);
      double py = py(ys[i]);
      if (i == 0) {
        path.append(point('M', px, py));
      } else if (steps) {
        path.append(point('H', px)).append(point('V', py));
      } else if (px != lastX || i == xs.length - 1 || ys[i] != ys[i - 1]) {
        path.append(point('L', px, py));
      }
      lastX = px;
      if (xs[i] > x.high()) {
        break;
      }
    }
    parts.add(
        new Markup().add("<path class='line %' d='%'><title>%</title></path>", style, path, name));
    return this;
  }

  private static String point(char command, double... at) {
    StringBuilder point = new StringBuilder().append(command);
    for (int i = 0; i < at.length; i++) {
      point.append(i == 0 ? "" : " ").append(Math.round(at[i] * 10) / 10.0);
    }
    return point.toString();
  }

  /** A level that is to be reached. */
  LineChart level(double value, String label) {
    parts.add(
        new Markup()
            .add("<path class='target' d='M% %H%'/>", LEFT, py(value), width - RIGHT)
            .add(
                "<text class='target-label' x='%' y='%'>%</text>", LEFT + 6, py(value) - 4, label));
    return this;
  }

  /** What comes after this moment stands on a darker ground. */
  LineChart shadeFrom(double from, String label) {
    if (from >= x.high()) {
      return this;
    }
    double px = px(from);
    parts.addFirst(
        new Markup()
            .add(
                "<rect class='after' x='%' y='%' width='%' height='%'/>",
                px, TOP, width - RIGHT - px, height - TOP - BOTTOM)
            .add("<text class='after-label' x='%' y='%'>%</text>", px + 2, TOP - 6, label));
    return this;
  }

  private double px(double value) {
    return LEFT + x.at(value) * (width - LEFT - RIGHT);
  }

  private double py(double value) {
    return height - BOTTOM - y.at(value) * (height - TOP - BOTTOM);
  }

  Markup svg() {
    Markup svg =
        new Markup()
            .add(
                "<svg class='chart' viewBox='0 0 % %' role='img' aria-label='%'>",
                width, height, title);
    for (double tick : y.ticks()) {
      svg.add("<path class='grid' d='M% %H%'/>", LEFT, py(tick), width - RIGHT)
          .add(
              "<text class='tick' x='%' y='%' text-anchor='end'>%</text>",
              LEFT - 8, py(tick) + 4, y.label().apply(tick));
    }
    double lastEnd = Double.NEGATIVE_INFINITY;
    for (double tick : x.ticks()) {
      double at = px(tick);
      svg.add("<path class='mark' d='M% %v5'/>", at, height - BOTTOM);
      String label = x.label().apply(tick);
      double half = LETTER * label.length() / 2;
      boolean atEnd = at + half > width;
      if (at - (atEnd ? 2 : 1) * half < lastEnd) {
        continue;
      }
      lastEnd = at + half + 8;
      String anchor = atEnd ? "end" : "middle";
      svg.add(
          "<text class='tick' x='%' y='%' text-anchor='%'>%</text>",
          at, height - BOTTOM + 19, anchor, label);
    }
    parts.forEach(svg::add);
    return svg.add("</svg>");
  }
}
