package dev.weir.league;

import dev.weir.engine.policy.Policies;
import dev.weir.engine.score.FragmentationGradient;
import dev.weir.model.policy.PolicySpec;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeMap;

/**
 * A published packing experiment: lists of jobs that are submitted one by one and never leave.
 *
 * @param name short, such as {@code L1}
 * @param title one line
 * @param source whom to cite
 * @param folder of its data, in the project's {@code data} folder
 * @param nodes file of the cluster
 * @param jobs pattern of the job lists' files, with {@code %s} for the list
 * @param stored file of the published figures
 * @param format of nodes and jobs
 * @param lists names of the job lists
 * @param load requested devices ÷ devices of the cluster when the last job has arrived
 * @param baselines published policies, and how far the mean of our run on the anchor list may be
 *     from theirs
 * @param anchor the list on which baselines must be met before our own figure counts
 * @param reference the policy that ours is compared with
 * @param challenger our policy
 */
public record PackingExperiment(
    String name,
    String title,
    String source,
    String folder,
    String nodes,
    String jobs,
    String stored,
    String format,
    List<String> lists,
    double load,
    Map<String, Double> baselines,
    String anchor,
    String reference,
    String challenger) {

  /** Fragmentation gradient descent on a production cluster of 6,212 devices. */
  public static final PackingExperiment L1 =
      new PackingExperiment(
          "L1",
          "Packing 13 pod lists onto the OpenB cluster, against fragmentation gradient descent",
          "Weng et al., Beware of Fragmentation, USENIX ATC 2023",
          "openb",
          "openb_node_list_gpu_node.csv",
          "openb_pod_list_%s.csv.gz",
          "expected_allocation.csv",
          "openb",
          List.of(
              "default",
              "cpu100",
              "cpu200",
              "cpu250",
              "gpushare40",
              "gpushare80",
              "gpushare100",
              "gpuspec10",
              "gpuspec25",
              "gpuspec33",
              "multigpu20",
              "multigpu30",
              "multigpu50"),
          1.3,
          tolerances(),
          "default",
          "fgd",
          "weir");

  public PackingExperiment {
    lists = List.copyOf(lists);
    baselines = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(baselines));
  }

  private static Map<String, Double> tolerances() {
    Map<String, Double> t = new LinkedHashMap<>();
    t.put("fgd", 0.005);
    t.put("bestfit", 0.005);
    t.put("dotprod", 0.005);
    t.put("random", 0.005);
    t.put("gpu-packing", 0.01);
    t.put("gpu-clustering", 0.01);
    return t;
  }

  /** The same with another policy in place of ours. */
  public PackingExperiment challengedBy(String policy) {
    return new PackingExperiment(
        name, title, source, folder, nodes, jobs, stored, format, lists, load, baselines, anchor,
        reference, policy);
  }

  /** All policies: the challenger, then the baselines. */
  public List<String> policies() {
    SequencedSet<String> all = new LinkedHashSet<>(List.of(challenger));
    all.addAll(baselines.keySet());
    return List.copyOf(all);
  }

  /**
   * The policy as it is compared here: its placement score alone, in the order of arrival; nothing
   * that runs is touched. The published FGD knows the mix of the whole list in advance, so ours is
   * told it; no other policy is.
   *
   * @throws IllegalArgumentException when there is no such policy
   */
  public PolicySpec policy(String policy) {
    PolicySpec known =
        Policies.find(policy)
            .orElseThrow(() -> new IllegalArgumentException("no policy is called " + policy));
    PolicySpec bare = Policies.find(reference).orElseThrow();
    Map<String, Double> parameters = new TreeMap<>(known.parameters());
    if (known.scores().containsKey("fgd")) {
      parameters.put(FragmentationGradient.KNOWS_MIX, 1.0);
    }
    return new PolicySpec(
        known.name(),
        bare.order(),
        bare.fairness(),
        known.scores(),
        bare.backfill(),
        bare.reclaim(),
        bare.improve(),
        parameters);
  }
}
