package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The walls of the house stand, for every class of every module. */
class WallsTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.weir");

  private static final String[] PURE = {"dev.weir.model..", "dev.weir.engine.."};

  @Test
  void everyModuleIsLookedAt() {
    assertThat(Modules.names())
        .allSatisfy(
            module ->
                assertThat(HOUSE.containPackage("dev.weir." + module))
                    .as("classes of %s on the class path of this test", module)
                    .isTrue());
  }

  @Test
  void modelAndEngineArePure() {
    Walls.pure(PURE).check(HOUSE);
  }

  @Test
  void modelAndEngineAreInTheSameOrderInEveryRun() {
    Walls.unsalted(PURE).check(HOUSE);
  }

  @TestFactory
  Stream<DynamicTest> aModuleImportsWhatItsRowAllows() {
    return Modules.names().stream()
        .map(
            module ->
                DynamicTest.dynamicTest(
                    module,
                    () -> Walls.imports("dev.weir", module, Modules.reach(module)).check(HOUSE)));
  }

  @Test
  void packagesHaveNoCircles() {
    Walls.noCircles("dev.weir").check(HOUSE);
  }

  @TestFactory
  Stream<DynamicTest> aLibraryIsKnownInItsOwnRoomAlone() {
    return Stream.of(
            Walls.onlyIn("com.google.ortools..", List.of("dev.weir.solver..")),
            Walls.onlyIn("org.duckdb..", List.of("dev.weir.traces..")),
            Walls.onlyIn("picocli..", List.of("dev.weir.cli..")),
            Walls.onlyIn("me.tongfei.progressbar..", List.of("dev.weir.cli..")),
            Walls.onlyIn("org.snakeyaml..", List.of("dev.weir.files..")),
            Walls.onlyIn("io.quarkus..", List.of("dev.weir.server..")),
            Walls.onlyIn("io.fabric8..", List.of("dev.weir.drivers.kubernetes..")))
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(HOUSE)));
  }

  @Test
  void namesSayWhatAThingIs() {
    Walls.telling().check(HOUSE);
  }

  @Test
  void everyPackageIsExplained() {
    Walls.explained().check(HOUSE);
  }
}
