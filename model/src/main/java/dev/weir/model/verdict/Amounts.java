package dev.weir.model.verdict;

import dev.weir.model.fleet.Resource;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.Locale;

/** Amounts of named resources in words. */
final class Amounts {
  private Amounts() {}

  static String of(String resource, long amount) {
    if (resource.equals(Resource.CPU)) {
      return new Cpu(Math.max(0, amount)).toString();
    }
    if (resource.equals(Resource.MEMORY)) {
      return new Bytes(Math.max(0, amount)).toString();
    }
    return resource.startsWith(Resource.DEVICES) ? devices(amount) : Long.toString(amount);
  }

  static String devices(long milli) {
    return milli % 1000 == 0
        ? Long.toString(milli / 1000)
        : String.format(Locale.ROOT, "%.3f", milli / 1000.0);
  }
}
