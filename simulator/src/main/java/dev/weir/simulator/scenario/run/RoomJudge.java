package dev.weir.simulator.scenario.run;

import dev.weir.engine.ledger.Licences;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.state.State;
import dev.weir.files.document.Amounts;
import dev.weir.files.document.NamePattern;
import dev.weir.model.event.Event.Health;
import dev.weir.model.fleet.Resource;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.simulator.scenario.Check;
import dev.weir.simulator.scenario.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What is booked, and what is there. */
final class RoomJudge {
  private static final String LICENCES = "licences/";
  private final Judge judge;

  RoomJudge(Judge judge) {
    this.judge = judge;
  }

  Optional<String> objection(Check.OfRoom check) {
    return switch (check) {
      case Check.Used(String queue, var amounts) ->
          compare(amounts, "used in queue " + queue, r -> booked(queue, r), true);
      case Check.UsedAtMost(String queue, var amounts) ->
          compare(amounts, "used in queue " + queue, r -> booked(queue, r), false);
      case Check.Free(var nodes, var amounts) ->
          compare(amounts, "free" + on(nodes), r -> sum(nodes, r, true), true);
      case Check.Capacity(var nodes, var amounts) ->
          compare(amounts, "there" + on(nodes), r -> sum(nodes, r, false), true);
      case Check.NothingHeld() -> nothingHeld();
    };
  }

  private static String on(List<NamePattern> nodes) {
    return nodes.isEmpty()
        ? ""
        : " on " + String.join(", ", Names.nodeIds(nodes).stream().map(NodeId::value).toList());
  }

  private static Optional<String> compare(
      Amounts amounts, String what, ToLongFunction<String> actual, boolean exactly) {
    for (Map.Entry<String, Long> wanted : amounts.toResources().entrySet()) {
      long is = actual.applyAsLong(wanted.getKey());
      boolean holds = exactly ? is == wanted.getValue() : is <= wanted.getValue();
      if (!holds) {
        return Optional.of(
            "expected %s%s of %s %s, but it is %s"
                .formatted(
                    exactly ? "" : "at most ",
                    text(wanted.getKey(), wanted.getValue()),
                    wanted.getKey(),
                    what,
                    text(wanted.getKey(), is)));
      }
    }
    return Optional.empty();
  }

  private static String text(String resource, long amount) {
    if (resource.equals(Resource.CPU) && amount >= 0) {
      return new Cpu(amount).toString();
    }
    if (resource.equals(Resource.MEMORY) && amount >= 0) {
      return new Bytes(amount).toString();
    }
    return resource.startsWith(Resource.DEVICES)
        ? java.math.BigDecimal.valueOf(amount, 3).stripTrailingZeros().toPlainString()
        : Long.toString(amount);
  }

  private long booked(String name, String resource) {
    State state = judge.engineState();
    Queue queue = state.queues.find(new QueueId(name));
    if (queue == null) {
      throw new AssertionError("there is no queue " + name + " now");
    }
    return queue.booked(state.resources.number(resource));
  }

  private List<Node> nodes(List<NamePattern> patterns) {
    State state = judge.engineState();
    List<NodeId> wanted = Names.nodeIds(patterns);
    return state.fleet.nodes().stream()
        .filter(n -> state.fleet.find(n.id()) == n)
        .filter(n -> patterns.isEmpty() || wanted.contains(n.id()))
        .toList();
  }

  private long sum(List<NamePattern> patterns, String resource, boolean free) {
    if (resource.startsWith(LICENCES)) {
      Licences licences = judge.engineState().ledger.licences();
      String name = resource.substring(LICENCES.length());
      return free ? licences.free(name) : licences.total(name);
    }
    return nodes(patterns).stream()
        .filter(n -> free ? n.usable() : n.health() != Health.FAILED)
        .mapToLong(n -> amount(n, resource, free))
        .sum();
  }

  private static long amount(Node node, String resource, boolean free) {
    if (resource.equals(Resource.CPU)) {
      return free ? node.cpuFree() : node.spec().cpu().milli();
    }
    if (resource.equals(Resource.MEMORY)) {
      return free ? node.memoryFree() : node.spec().memory().value();
    }
    long milli = 0;
    for (int d = 0; d < node.deviceCount(); d++) {
      boolean counts =
          (node.healthyDevices() >>> d & 1) != 0
              && (resource.equals(Resource.DEVICES)
                  || resource.equals(Resource.devicesOf(node.device(d).model().name())));
      if (counts) {
        milli += free ? node.idleMilli(d) : 1000;
      }
    }
    return milli;
  }

  private Optional<String> nothingHeld() {
    State state = judge.engineState();
    if (!state.ledger.holdings().isEmpty()) {
      return Optional.of(
          "expected nothing to be held, but %d allocations live: %s"
              .formatted(
                  state.ledger.holdings().size(),
                  judge.tell(state.ledger.holdings().values().iterator().next().job)));
    }
    for (Queue queue : state.queues.queues()) {
      for (int r = 0; r < state.resources.size(); r++) {
        if (queue.booked(r) != 0) {
          return Optional.of(
              "expected nothing to be booked, but queue %s uses %s of %s"
                  .formatted(
                      queue.id,
                      text(state.resources.name(r), queue.booked(r)),
                      state.resources.name(r)));
        }
      }
    }
    for (Node node : nodes(List.of())) {
      long devices = 0;
      for (int d = 0; d < node.deviceCount(); d++) {
        devices += node.usedMilli(d);
      }
      boolean empty =
          devices == 0
              && node.cpuFree() == node.spec().cpu().milli()
              && node.memoryFree() == node.spec().memory().value();
      if (!empty) {
        return Optional.of(
            "expected node %s to be empty, but %s of %s CPU and %s devices are used"
                .formatted(
                    node.id(),
                    text(Resource.CPU, node.spec().cpu().milli() - node.cpuFree()),
                    node.spec().cpu(),
                    text(Resource.DEVICES, devices)));
      }
    }
    return Optional.empty();
  }
}
