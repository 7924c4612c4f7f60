package dev.weir.engine.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.policy.Policies;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each score on a node or two, by hand. */
class PlacementScoresTest {
  private static final DeviceModel MODEL = DeviceModel.of("M", Bytes.ZERO);

  private final Fleet fleet = new Fleet();
  private final Ledger ledger = new Ledger(fleet, new Resources());
  private final TaskMix arrived = new TaskMix();

  private Node node(String name, int devices, long cores) {
    return fleet.join(
        new NodeSpec(
            new NodeId(name),
            name,
            new DomainId("d"),
            Cpu.ofCores(cores),
            Bytes.ofGib(512),
            110,
            Collections.nCopies(devices, DeviceSpec.of(MODEL)),
            Map.of(),
            List.of(),
            true));
  }

  private Ask whole(int count, long cores) {
    return ask(new DeviceRequest.Whole(count, DeviceFilter.ANY), cores);
  }

  private Ask share(int milli, long cores) {
    return ask(
        new DeviceRequest.Fraction(1, new GpuShare(milli), Bytes.ZERO, DeviceFilter.ANY), cores);
  }

  private Ask ask(DeviceRequest devices, long cores) {
    return ledger.ask(TaskRequest.of(Cpu.ofCores(cores), Bytes.ofGib(1), devices));
  }

  private static DeviceBooking fraction(int device, int milli) {
    return new DeviceBooking.Fraction(1L << device, milli, 0);
  }

  private PlacementScore learned(PlacementScore score) {
    score.begin(1);
    return score;
  }

  private ScoreContext context() {
    return new ScoreContext(fleet, arrived, new TaskMix(), Policies.find("weir").orElseThrow(), 1);
  }

  @Test
  void bestFitMeasuresWhatIsLeft() {
    // left: 112 of 128 cores, 7 of 8 devices: 100 · (1 − 0.875) = 12.5
    Node n = node("n", 8, 128);
    assertThat(new BestFit().score(n, whole(1, 16), new DeviceBooking.Whole(1))).isEqualTo(12);
  }

  @Test
  void dotProductMeasuresTheAlignment() {
    // 128 · 16 / 128² = 0.125, 8 · 1 / 8² = 0.125: 100 · (1 − 0.125) = 87.5
    Node n = node("n", 8, 128);
    assertThat(new DotProduct().score(n, whole(1, 16), new DeviceBooking.Whole(1))).isEqualTo(87);
  }

  @Test
  void gpuPackingPrefersWhatIsInUse() {
    Node n = node("n", 8, 128);
    Ask half = share(500, 1);
    GpuPacking packing = new GpuPacking();
    assertThat(packing.score(n, half, fraction(0, 500))).isEqualTo(25); // 33 − 8
    ledger.book(n, half, fraction(0, 500));
    assertThat(packing.score(n, half, fraction(1, 500))).isEqualTo(49); // 50 − 1
    assertThat(packing.score(n, half, fraction(0, 500))).isEqualTo(95); // 100 − 50 ÷ 10
  }

  @Test
  void gpuClusteringStartsOnEmptyNodes() {
    assertThat(new GpuClustering().score(node("n", 8, 128), share(500, 1), fraction(0, 500)))
        .isEqualTo(25);
  }

  @Test
  void fragmentationGradientOfATinyNode() {
    // Half of the tasks ask for 500 milli, half for a whole device. Idle: nothing is fragmented.
    // After a share of 500: the other 500 are lost to whole tasks, F = 0.5 · 500 = 250, and
    // 100 · sigmoid(−0.25) = 43.8.
    Node n = node("n", 1, 16);
    arrived.arrived(share(500, 1), 10);
    arrived.arrived(whole(1, 1), 10);
    PlacementScore fgd = learned(new FragmentationGradient(context()));
    assertThat(fgd.score(n, share(500, 1), fraction(0, 500))).isEqualTo(43);
    assertThat(fgd.score(n, whole(1, 1), new DeviceBooking.Whole(1))).isEqualTo(50);
  }

  @Test
  void fragmentationGradientTakesTasksThatDifferInMemoryForOneKind() {
    // 6 + 6 of 500 milli in two sizes of memory, 8 whole, 1 rare kind: the 95 % are two kinds.
    Node n = node("n", 1, 16);
    Ask small = share(500, 1);
    Ask large = ledger.ask(TaskRequest.of(Cpu.ofCores(1), Bytes.ofGib(2), small.request.devices()));
    arrived.arrived(small, 6);
    arrived.arrived(large, 6);
    arrived.arrived(whole(1, 1), 12);
    arrived.arrived(share(900, 1), 1);
    PlacementScore fgd = learned(new FragmentationGradient(context()));
    assertThat(fgd.score(n, small, fraction(0, 500))).isEqualTo(43);
  }

  @Test
  void softFillOfOneKind() {
    // z(100) = (ε + e^(1000/τ)) / (ε + 1), so V = 1000 − τ · ln 1.02; nothing fits into less.
    node("n", 1, 16);
    arrived.arrived(whole(1, 1), 5);
    Kinds kinds = new Kinds(arrived, fleet);
    double[][] weights = new double[PriceGrid.SIZE][1];
    weights[0][0] = Math.exp(1000 / 12.0);
    SoftFill fill = new SoftFill(kinds, new int[1], weights, 12, .02);
    assertThat(fill.value[100][0]).isCloseTo(1000 - 12 * Math.log(1.02), within(1e-9));
    assertThat(fill.value[99][0]).isZero();
    double[] devices = new double[101];
    devices[100] = 7;
    double[] used = new double[1];
    fill.flow(0, devices, .02, kinds, weights, used);
    assertThat(used[0]).isCloseTo(7, within(1e-9));
  }

  @Test
  void expectedUseKeepsWholeDevicesForThoseThatNeedThem() {
    Node idle = node("a", 1, 16);
    Node half = node("b", 1, 16);
    Ask share = share(500, 1);
    ledger.book(half, share, fraction(0, 500));
    arrived.arrived(share, 10);
    arrived.arrived(whole(1, 1), 10);
    PlacementScore weir = learned(new ExpectedUse(context()));
    assertThat(weir.score(half, share, fraction(0, 500)))
        .isGreaterThan(weir.score(idle, share, fraction(0, 500)));
  }

  @Test
  void expectedUseKeepsCpuForDevicesThatNeedIt() {
    // A task without devices goes where CPU is no use to the devices: theirs are taken.
    Node full = node("a", 2, 32);
    Node free = node("b", 2, 32);
    Ask pair = whole(2, 1);
    ledger.book(full, pair, new DeviceBooking.Whole(3));
    Ask bare = ask(DeviceRequest.NONE, 16);
    arrived.arrived(whole(1, 16), 20);
    arrived.arrived(bare, 2);
    PlacementScore weir = learned(new ExpectedUse(context()));
    assertThat(weir.score(full, bare, DeviceBooking.NONE))
        .isGreaterThan(weir.score(free, bare, DeviceBooking.NONE));
  }

  @Test
  void expectedUseKnowsNothingAtFirstAndRatesAllTheSame() {
    Node devices = node("a", 2, 32);
    Node none = node("b", 0, 32);
    PlacementScore weir = learned(new ExpectedUse(context()));
    Ask bare = ask(DeviceRequest.NONE, 1);
    assertThat(weir.score(devices, bare, DeviceBooking.NONE)).isFinite();
    assertThat(weir.score(none, bare, DeviceBooking.NONE)).isFinite();
    assertThat(weir.score(devices, whole(2, 1), new DeviceBooking.Whole(3))).isFinite();
  }

  @Test
  void expectedUseLearnsAnewAsTheMixGrows() {
    node("a", 1, 16);
    PlacementScore weir = learned(new ExpectedUse(context()));
    long first = weir.epoch();
    arrived.arrived(whole(1, 1), 7);
    assertThat(learned(weir).epoch()).isEqualTo(first);
    arrived.arrived(whole(1, 1), 1);
    assertThat(learned(weir).epoch()).isGreaterThan(first);
  }
}
