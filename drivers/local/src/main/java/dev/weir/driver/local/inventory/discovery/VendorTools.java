package dev.weir.driver.local.inventory.discovery;

import dev.weir.driver.local.inventory.vendor.AmdSmi;
import dev.weir.driver.local.inventory.vendor.AscendTable;
import dev.weir.driver.local.inventory.vendor.AscendTopology;
import dev.weir.driver.local.inventory.vendor.Format;
import dev.weir.driver.local.inventory.vendor.MetaxTable;
import dev.weir.driver.local.inventory.vendor.MigListing;
import dev.weir.driver.local.inventory.vendor.NvidiaList;
import dev.weir.driver.local.inventory.vendor.NvidiaQueryXml;
import dev.weir.driver.local.inventory.vendor.NvidiaTopology;
import dev.weir.driver.local.inventory.vendor.PlainJson;
import dev.weir.driver.local.inventory.vendor.RocmSmi;
import java.util.ArrayList;
import java.util.List;

/**
 * How a vendor's devices are asked for: the first query names the devices, the others tell more of
 * them. Of several rows of one vendor the first that finds a device counts.
 *
 * @param sampled the queries that measure, for telemetry
 */
public record VendorTools(
    String vendor,
    String program,
    List<Query> queries,
    List<Query> migQueries,
    List<Query> sampled) {
  /** One command line and what it prints. */
  public record Query(List<String> arguments, Format format) {
    static Query of(Format format, String... arguments) {
      return new Query(List.of(arguments), format);
    }

    /** The whole command line. */
    public List<String> command(String program) {
      var command = new ArrayList<String>();
      command.add(program);
      command.addAll(arguments);
      return command;
    }
  }

  /** All vendors, in the order in which their devices are numbered on a node. */
  public static final List<VendorTools> ALL =
      List.of(
          new VendorTools(
              "nvidia",
              "nvidia-smi",
              List.of(
                  Query.of(new NvidiaQueryXml(), "-q", "-x"),
                  Query.of(new NvidiaTopology(), "topo", "-m")),
              List.of(
                  Query.of(new NvidiaList(), "-L"),
                  Query.of(new MigListing(), "mig", "-lgip"),
                  Query.of(new MigListing(), "mig", "-lgipp"),
                  Query.of(new MigListing(), "mig", "-lgi")),
              List.of(Query.of(new NvidiaQueryXml(), "-q", "-x"))),
          plain(
              "amd",
              "amd-smi",
              List.of(
                  Query.of(new AmdSmi(), "static", "--json"),
                  Query.of(new AmdSmi(), "list", "--json"),
                  Query.of(new AmdSmi(), "metric", "--json")),
              List.of(Query.of(new AmdSmi(), "metric", "--json"))),
          plain(
              "amd",
              "rocm-smi",
              List.of(Query.of(new RocmSmi(), "--showallinfo", "--showtopo", "--json")),
              List.of(Query.of(new RocmSmi(), "--showallinfo", "--json"))),
          plain(
              "huawei",
              "npu-smi",
              List.of(
                  Query.of(new AscendTable(), "info"),
                  Query.of(new AscendTopology(), "info", "-t", "topo")),
              List.of(Query.of(new AscendTable(), "info"))),
          one("metax", "mx-smi", Query.of(new MetaxTable())),
          one("mthreads", "mthreads-gmi", Query.of(PlainJson.mooreThreads(), "-q", "--json")),
          one("intel", "xpu-smi", Query.of(PlainJson.intel(), "discovery", "-j")));

  private static VendorTools plain(
      String vendor, String program, List<Query> queries, List<Query> sampled) {
    return new VendorTools(vendor, program, queries, List.of(), sampled);
  }

  private static VendorTools one(String vendor, String program, Query query) {
    return plain(vendor, program, List.of(query), List.of(query));
  }
}
