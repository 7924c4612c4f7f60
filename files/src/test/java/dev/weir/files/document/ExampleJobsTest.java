package dev.weir.files.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.files.bind.DocumentReader;
import dev.weir.model.id.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The job files that people are shown can be submitted as they are. */
class ExampleJobsTest {
  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath().normalize();

  private static final Path POLICY = EXAMPLES.resolve("preempt/policy.yaml");

  static Stream<Path> files() throws IOException {
    try (Stream<Path> jobs = Files.list(EXAMPLES.resolve("jobs"));
        Stream<Path> preempt = Files.list(EXAMPLES.resolve("preempt"))) {
      List<Path> all =
          Stream.concat(jobs, preempt)
              .filter(path -> path.toString().endsWith(".yaml"))
              .filter(path -> !path.equals(POLICY))
              .sorted()
              .toList();
      assertThat(all).hasSizeGreaterThan(5);
      return all.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void isAJob(Path file) {
    JobFile job = DocumentReader.of(JobFile.class).read(file);
    var numbers = new AtomicLong();
    assertThat(job.toSpecs(() -> new JobId(numbers.incrementAndGet()), "ann", name -> List.of()))
        .isNotEmpty();
  }

  @Test
  void theDemonstrationsPolicyIsAPolicy() {
    assertThat(DocumentReader.of(PolicyFile.class).read(POLICY)).isNotNull();
  }
}
