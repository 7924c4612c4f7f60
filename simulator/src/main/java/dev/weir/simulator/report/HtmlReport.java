package dev.weir.simulator.report;

import dev.weir.simulator.experiment.ExperimentResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The report as one HTML page: style sheet and pictures inside, nothing from elsewhere. */
public final class HtmlReport {
  private HtmlReport() {}

  /** The page. */
  public static String of(ExperimentResult result) {
    Inputs inputs = new Inputs(result);
    Comparison comparison = new Comparison(result);
    Curves curves = new Curves(result);
    Markup page = new Markup();
    page.add("<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n")
        .add("<meta name='viewport' content='width=device-width, initial-scale=1'>\n")
        .add("<meta name='color-scheme' content='light dark'>\n")
        .add("<title>% – Weir</title>\n<style>\n", result.experiment().name());
    page.add(style()).add("</style>\n</head>\n<body>\n<main>\n");
    page.add(inputs.header())
        .add(glance(result))
        .add(comparison.scorecard())
        .add(comparison.bars())
        .add(curves.utilization())
        .add(curves.queueLength())
        .add(curves.distributions())
        .add(comparison.queues())
        .add(new NodePictures(result, curves.time()).section())
        .add(inputs.trace())
        .add(inputs.constants())
        .add(inputs.policies())
        .add(inputs.definitions())
        .add(inputs.footer());
    return page.add("</main>\n</body>\n</html>\n").toString();
  }

  private static Markup glance(ExperimentResult result) {
    Markup section = new Markup().add("<section class='glance'><h2>At a glance</h2>\n<ul>\n");
    Glance.of(result).forEach(sentence -> section.add("<li>%</li>\n", sentence));
    return section.add("</ul></section>\n");
  }

  /** The style sheet stands in the page as it is. */
  private static Markup style() {
    try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
      byte[] css = Objects.requireNonNull(in, "report.css").readAllBytes();
      return new Markup().raw(new String(css, StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
