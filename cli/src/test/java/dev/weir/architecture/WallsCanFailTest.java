package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.weir.architecture.planted.pure.Impure;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A wall that no planted violation can bring down guards nothing. */
class WallsCanFailTest {
  private static final String PLANTED = "dev.weir.architecture.planted";
  private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(PLANTED);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "currentTimeMillis",
        "Instant.now",
        "Math.random",
        "java.util.Random.<init>()",
        "randomUUID",
        "ThreadLocalRandom",
        "java.lang.Thread",
        "java.nio.file.Files",
        "getResourceAsStream",
        "System.out",
        "parallelStream",
        "java.util.logging.Logger",
        "org.junit",
      })
  void theWallOfPurityCatches(String planted) {
    assertThat(said(Walls.pure(PLANTED + ".pure.."))).contains(planted);
  }

  @Test
  void theWallOfPurityLetsSeedsAndPlainTypesPass() {
    assertThat(said(Walls.pure(PLANTED + ".pure..")))
        .contains(Impure.class.getSimpleName())
        .doesNotContain("seeded")
        .doesNotContain("plain");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Map.copyOf", "Set.copyOf", "Set.of", "Map.of", "IdentityHashMap"})
  void theWallOfOrderCatches(String planted) {
    assertThat(said(Walls.unsalted(PLANTED + ".pure.."))).contains(planted);
  }

  @Test
  void theWallOfOrderLetsEmptyAndSingleElementsPass() {
    assertThat(said(Walls.unsalted(PLANTED + ".pure.."))).doesNotContain("plain");
  }

  @Test
  void theWallOfImportsCatches() {
    assertThat(said(Walls.imports(PLANTED, "circle", Set.of("circle")))).isEmpty();
    assertThat(said(Walls.imports(PLANTED, "names", Set.of("names")))).contains("circle.one");
  }

  @Test
  void theWallOfCirclesCatches() {
    assertThat(said(Walls.noCircles(PLANTED + ".circle"))).contains("Cycle detected");
  }

  @Test
  void theWallOfLibrariesCatches() {
    assertThat(said(Walls.onlyIn("org.junit..", List.of(PLANTED + ".names..")))).contains("Impure");
    assertThat(said(Walls.onlyIn("org.junit..", List.of(PLANTED + ".pure..")))).isEmpty();
  }

  @Test
  void theRuleOfNamesCatches() {
    assertThat(said(Walls.telling())).contains("JobManager").contains("ListUtils");
  }

  @Test
  void theRuleOfPackageInfoCatches() {
    assertThat(said(Walls.explained()))
        .contains(PLANTED + ".nodoc")
        .doesNotContain(PLANTED + ".names");
  }

  private static String said(ArchRule rule) {
    return String.join("\n", rule.evaluate(CLASSES).getFailureReport().getDetails());
  }
}
