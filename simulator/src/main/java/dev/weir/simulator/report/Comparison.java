package dev.weir.simulator.report;

import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.metrics.Scorecard.QueueFigures;
import dev.weir.simulator.metrics.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The policies side by side: scorecard, bars, queues. */
final class Comparison {
  /** Bars of more figures than these would hide the ones that matter. */
  private static final List<Headline> PICTURED =
      List.of(
          Headline.UTILIZATION,
          Headline.ALLOCATION,
          Headline.ALLOCATION_AT_100,
          Headline.ALLOCATION_AT_130,
          Headline.QUEUEING_SHARE,
          Headline.JCT_MEAN,
          Headline.JCT_P99,
          Headline.SLOWDOWN_MEAN,
          Headline.FRAGMENTATION);

  private final ExperimentResult result;
  private final Summary summary;
  private final List<String> policies;
  private final List<Headline> telling;

  Comparison(ExperimentResult result) {
    this.result = result;
    this.summary = result.summary();
    this.policies = result.experiment().policies().stream().map(PolicySpec::name).toList();
    this.telling = Headline.telling(summary);
  }

  Markup scorecard() {
    Markup table =
        new Markup().add("<section><h2>Scorecard</h2>\n<div class='wide'><table class='score'>");
    table.add("<thead><tr><th>Figure</th><th>Target</th>");
    for (int i = 0; i < policies.size(); i++) {
      table.add("<th class='num'><i class='key c%'></i>%</th>", Colours.of(i), policies.get(i));
    }
    table.add("</tr></thead>\n<tbody>\n");
    telling.forEach(figure -> row(table, figure));
    table.add("</tbody></table></div>\n");
    table.add("<p class='note'><b class='best'>Bold</b> is the best of a row");
    table.add(", where policies differ. ");
    table.add(
        "<span class='good'>✓</span> meets the target, <span class='bad'>✗</span> misses it.");
    if (result.experiment().seeds().count() > 1) {
      table.add(
          " Means over % seeds with 95 % confidence intervals (Student).",
          result.experiment().seeds().count(), "%");
    }
    return table.add("</p></section>\n");
  }

  private void row(Markup table, Headline figure) {
    table.add(
        "<tr><th title='%'>%</th><td class='target-cell'>%</td>",
        figure.metric().meaning(), figure.label(), figure.targetText().orElse(""));
    List<Optional<Summary.Row>> rows = rows(figure);
    for (Optional<Summary.Row> row : rows) {
      if (row.isEmpty()) {
        table.add("<td class='num'>–</td>");
        continue;
      }
      double mean = row.get().mean();
      Optional<Boolean> met = figure.met(mean);
      String style = met.map(m -> m ? " good" : " bad").orElse("");
      String mark = met.map(m -> m ? " ✓" : " ✗").orElse("");
      table.add(
          "<td class='num%%'>%<span class='sign'>%</span></td>",
          style, best(figure, mean, rows) ? " best" : "", figure.text(row.get()), mark);
    }
    table.add("</tr>\n");
  }

  private List<Optional<Summary.Row>> rows(Headline figure) {
    return policies.stream().map(p -> figure.row(summary, p)).toList();
  }

  /** No other is better, and at least one is worse. */
  private static boolean best(Headline figure, double mean, List<Optional<Summary.Row>> rows) {
    boolean beatsOne = false;
    for (Optional<Summary.Row> other : rows) {
      if (other.isPresent()) {
        if (figure.beats(other.get().mean(), mean)) {
          return false;
        }
        beatsOne |= figure.beats(mean, other.get().mean());
      }
    }
    return beatsOne && figure != Headline.WALL && figure != Headline.DECISION;
  }

  Markup bars() {
    Markup section = new Markup().add("<section><h2>Comparison</h2>\n<div class='panels'>\n");
    PICTURED.stream().filter(telling::contains).forEach(figure -> panel(section, figure));
    return section.add("</div></section>\n");
  }

  private void panel(Markup section, Headline figure) {
    List<Optional<Summary.Row>> rows = rows(figure);
    double most = figure.target().orElse(0);
    for (Optional<Summary.Row> row : rows) {
      most = Math.max(most, row.map(r -> r.mean() + r.ci95()).orElse(0.0));
    }
    if (most == 0) {
      return;
    }
    String direction = figure.higherIsBetter() ? "higher is better" : "lower is better";
    double height = 22.0 * policies.size() + 6;
    section
        .add("<figure><figcaption>% <small>%</small></figcaption>", figure.label(), direction)
        .add(
            "<svg class='chart' viewBox='0 0 340 %' role='img' aria-label='%'>",
            height, figure.label());
    for (int i = 0; i < rows.size(); i++) {
      bar(section, figure, i, rows.get(i), most);
    }
    if (figure.target().isPresent()) {
      double x = 78 + figure.target().getAsDouble() / most * 178;
      section.add("<path class='target' d='M% 0V%'/>", x, height - 6);
    }
    section.add("</svg></figure>\n");
  }

  private void bar(Markup section, Headline figure, int i, Optional<Summary.Row> row, double most) {
    double y = 22.0 * i;
    section.add(
        "<text class='tick' x='70' y='%' text-anchor='end'>%</text>",
        y + 14, shortened(policies.get(i)));
    if (row.isEmpty()) {
      return;
    }
    double mean = row.get().mean();
    double long_ = mean / most * 178;
    section
        .add(
            "<rect class='bar f%' x='78' y='%' width='%' height='14' rx='2'>",
            Colours.of(i), y + 3, long_)
        .add("<title>%: %</title></rect>", policies.get(i), figure.text(row.get()));
    double half = row.get().ci95() / most * 178;
    if (half > 0.5) {
      section.add(
          "<path class='whisker' d='M% %H%'/>",
          78 + Math.max(0, long_ - half), y + 10, 78 + long_ + half);
    }
    section.add(
        "<text class='value' x='%' y='%'>%</text>",
        78 + long_ + half + 6, y + 14, figure.text(mean));
  }

  private static String shortened(String policy) {
    return policy.length() > 12 ? policy.substring(0, 11) + "…" : policy;
  }

  /** Queues as rows, policies as columns; the first seed. */
  Markup queues() {
    Map<String, Map<String, QueueFigures>> byQueue = new LinkedHashMap<>();
    for (String policy : policies) {
      for (QueueFigures queue : result.of(policy).getFirst().result().scorecard().queues()) {
        byQueue.computeIfAbsent(queue.queue(), _ -> new LinkedHashMap<>()).put(policy, queue);
      }
    }
    Markup section = new Markup();
    if (byQueue.isEmpty()) {
      return section;
    }
    section.add(
        "<section><h2>Queues</h2>\n<div class='wide'><table class='score dense'><thead><tr>");
    section.add("<th rowspan='2'>Queue</th><th rowspan='2' class='num'>Jobs</th>");
    section.add("<th rowspan='2' class='num'>Share of GPU time</th>");
    section.add("<th colspan='%' class='group'>Queueing, mean</th>", policies.size());
    section.add(
        "<th colspan='%' class='group'>Completion time, mean</th></tr><tr>", policies.size());
    for (int twice = 0; twice < 2; twice++) {
      for (int i = 0; i < policies.size(); i++) {
        section.add("<th class='num'><i class='key c%'></i>%</th>", Colours.of(i), policies.get(i));
      }
    }
    section.add("</tr></thead><tbody>\n");
    byQueue.forEach((queue, figures) -> queueRow(section, queue, figures));
    return section.add("</tbody></table></div>").add(seedNote()).add("</section>\n");
  }

  private void queueRow(Markup section, String queue, Map<String, QueueFigures> figures) {
    QueueFigures any = figures.values().iterator().next();
    section.add(
        "<tr><th>%</th><td class='num'>%</td><td class='num'>%</td>",
        queue, Numbers.count(any.jobs()), Numbers.percent(any.share()));
    List<String> cells = new ArrayList<>();
    policies.forEach(p -> cells.add(time(figures.get(p), true)));
    policies.forEach(p -> cells.add(time(figures.get(p), false)));
    cells.forEach(cell -> section.add("<td class='num'>%</td>", cell));
    section.add("</tr>\n");
  }

  private static String time(
      @org.jspecify.annotations.Nullable QueueFigures queue, boolean queueing) {
    return queue == null || queue.jobs() == 0
        ? "–"
        : Numbers.duration(queueing ? queue.queueingMean() : queue.jctMean());
  }

  private Markup seedNote() {
    long seed = result.experiment().seeds().first();
    return result.experiment().seeds().count() == 1
        ? new Markup()
        : new Markup().add("<p class='note'>Of seed %.</p>", seed);
  }
}
