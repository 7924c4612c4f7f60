package dev.weir.engine.reclaim;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.fleet.TopologySpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * In which order candidates are taken away, so that few trials are needed: room is of use only
 * where a whole task gets it, so nodes are compared by what one more task there costs, and under a
 * required level the domains by what the whole job costs. Estimates only; the trial decides.
 */
final class NodePrices {
  private final Fleet fleet;
  private final Job job;
  private final Ask ask;
  private final int tasks;

  /** What one more task on a node costs and gains. */
  private record Offer(Node node, List<Victim> victims, double price, int gained) {
    double perTask() {
      return price / gained;
    }
  }

  NodePrices(Fleet fleet, Job job) {
    this.fleet = fleet;
    this.job = job;
    int biggest = 0;
    for (int r = 1; r < job.shape.asks().length; r++) {
      biggest = job.shape.asks()[r][0].count > job.shape.asks()[biggest][0].count ? r : biggest;
    }
    this.ask = job.shape.asks()[biggest][0];
    this.tasks = job.spec.roles().get(biggest).tasks(0, job.spec.roles().get(biggest).smallest());
  }

  /** Orders worth a trial, the most promising first. */
  List<List<Victim>> orders(List<Victim> cheapestFirst, int most) {
    List<Offer> offers = offers(cheapestFirst);
    List<List<Victim>> orders = new ArrayList<>();
    Optional<String> level = job.spec.topology().require().or(this::roleLevel);
    if (level.isPresent()) {
      byDomain(offers, level.get()).stream().limit(most).forEach(orders::add);
    } else {
      orders.add(inOrder(offers, cheapestFirst));
    }
    if (level.isEmpty() || orders.isEmpty()) {
      orders.add(cheapestFirst);
    }
    return orders;
  }

  private Optional<String> roleLevel() {
    return job.spec.roles().stream().flatMap(r -> r.topology().require().stream()).findFirst();
  }

  private List<Offer> offers(List<Victim> cheapestFirst) {
    Map<Node, List<Victim>> byNode = new LinkedHashMap<>();
    for (Victim v : cheapestFirst) {
      Set<Node> nodes = new LinkedHashSet<>();
      v.holding().places.forEach(p -> nodes.add(p.node()));
      for (Node n : nodes) {
        if (n.usable() && ask.admits(n.nodeClass())) {
          byNode.computeIfAbsent(n, k -> new ArrayList<>()).add(v);
        }
      }
    }
    List<Offer> offers = new ArrayList<>();
    byNode.forEach((node, there) -> offer(node, there).ifPresent(offers::add));
    offers.sort(Comparator.comparingDouble(Offer::perTask).thenComparingInt(o -> o.node().index));
    return offers;
  }

  /** The cheapest prefix after which one more task fits. */
  private Optional<Offer> offer(Node node, List<Victim> there) {
    Free free = new Free(node);
    int now = free.tasks();
    double price = 0;
    List<Victim> used = new ArrayList<>();
    for (Victim v : there) {
      free.add(v.holding());
      price += v.last() ? v.cost() * 1e6 : v.cost();
      used.add(v);
      if (free.tasks() > now) {
        return Optional.of(new Offer(node, used, price, free.tasks() - now));
      }
    }
    return Optional.empty();
  }

  private static List<Victim> inOrder(List<Offer> offers, List<Victim> all) {
    Set<Victim> order = new LinkedHashSet<>();
    offers.forEach(o -> order.addAll(o.victims()));
    order.addAll(all);
    return List.copyOf(order);
  }

  /** Per domain of the level the victims of its offers; cheapest domain first. */
  private List<List<Victim>> byDomain(List<Offer> offers, String level) {
    Map<Object, List<Offer>> domains = new LinkedHashMap<>();
    for (Offer o : offers) {
      domain(o.node(), level)
          .ifPresent(d -> domains.computeIfAbsent(d, k -> new ArrayList<>()).add(o));
    }
    record Priced(double price, List<Victim> victims) {}
    List<Priced> priced = new ArrayList<>();
    domains.forEach(
        (domain, there) -> {
          double price = 0;
          int gained = 0;
          for (Offer o : there) {
            if (gained < tasks) {
              price += o.price();
              gained += o.gained();
            }
          }
          Set<Victim> all = new LinkedHashSet<>();
          there.forEach(o -> all.addAll(o.victims()));
          priced.add(new Priced(price, List.copyOf(all)));
        });
    priced.sort(Comparator.comparingDouble(Priced::price));
    return priced.stream().map(Priced::victims).toList();
  }

  private Optional<Object> domain(Node node, String level) {
    if (level.equals(TopologySpec.NODE)) {
      return Optional.of(node);
    }
    Optional<Integer> number = fleet.level(level);
    if (number.isEmpty() || number.get() >= node.levels()) {
      return Optional.empty();
    }
    Domain domain = node.domainAt(number.get());
    return Optional.of(domain);
  }

  /** Rough count of what is free on a node, in parts of the ask. */
  private final class Free {
    private final Node node;
    private long cpu;
    private long memory;
    private long milli;

    Free(Node node) {
      this.node = node;
      cpu = node.cpuFree();
      memory = node.memoryFree();
      for (int d = 0; d < node.deviceCount(); d++) {
        if (ask.kind != Ask.Kind.NONE && ask.filter.accepts(node.device(d).model())) {
          milli +=
              ask.kind == Ask.Kind.WHOLE ? (node.freeMask() >>> d & 1) * 1000 : node.idleMilli(d);
        }
      }
    }

    void add(Holding holding) {
      for (Holding.Place p : holding.places) {
        if (p.node() == node) {
          cpu += p.ask().cpuMilli;
          memory += p.ask().memoryBytes;
          milli += deviceMilli(p);
        }
      }
    }

    private long deviceMilli(Holding.Place p) {
      if (p.devices().mask() == 0 || ask.kind == Ask.Kind.NONE) {
        return 0;
      }
      int first = Long.numberOfTrailingZeros(p.devices().mask());
      if (!ask.filter.accepts(node.device(first).model())) {
        return 0;
      }
      long share = p.ask().kind == Ask.Kind.FRACTION ? p.ask().shareMilli : 1000;
      return share * Long.bitCount(p.devices().mask());
    }

    int tasks() {
      long n = Integer.MAX_VALUE;
      n = ask.cpuMilli > 0 ? Math.min(n, cpu / ask.cpuMilli) : n;
      n = ask.memoryBytes > 0 ? Math.min(n, memory / ask.memoryBytes) : n;
      long each =
          switch (ask.kind) {
            case NONE -> 0;
            case WHOLE -> 1000L * ask.count;
            case FRACTION -> (long) ask.shareMilli * ask.count;
            case MIG -> 125L * ask.count;
          };
      n = each > 0 ? Math.min(n, milli / each) : n;
      return (int) n;
    }
  }
}
