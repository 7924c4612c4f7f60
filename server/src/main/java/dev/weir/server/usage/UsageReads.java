package dev.weir.server.usage;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.api.wire.PriceBook;
import dev.weir.api.wire.UsageRow;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.TaskRequest;
import dev.weir.store.AllocationRow;
import dev.weir.store.Reads;
import dev.weir.store.Segment;
import dev.weir.store.Setting;
import dev.weir.store.UsageFilter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Metered usage with its cost. */
public final class UsageReads {
  /** The setting that holds the price book. */
  public static final String PRICES = "prices";

  private final Reads reads;
  private final Clock clock;

  public UsageReads(Reads reads, Clock clock) {
    this.reads = reads;
    this.clock = clock;
  }

  /** What rows are kept apart by. */
  public enum By {
    QUEUE(UsageFilter.By.QUEUE),
    USER(UsageFilter.By.USER),
    MODEL(UsageFilter.By.MODEL);

    private final UsageFilter.By column;

    By(UsageFilter.By column) {
      this.column = column;
    }

    private String key(dev.weir.store.UsageRow row) {
      return switch (this) {
        case QUEUE -> row.queue();
        case USER -> row.user();
        case MODEL -> row.model();
      };
    }
  }

  /** Empty when none is configured. */
  public Optional<PriceBook> prices() {
    return reads.setting(PRICES).map(UsageReads::book);
  }

  private static PriceBook book(Setting setting) {
    try {
      return Wire.strict().readValue(setting.json(), PriceBook.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the price book cannot be read", e);
    }
  }

  /**
   * Usage over full hours.
   *
   * @param queues of these alone; empty = all
   * @param user of this one alone
   */
  public List<UsageRow> usage(
      By by, long from, long until, List<String> queues, Optional<String> user) {
    Set<UsageFilter.By> apart =
        Set.of(UsageFilter.By.HOUR, UsageFilter.By.DOMAIN, UsageFilter.By.MODEL, by.column);
    Optional<PriceBook> book = prices();
    Map<String, Bill> bills = new TreeMap<>();
    for (dev.weir.store.UsageRow row :
        reads.usage(new UsageFilter(from, until, queues, user, apart), clock.millis())) {
      bills
          .computeIfAbsent(by.key(row), _ -> new Bill(book))
          .addWithinHour(row.model(), row.domain(), row.hour(), row.deviceHours());
    }
    List<UsageRow> rows = new ArrayList<>();
    bills.forEach(
        (key, bill) -> rows.add(bill.row(key, OptionalDouble.empty(), OptionalDouble.empty())));
    return rows;
  }

  /** Of one job, to the millisecond. */
  public UsageRow ofJob(
      String id, JobSpec spec, List<Segment> segments, List<AllocationRow> allocations) {
    long now = clock.millis();
    Bill bill = new Bill(prices());
    for (Segment s : segments) {
      bill.add(s.model(), s.domain(), s.from(), s.until().orElse(now), s.deviceMilli() / 1000.0);
    }
    double cpu = 0;
    double memory = 0;
    for (AllocationRow a : allocations) {
      double seconds = (a.endedAt().orElse(now) - a.decidedAt()) / 1000.0;
      for (var task : a.tasks()) {
        TaskRequest request =
            spec.roles().get(task.role()).variants().get(a.variants().get(task.role())).request();
        cpu += seconds * request.cpu().milli() / 1000.0;
        memory += seconds * request.memory().value() / (1L << 30);
      }
    }
    return bill.row(id, OptionalDouble.of(cpu), OptionalDouble.of(memory));
  }
}
