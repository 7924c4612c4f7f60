package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.OneOrMany;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Doc;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.unit.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Room set aside in advance. */
@Doc(
    "Room set aside in advance for queues or users. Without either it is a maintenance window: nobody's jobs run there;"
        + " without an end it is a drain.")
public record ReservationEntry(
    @Doc("Short name; a job may ask for it.") @Matches(value = Names.FORM, meaning = Names.MEANING)
        String name,
    @Doc("Whole nodes: names or numbered ranges.") @Synonyms({"nodeList", "hosts"}) @OneOrMany
        List<NamePattern> nodes,
    @Doc("Devices of one node.") Optional<DevicesOfNode> devicesOf,
    @Doc("Any devices; which ones is chosen for you.") Optional<AnyDevices> devices,
    @Doc("Queues whose jobs may use it, with the queues below them.")
        @Synonyms("accounts")
        @OneOrMany
        Set<String> queues,
    @Doc("Users whose jobs may use it.") @OneOrMany Set<String> users,
    @Doc("First moment.") @Synonyms({"start", "startTime", "begin"}) Instant from,
    @Doc("First moment after it; left out: for ever.") @Synonyms({"end", "endTime", "to"})
        Optional<Instant> until)
    implements Checked {

  /** Named devices. */
  @Doc("Devices of one node, by their numbers.")
  public record DevicesOfNode(
      @Doc("The node.") String node,
      @Doc("Numbers of the devices, from 0.") @NotEmpty @Range(min = 0, max = 63)
          Set<Integer> numbers) {}

  /** Devices to be chosen. */
  @Doc("Any devices that are welcome.")
  public record AnyDevices(
      @Doc("How many.") @Range(min = 1, max = 1_000_000) int count,
      @Doc("Models that are welcome; left out: any.") @OneOrMany List<String> model,
      @Doc("With at least this much memory.") Optional<Bytes> minMemory) {
    DeviceFilter filter() {
      return new DeviceFilter(new TreeSet<>(model), minMemory.orElse(Bytes.ZERO), 0, 0);
    }
  }

  @Override
  public void check(Findings findings) {
    int ways =
        (nodes.isEmpty() ? 0 : 1) + (devicesOf.isPresent() ? 1 : 0) + (devices.isPresent() ? 1 : 0);
    if (ways != 1) {
      findings.report(
          "",
          "sets aside " + (ways == 0 ? "nothing" : "several things"),
          "one of nodes, devicesOf, devices");
    }
    if (until.isPresent() && !until.get().isAfter(from)) {
      findings.report("until", "is not after from");
    }
  }

  /** The reservation in the words of the model. */
  public Reservation toReservation() {
    return new Reservation(
        name,
        room(),
        queues.stream().map(QueueId::new).collect(Collectors.toSet()),
        users,
        from,
        until);
  }

  private Reservation.Room room() {
    if (devicesOf.isPresent()) {
      long mask = 0;
      for (int number : devicesOf.get().numbers()) {
        mask |= 1L << number;
      }
      return new Reservation.Room.DevicesOf(new NodeId(devicesOf.get().node()), mask);
    }
    if (devices.isPresent()) {
      return new Reservation.Room.Devices(devices.get().count(), devices.get().filter());
    }
    return new Reservation.Room.Nodes(
        nodes.stream()
            .flatMap(pattern -> pattern.names().stream())
            .map(NodeId::new)
            .collect(Collectors.toSet()));
  }
}
