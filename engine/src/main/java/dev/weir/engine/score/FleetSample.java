package dev.weir.engine.score;

import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.NodeClass;
import dev.weir.engine.ledger.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Nodes that stand for the fleet, each for so many. One of every shape; where there are more than
 * {@value #MOST} shapes, every so-manieth node, so that the cost does not grow with the fleet.
 *
 * @param nodes usable nodes
 * @param counts how many nodes each stands for
 */
record FleetSample(List<Node> nodes, int[] counts) {
  private static final int MOST = 2048;

  static FleetSample of(Fleet fleet) {
    int shapes = 0;
    for (NodeClass c : fleet.classes()) {
      shapes += fleet.shapes(c).size();
    }
    return shapes <= MOST ? byShape(fleet, shapes) : byNode(fleet);
  }

  private static FleetSample byShape(Fleet fleet, int shapes) {
    List<Node> nodes = new ArrayList<>(shapes);
    for (NodeClass c : fleet.classes()) {
      List<Shape> ofClass = fleet.shapes(c);
      for (int i = 0; i < ofClass.size(); i++) {
        nodes.add(fleet.node(ofClass.get(i).nodes().first()));
      }
    }
    // by number: in which order shapes came to be is no part of the state
    nodes.sort(Comparator.comparingInt(n -> n.index));
    int[] counts = new int[shapes];
    for (int i = 0; i < shapes; i++) {
      Shape shape = fleet.shapeOf(nodes.get(i));
      counts[i] = shape == null ? 0 : shape.nodes().size();
    }
    return new FleetSample(nodes, counts);
  }

  private static FleetSample byNode(Fleet fleet) {
    int step = Math.ceilDiv(fleet.nodes().size(), MOST);
    List<Node> nodes = new ArrayList<>(MOST);
    for (int i = step / 2; i < fleet.nodes().size(); i += step) {
      if (fleet.node(i).usable()) {
        nodes.add(fleet.node(i));
      }
    }
    int[] counts = new int[nodes.size()];
    java.util.Arrays.fill(counts, step);
    return new FleetSample(nodes, counts);
  }
}
