package dev.weir.simulator.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Runs cases over a range of seeds. */
public final class Fuzzer {
  private final int parallel;

  /** A seed that broke something, and the command that shows it again. */
  public record Failure(long seed, String invariant, String detail, String replay) {}

  /**
   * @param seeds cases run
   */
  public record Report(long seeds, List<Failure> failures) {
    public Report {
      failures = List.copyOf(failures);
    }

    public int violations() {
      return failures.size();
    }
  }

  /** Hears after each case how many are done. */
  @FunctionalInterface
  public interface Progress {
    void done(long cases);
  }

  public Fuzzer(int parallel) {
    this.parallel = parallel;
  }

  /** Runs all seeds from {@code first} to {@code last}. */
  public Report run(long first, long last, Progress progress) throws InterruptedException {
    List<Callable<Optional<Failure>>> cases = new ArrayList<>();
    LongStream.rangeClosed(first, last).forEach(seed -> cases.add(() -> one(seed, progress)));
    List<Failure> failures = new ArrayList<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(parallel)) {
      for (Future<Optional<Failure>> result : workers.invokeAll(cases)) {
        result.get().ifPresent(failures::add);
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a fuzz case could not be run", e.getCause());
    }
    return new Report(last - first + 1, failures);
  }

  private static Optional<Failure> one(long seed, Progress progress) {
    Optional<Failure> failure =
        new FuzzCase(seed)
            .run()
            .map(
                v ->
                    new Failure(
                        seed,
                        v.invariant(),
                        "step %d: %s".formatted(v.step(), v.detail()),
                        "./weir fuzz --seeds %d..%d".formatted(seed, seed)));
    progress.done(1);
    return failure;
  }
}
