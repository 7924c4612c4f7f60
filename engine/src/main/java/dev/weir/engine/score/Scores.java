package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import java.util.List;

/** The weighted sum of a policy's placement scores. */
public final class Scores {
  private final PlacementScore[] parts;
  private final double[] weights;
  private final boolean byShape;

  /** One score and its weight. */
  public record Part(PlacementScore score, double weight) {}

  public Scores(List<Part> parts) {
    this.parts = parts.stream().map(Part::score).toArray(PlacementScore[]::new);
    this.weights = parts.stream().mapToDouble(Part::weight).toArray();
    this.byShape = parts.stream().allMatch(p -> p.score().byShape());
  }

  public double score(Node node, Ask ask, DeviceBooking devices) {
    double sum = 0;
    for (int i = 0; i < parts.length; i++) {
      sum += weights[i] * parts[i].score(node, ask, devices);
    }
    return sum;
  }

  /** Chooses between options of one node with equal scores. */
  public double preference(Node node, DeviceBooking devices) {
    double sum = 0;
    for (int i = 0; i < parts.length; i++) {
      sum += weights[i] * parts[i].preference(node, devices);
    }
    return sum;
  }

  /** Whether nodes of one shape are rated alike. */
  public boolean byShape() {
    return byShape;
  }

  /** A new comparison of nodes begins. */
  public void begin(long decision) {
    for (PlacementScore p : parts) {
      p.begin(decision);
    }
  }

  /** Changes whenever remembered scores no longer hold. */
  public long epoch() {
    long epoch = 0;
    for (PlacementScore p : parts) {
      epoch = epoch * 31 + p.epoch();
    }
    return epoch;
  }
}
