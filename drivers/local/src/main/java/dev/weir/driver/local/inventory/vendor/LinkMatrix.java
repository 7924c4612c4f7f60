package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Link;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A matrix of links, as {@code nvidia-smi topo -m} and {@code npu-smi info -t topo} print it: a
 * header of devices (and network cards), a row per device, X on the diagonal, then columns about
 * the host. Cells are separated by tabs or blanks, and some are glued together, so a row is read by
 * its tokens and not by its columns.
 */
final class LinkMatrix {
  private static final Pattern CELL =
      Pattern.compile("NV[0-9]{1,3}|HCCS|XGMI|NODE|SYS|PHB|PXB|PIX|X");

  private final String vendor;
  private final Pattern device;
  private final Warnings warnings;
  private final Map<Integer, List<String>> rows = new LinkedHashMap<>();
  private final Map<Integer, Integer> lineOf = new LinkedHashMap<>();
  private final Map<Integer, String> rest = new LinkedHashMap<>();
  private List<String> header = List.of();
  private String columns = "";

  /**
   * @param label how the matrix calls a device, for example {@code GPU}
   */
  LinkMatrix(String vendor, String label, Warnings warnings) {
    this.vendor = vendor;
    this.device = Pattern.compile(label + "([0-9]{1,4})");
    this.warnings = warnings;
  }

  Inventory read(Output output) {
    int number = 0;
    for (String line : output.lines()) {
      number++;
      List<String> words = List.of(line.strip().split("\\s+"));
      boolean named = device.matcher(words.getFirst()).matches();
      boolean second = words.size() > 1 && device.matcher(words.get(1)).matches();
      if (header.isEmpty() && named && (second || !isRow(words))) {
        header(line, words);
      } else if (named && !header.isEmpty()) {
        row(line, words.getFirst(), number);
      } else if (line.strip().startsWith("Legend")) {
        break;
      }
    }
    return consistent() ? inventory() : new Inventory(List.of(), List.of(), warnings.list());
  }

  private static boolean isRow(List<String> words) {
    return words.size() > 1 && CELL.matcher(words.get(1)).matches();
  }

  private void header(String line, List<String> words) {
    // Everything up to the columns about the host is a device or a network card.
    int end = words.indexOf("CPU");
    header = end < 0 ? words : words.subList(0, end);
    columns = line;
  }

  private void row(String line, String name, int number) {
    int index = index(name).orElseThrow();
    if (rows.containsKey(index)) {
      warnings.add(number, name, "has a second row", "one row per device");
      rows.put(index, List.of());
      return;
    }
    String body = line.strip().substring(name.length()).stripLeading();
    List<String> cells = new ArrayList<>();
    Matcher cell = CELL.matcher(body);
    int at = 0;
    while (cells.size() < header.size()
        && cell.find(at)
        && body.substring(at, cell.start()).isBlank()) {
      cells.add(cell.group());
      at = cell.end();
    }
    rows.put(index, cells);
    lineOf.put(index, number);
    rest.put(index, body.substring(at));
  }

  private Optional<Integer> index(String word) {
    Matcher form = device.matcher(word);
    return form.matches() ? Optional.of(Integer.valueOf(form.group(1))) : Optional.empty();
  }

  /** A matrix that contradicts itself is refused as a whole: a wrong link is worse than none. */
  private boolean consistent() {
    if (header.isEmpty()) {
      warnings.add(0, "", "has no header row", "a header that names the devices");
      return false;
    }
    boolean good = true;
    for (int column = 0; column < header.size(); column++) {
      Optional<Integer> index = index(header.get(column));
      if (index.isPresent()) {
        good &= goodRow(index.get(), column);
      }
    }
    for (Integer index : rows.keySet()) {
      if (header.stream().noneMatch(name -> index(name).equals(Optional.of(index)))) {
        warnings.add(line(index), "", "row of a device that the header lacks", "" + header);
        good = false;
      }
    }
    return good && symmetric();
  }

  private int line(int index) {
    return lineOf.getOrDefault(index, 0);
  }

  private boolean goodRow(int index, int column) {
    String name = header.get(column);
    List<String> cells = rows.get(index);
    if (cells == null) {
      warnings.add(0, name, "has no row", "one row per device");
      return false;
    }
    if (cells.size() < header.size()) {
      warnings.add(
          line(index), name, "has %d cells".formatted(cells.size()), header.size() + " cells");
      return false;
    }
    if (!cells.get(column).equals("X")) {
      warnings.value(line(index), name, cells.get(column), "X on the diagonal");
      return false;
    }
    return true;
  }

  private boolean symmetric() {
    for (int a = 0; a < header.size(); a++) {
      for (int b = a + 1; b < header.size(); b++) {
        Optional<String> there = cell(a, b);
        Optional<String> back = cell(b, a);
        if (there.isPresent() && back.isPresent() && !there.equals(back)) {
          warnings.value(
              line(index(header.get(b)).orElseThrow()),
              header.get(b) + " to " + header.get(a),
              back.get(),
              there.get() + ", as the other way round");
          return false;
        }
      }
    }
    return true;
  }

  /** Between two devices; nothing when one of the columns is a network card. */
  private Optional<String> cell(int from, int to) {
    boolean towardsDevice = index(header.get(to)).isPresent();
    return index(header.get(from))
        .filter(row -> towardsDevice)
        .map(row -> rows.getOrDefault(row, List.of()).get(to));
  }

  private Inventory inventory() {
    var devices = new Devices(warnings);
    List<Link> links = new ArrayList<>();
    for (int a = 0; a < header.size(); a++) {
      Optional<Integer> from = index(header.get(a));
      if (from.isEmpty()) {
        continue;
      }
      devices.add(device(from.get(), header.get(a)), line(from.get()), header.get(a));
      for (int b = a + 1; b < header.size(); b++) {
        Optional<Integer> to = index(header.get(b));
        if (to.isPresent()) {
          links.add(link(from.get(), to.get(), cell(a, b).orElseThrow()));
        }
      }
    }
    return devices.inventory(links);
  }

  /** The columns about the host stand in a fixed order; the NUMA one is missing in old drivers. */
  private FoundDevice device(int index, String name) {
    String[] host = rest.getOrDefault(index, "").strip().split("\\s+");
    var found = new FoundDevice.Builder(vendor, index);
    if (columns.contains("CPU Affinity") && !host[0].isEmpty()) {
      boolean list = host[0].matches("[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*");
      if (list) {
        found.cpus(Optional.of(host[0]));
      } else if (!host[0].equals("N/A")) {
        warnings.value(line(index), name + " CPU Affinity", host[0], "a list such as 0-31,64-95");
      }
    }
    if (columns.contains("NUMA Affinity") && host.length > 1) {
      boolean node = host[1].matches("[0-9]{1,4}");
      if (node) {
        found.numaNode(Optional.of(Integer.valueOf(host[1])));
      } else if (!host[1].equals("N/A")) {
        warnings.value(line(index), name + " NUMA Affinity", host[1], "the number of a NUMA node");
      }
    }
    return found.build();
  }

  private static Link link(int one, int other, String cell) {
    int from = Math.min(one, other);
    int to = Math.max(one, other);
    return cell.startsWith("NV")
        ? new Link(from, to, Link.Kind.NVLINK, Integer.parseInt(cell.substring(2)))
        : new Link(from, to, Link.Kind.valueOf(cell), 1);
  }
}
