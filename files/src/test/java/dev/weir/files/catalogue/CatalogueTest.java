package dev.weir.files.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.MigTable;
import dev.weir.model.unit.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn();
  private static final Pattern PROFILE =
      Pattern.compile("\\|\\s+0\\s+MIG (\\S+)\\s+(\\d+)\\s+\\d+/(\\d+)\\s+([0-9.]+)\\s.*");
  private static final Pattern PLACEMENTS =
      Pattern.compile("GPU\\s+0 Profile ID\\s+(\\d+) Placements?\\s*: \\{([0-9,]+)\\}:(\\d+)");

  @Test
  void usualModelsAreKnown() {
    assertThat(CATALOGUE.names())
        .contains(
            "P100",
            "V100-16",
            "V100-32",
            "T4",
            "A10",
            "A30",
            "A100-40",
            "A100-80",
            "H100-80",
            "H100-94",
            "H200",
            "B200",
            "L4",
            "L40S",
            "MI210",
            "MI250",
            "MI300X",
            "Ascend910B");
    DeviceModel h100 = CATALOGUE.model("H100-80").orElseThrow();
    assertThat(h100.vendor()).isEqualTo("nvidia");
    assertThat(h100.memory()).isEqualTo(Bytes.ofGib(80));
    assertThat(h100.memoryBandwidth()).isEqualTo(3_350_000_000_000L);
    assertThat(h100.computeCapability()).isEqualTo(90);
  }

  @Test
  void onlySeenListingsCountAsReal() {
    assertThat(CATALOGUE.models())
        .filteredOn(model -> model.mig().isPresent() && !model.mig().get().derived())
        .extracting(DeviceModel::name)
        .containsExactly("A30", "H100-94");
  }

  /** Compute slices : memory slices : starts : most, of the profiles with 7 compute slices. */
  @ParameterizedTest
  @CsvSource({"A100-40", "A100-80", "H100-80", "H100-94", "H200", "B200"})
  void sevenSliceDevicesShareOneGeometry(String model) {
    MigTable table = CATALOGUE.model(model).orElseThrow().mig().orElseThrow();
    assertThat(table.computeSlices()).isEqualTo(7);
    assertThat(table.memorySlices()).isEqualTo(8);
    assertThat(table.profiles().stream().filter(p -> !p.name().endsWith("+me")).map(this::shape))
        .containsExactly(
            "1:1:[0, 1, 2, 3, 4, 5, 6]:7",
            "1:2:[0, 2, 4, 6]:4",
            "2:2:[0, 2, 4]:3",
            "3:4:[0, 4]:2",
            "4:4:[0]:1",
            "7:8:[0]:1");
  }

  @Test
  void a30HasFourSlices() {
    MigTable table = CATALOGUE.model("A30").orElseThrow().mig().orElseThrow();
    assertThat(table.profiles().stream().map(p -> p.name() + " " + shape(p)))
        .containsExactly(
            "1g.6gb 1:1:[0, 1, 2, 3]:4",
            "1g.6gb+me 1:1:[0, 1, 2, 3]:1",
            "2g.12gb 2:2:[0, 2]:2",
            "2g.12gb+me 2:2:[0, 2]:1",
            "4g.24gb 4:4:[0]:1");
  }

  @Test
  void instancesNeverHoldMoreMemoryThanTheirSlices() {
    for (DeviceModel model : CATALOGUE.models()) {
      for (MigProfile profile : model.mig().map(MigTable::profiles).orElse(List.of())) {
        long slices = model.mig().orElseThrow().memorySlices();
        assertThat(profile.memory().value() * slices)
            .as(model.name() + " " + profile.name())
            .isLessThanOrEqualTo(model.memory().value() * profile.memorySlices());
      }
    }
  }

  @Test
  void threeInstancesOfOneSliceCanLeaveNoRoomForThreeSlices() {
    MigTable table = CATALOGUE.model("A100-80").orElseThrow().mig().orElseThrow();
    MigProfile large = table.profile("3g.40gb").orElseThrow();
    assertThat(freeStarts(large, mask(table, "1g.10gb", 0, 1, 5))).isEmpty();
    assertThat(freeStarts(large, mask(table, "1g.10gb", 4, 5, 6))).containsExactly(0);
    MigProfile whole = table.profile("7g.80gb").orElseThrow();
    assertThat(freeStarts(whole, mask(table, "1g.10gb", 0))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"A30, a30", "H100-94, h100-nvl-94gb"})
  void tablesAgreeWithListingsOfRealDevices(String model, String listing) throws IOException {
    Path folder = listings();
    assumeTrue(
        Files.isDirectory(folder), "skipped: listings of real devices are not here: " + folder);
    MigTable table = CATALOGUE.model(model).orElseThrow().mig().orElseThrow();
    Map<String, String> names = new HashMap<>();
    List<String> seen = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve(listing + "-lgip.txt"))) {
      Matcher row = PROFILE.matcher(line);
      if (row.matches()) {
        names.put(row.group(2), row.group(1));
        seen.add(row.group(1));
        MigProfile profile = table.profile(row.group(1)).orElseThrow();
        assertThat(profile.maxCount()).isEqualTo(Integer.parseInt(row.group(3)));
        assertThat(profile.memory()).isEqualTo(Bytes.parse(row.group(4) + "Gi"));
      }
    }
    assertThat(table.profiles()).extracting(MigProfile::name).containsExactlyElementsOf(seen);
    int placements = 0;
    for (String line : Files.readAllLines(folder.resolve(listing + "-lgipp.txt"))) {
      Matcher row = PLACEMENTS.matcher(line);
      if (row.matches()) {
        MigProfile profile = table.profile(names.get(row.group(1))).orElseThrow();
        assertThat(profile.starts().toString().replace(" ", ""))
            .isEqualTo("[" + row.group(2) + "]");
        assertThat(profile.memorySlices()).isEqualTo(Integer.parseInt(row.group(3)));
        placements++;
      }
    }
    assertThat(placements).isEqualTo(seen.size());
  }

  private static Path listings() {
    Path up = Path.of("").toAbsolutePath();
    for (Path folder = up; folder != null; folder = folder.getParent()) {
      Path candidate = folder.resolve("shared/inputs/nvidia/mig");
      if (Files.isDirectory(candidate)) {
        return candidate;
      }
    }
    return up.resolve("shared/inputs/nvidia/mig");
  }

  private String shape(MigProfile p) {
    return p.computeSlices() + ":" + p.memorySlices() + ":" + p.starts() + ":" + p.maxCount();
  }

  private static int mask(MigTable table, String profile, int... starts) {
    int mask = 0;
    for (int start : starts) {
      mask |= table.profile(profile).orElseThrow().mask(start);
    }
    return mask;
  }

  private static List<Integer> freeStarts(MigProfile profile, int taken) {
    return profile.starts().stream().filter(s -> (profile.mask(s) & taken) == 0).toList();
  }
}
