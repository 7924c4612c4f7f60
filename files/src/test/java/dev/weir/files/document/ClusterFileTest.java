package dev.weir.files.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.files.bind.DocumentReader;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.Resource;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.NodeId;
import dev.weir.model.reservation.Reservation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterFileTest {
  private static final String LAB =
      """
      kind: Cluster
      name: lab
      deviceModels:
      - {name: X1, vendor: acme, memory: 32Gi, bandwidth: 1TB}
      topology:
      - {name: zone, label: topology.kubernetes.io/zone}
      - rack
      nodes:
      - name: gpu-[08-11]
        cpu: 96
        memory: 1Ti
        devices: H100-80:8
        labels: {topology.kubernetes.io/zone: a}
        perDomain: {rack: 2}
        taints: [{key: gpu}]
      - name: mixed
        count: 2
        cpu: 16
        memory: 128Gi
        devices:
        - X1
        - {model: A30, count: 2, mig: fixed, layout: [{profile: 2g.12gb, start: 0}, {profile: 1g.6gb, start: 2}]}
        perDomain: {rack: 1}
      licences: {matlab: 5}
      queues:
      - name: research
        weight: 2
        guaranteed: {devices: 8, cpu: 64, licences: {matlab: 1}}
        halfLife: 1h
        queues:
        - {name: vision, limit: {devicesOf: {H100-80: 4.5}}}
        - name: speech
      - name: prod
      reservations:
      - {name: night, nodes: "gpu-[08-09]", queues: prod, from: 2026-03-01T20:00:00Z, until: 2026-03-02T04:00:00Z}
      - {name: repair, devicesOf: {node: gpu-10, numbers: [0, 3]}, from: 2026-03-01T20:00:00Z}
      """;

  private final Cluster cluster =
      DocumentReader.of(ClusterFile.class).read("lab.yaml", LAB).toCluster();

  @Test
  void nodesAreNumberedAndLabelled() {
    assertThat(cluster.nodes())
        .extracting(node -> node.id().value() + " " + node.labels().get("rack"))
        .containsExactly(
            "gpu-08 rack-0",
            "gpu-09 rack-0",
            "gpu-10 rack-1",
            "gpu-11 rack-1",
            "mixed-0 rack-2",
            "mixed-1 rack-3");
    NodeSpec first = cluster.nodes().getFirst();
    assertThat(first.devices()).hasSize(8).allMatch(d -> d.model().name().equals("H100-80"));
    assertThat(first.labels())
        .containsEntry("topology.kubernetes.io/zone", "a")
        .containsEntry("kubernetes.io/hostname", "gpu-08");
    assertThat(first.domain().value()).isEqualTo("lab");
  }

  @Test
  void devicesOfOwnModelsAndFixedLayoutsStandInOrder() {
    NodeSpec mixed = cluster.nodes().getLast();
    assertThat(mixed.devices())
        .extracting(d -> d.model().name())
        .containsExactly("X1", "A30", "A30");
    assertThat(mixed.devices().get(2).migMode()).isEqualTo(MigMode.FIXED);
    assertThat(mixed.devices().get(2).layout())
        .containsExactly(new MigInstance(2, "2g.12gb", 0), new MigInstance(2, "1g.6gb", 2));
  }

  @Test
  void queuesAreATree() {
    assertThat(cluster.queues())
        .extracting(q -> q.id().value())
        .containsExactly("research", "research/vision", "research/speech", "prod");
    assertThat(cluster.queues().getFirst().guaranteed())
        .isEqualTo(
            Map.of(Resource.DEVICES, 8000L, Resource.CPU, 64_000L, Resource.licence("matlab"), 1L));
    assertThat(cluster.queues().get(1).limit())
        .isEqualTo(Map.of(Resource.devicesOf("H100-80"), 4500L));
    assertThat(cluster.queues().getFirst().halfLifeSeconds()).isEqualTo(3600);
    assertThat(cluster.jobQueues()).containsExactly("prod", "research/speech", "research/vision");
  }

  @Test
  void reservationsNameWhatTheySetAside() {
    assertThat(cluster.reservations())
        .extracting(Reservation::room)
        .containsExactly(
            new Reservation.Room.Nodes(Set.of(new NodeId("gpu-08"), new NodeId("gpu-09"))),
            new Reservation.Room.DevicesOf(new NodeId("gpu-10"), 0b1001));
    assertThat(cluster.reservations())
        .extracting(Reservation::maintenance)
        .containsExactly(false, true);
  }

  @Test
  void eventsComeInAnOrderThatAnEngineAccepts() {
    List<Event> events = cluster.toEvents();
    assertThat(events.getFirst())
        .isEqualTo(
            new Event.TopologyConfigured(
                new TopologySpec(
                    List.of(
                        new TopologySpec.Level("zone", "topology.kubernetes.io/zone"),
                        new TopologySpec.Level("rack", "rack")))));
    assertThat(events).hasSize(3 + 6 + 2);
  }

  @Test
  void jobsAreCheckedAgainstTheCluster() {
    assertThat(problems("name: a\ncommand: x\nqueue: prod\ndevices: H100-80:8")).isEmpty();
    assertThat(problems("name: a\ncommand: x\nqueue: research/visoin"))
        .containsExactly(
            "a.yaml:3:8: queue: unknown queue: \"research/visoin\" (did you mean \"research/vision\"?)");
    assertThat(problems("name: a\ncommand: x\nqueue: research"))
        .containsExactly(
            "a.yaml:3:8: queue: unknown queue: \"research\" (did you mean \"research/speech\"?)");
    assertThat(problems("name: a\ncommand: x\nqueue: prod\ndevices: {model: H100, count: 2}"))
        .containsExactly(
            "a.yaml:4:18: devices.model: unknown device model: \"H100\" (did you mean \"H100-80\"?)");
    assertThat(problems("name: a\ncommand: x\nqueue: prod\ndevices: 9"))
        .containsExactly(
            "a.yaml:4:10: devices: no node can ever give this to one task (expected at most 8 such devices per task)");
    assertThat(problems("name: a\ncommand: x\nqueue: prod\ndevices: L4"))
        .containsExactly(
            "a.yaml:4:10: devices: no node can ever give this to one task (expected devices that the cluster has: A30, H100-80, X1)");
    assertThat(problems("name: a\ncommand: x\nqueue: prod\ncpu: 97"))
        .containsExactly("a.yaml:4:6: cpu: no node has so much (expected at most 96)");
    assertThat(problems("name: a\ncommand: x\nqueue: prod\ndevices: {mig: 1g.10gb}"))
        .containsExactly(
            "a.yaml:4:10: devices: no node can ever give this to one task (expected a MIG profile that its devices have, on nodes with mig dynamic or fixed)");
    assertThat(problems("name: a\ncommand: x\nqueue: prod\ndevices: {mig: 2g.12gb, count: 2}"))
        .isEmpty();
    assertThat(
            problems(
                "name: a\ncommand: x\nqueue: prod\ntopology: {require: rak}\nlicences: {mathlab: 1}"))
        .containsExactly(
            "a.yaml:4:21: topology.require: unknown level of the topology: \"rak\" (did you mean \"rack\"?)",
            "a.yaml:5:21: licences.mathlab: unknown licence: \"mathlab\" (did you mean \"matlab\"?)");
  }

  @Test
  void dependenciesMustEnd() {
    var reader = DocumentReader.of(JobFile.class);
    var jobs =
        reader.documents(
            new SourceText(
                "dag.yaml",
                """
                {name: a, command: x, dependsOn: c}
                ---
                {name: b, command: x, dependsOn: [a]}
                ---
                {name: c, command: x, dependsOn: [b]}
                ---
                {name: d, command: x, dependsOn: [trian]}
                ---
                {name: ok, command: x, dependsOn: [train]}
                """));
    assertThat(JobChecks.checkDependencies(jobs, List.of("train")))
        .flatExtracting(findings -> findings.problems().stream().map(Object::toString).toList())
        .containsExactly(
            "dag.yaml:1:34: dependsOn: waits for this job itself, in a circle (expected a job that can end first)",
            "dag.yaml:3:35: dependsOn[0]: waits for this job itself, in a circle (expected a job that can end first)",
            "dag.yaml:5:35: dependsOn[0]: waits for this job itself, in a circle (expected a job that can end first)",
            "dag.yaml:7:35: dependsOn[0]: unknown job: \"trian\" (did you mean \"train\"?)");
  }

  private List<String> problems(String job) {
    var document = DocumentReader.of(JobFile.class).document(new SourceText("a.yaml", job));
    return new JobChecks(cluster)
        .check(document).problems().stream().map(Object::toString).toList();
  }
}
