package dev.weir.checkpoint.detect;

import dev.weir.checkpoint.look.Entry;
import dev.weir.checkpoint.look.Look;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder of {@code torch.distributed.checkpoint} inside another framework's checkpoint: shards
 * {@code __RANK_N.distcp}, and {@code .metadata} (or, without collectives, one {@code
 * __RANK.metadata} per rank) written when the shards are there.
 */
final class DistributedFolder {
  private static final Pattern SHARD = Pattern.compile("__(\\d+)_\\d+\\.distcp");
  private static final Pattern RANK_METADATA = Pattern.compile("__(\\d+)\\.metadata");

  private DistributedFolder() {}

  /** What is not there yet; empty if everything is. */
  static Optional<String> missing(Look look, String folder, Expected expected) {
    SortedMap<String, Entry> below = look.below(folder);
    int shards = 0;
    int metadata = 0;
    for (Map.Entry<String, Entry> entry : below.entrySet()) {
      String name = entry.getKey().substring(folder.length() + 1);
      Matcher shard = SHARD.matcher(name);
      if (shard.matches()) {
        shards++;
        if (entry.getValue().bytes() == 0) {
          return Optional.of(name + " is empty");
        }
      }
      metadata += RANK_METADATA.matcher(name).matches() ? 1 : 0;
    }
    if (shards == 0) {
      return Optional.of("no shard (*.distcp) is there");
    }
    if (filled(below, folder + "/.metadata")) {
      return Optional.empty();
    }
    int wanted = expected.world().orElse(Integer.MAX_VALUE);
    return metadata >= wanted ? Optional.empty() : Optional.of(".metadata is missing");
  }

  private static boolean filled(SortedMap<String, Entry> below, String name) {
    Entry entry = below.get(name);
    return entry != null && entry.isFile() && entry.bytes() > 0;
  }
}
