package dev.weir.architecture.planted.pure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assertions;

/** Does everything that the engine must not do. Nobody runs it. */
public final class Impure {
  private Impure() {}

  static long clock() {
    Supplier<Instant> byReference = Instant::now;
    return System.currentTimeMillis() + byReference.get().toEpochMilli();
  }

  static double chance() {
    return Math.random() + new Random().nextInt() + ThreadLocalRandom.current().nextInt();
  }

  static String name() {
    return UUID.randomUUID().toString();
  }

  static void threads() {
    new Thread(() -> {}).start();
    List.of(1).parallelStream().forEach(it -> {});
  }

  static void io() throws IOException {
    Files.delete(Path.of("nothing"));
    System.out.println(Impure.class.getResourceAsStream("nothing"));
    Logger.getLogger("nothing").info("nothing");
  }

  static void framework() {
    Assertions.assertTrue(true);
  }

  static int salted(List<String> list) {
    return Map.copyOf(Map.of("a", 1, "b", 2)).size()
        + Set.copyOf(list).size()
        + Set.of("a", "b").size()
        + new IdentityHashMap<>().size();
  }

  static Random seeded(long seed) {
    return new Random(seed);
  }

  static int plain() {
    int[] copy = new int[1];
    System.arraycopy(new int[1], 0, copy, 0, 1);
    return new ArrayList<>(List.of(copy[0])).size()
        + Set.of().size()
        + Set.of(1).size()
        + Map.of("a", 1).size();
  }
}
