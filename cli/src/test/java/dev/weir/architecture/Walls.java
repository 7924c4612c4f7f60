package dev.weir.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** The rules, each as a function of the packages it guards, so that a test can aim it elsewhere. */
final class Walls {
  /** Types that bring I/O, a clock, threads, a logger or another process. */
  private static final Pattern IMPURE_TYPE =
      Pattern.compile(
          "java\\.io\\.(?!Serializable$|Serial$).*"
              + "|java\\.nio\\.(file|channels)\\..*"
              + "|java\\.(net|sql|rmi|awt|beans)\\..*|javax\\..*|jdk\\..*|sun\\..*"
              + "|java\\.util\\.(logging|prefs|jar|zip)\\..*"
              + "|java\\.util\\.(Timer|TimerTask|Scanner|ServiceLoader)"
              + "|java\\.util\\.concurrent\\.(?!TimeUnit$).*"
              + "|java\\.time\\.(Clock|InstantSource)"
              + "|java\\.security\\.SecureRandom"
              + "|java\\.lang\\.(Process|ProcessBuilder|ProcessHandle|Runtime|Thread.*|ScopedValue"
              + "|InheritableThreadLocal|System\\$Logger.*|ref\\..*|reflect\\..*)");

  /** Calls that ask the world something: the time, chance, the environment, the class path. */
  private static final Pattern IMPURE_CALL =
      Pattern.compile(
          "java\\.lang\\.System\\.(?!arraycopy\\().*"
              + "|java\\.lang\\.Math\\.random\\(.*|java\\.lang\\.StrictMath\\.random\\(.*"
              + "|java\\.util\\.UUID\\.randomUUID\\(.*"
              + "|java\\.util\\.(Random|SplittableRandom)\\.<init>\\(\\)"
              + "|java\\.util\\.random\\.RandomGenerator\\.(getDefault|of)\\(.*"
              + "|java\\.util\\.random\\.RandomGeneratorFactory\\..*"
              + "|java\\.util\\.Collections\\.shuffle\\(java\\.util\\.List\\)"
              + "|java\\.time\\..*\\.now\\(.*"
              + "|java\\.time\\.ZoneId\\.systemDefault\\(.*"
              + "|java\\.util\\.(Locale|TimeZone)\\.getDefault\\(.*"
              + "|java\\.lang\\.Class(Loader)?\\.(getResource|getSystemResource).*"
              + "|java\\.util\\..*Stream\\.parallel\\(.*|java\\.util\\..*\\.parallelStream\\(.*"
              + "|java\\.util\\.Arrays\\.parallel.*");

  /**
   * Collections whose order the JVM changes from run to run: the immutable sets and maps with more
   * than one element are salted, the others go by the address of objects.
   */
  private static final Pattern SALTED_CALL =
      Pattern.compile(
          "java\\.util\\.(Set|Map)\\.copyOf\\(.*"
              + "|java\\.util\\.Set\\.of\\(java\\.lang\\.Object(\\[\\]|, .*)\\)"
              + "|java\\.util\\.Map\\.of\\(java\\.lang\\.Object, java\\.lang\\.Object, .*\\)"
              + "|java\\.util\\.Map\\.ofEntries\\(.*"
              + "|java\\.util\\.stream\\.Collectors\\.toUnmodifiable(Set|Map)\\(.*"
              + "|java\\.util\\.(IdentityHashMap|WeakHashMap)\\.<init>\\(.*");

  private static final Pattern EMPTY_NAME = Pattern.compile(".*(Manager|Helper|Util|Utils|Impl)");

  private Walls() {}

  /** W1: these packages know the JDK's plain types, each other and JSpecify, and nothing else. */
  static ArchRule pure(String... packages) {
    String[] known = new String[packages.length + 2];
    System.arraycopy(packages, 0, known, 0, packages.length);
    known[packages.length] = "java..";
    known[packages.length + 1] = "org.jspecify..";
    return classes()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(known).and(not("impure", IMPURE_TYPE)))
        .andShould(neverCall("I/O, clock, threads or chance", IMPURE_CALL))
        .as("W1: model and engine have no I/O, no clock, no threads, no chance of their own");
  }

  /** W1, and the rule that no order depends on a hash: the same input gives the same plan. */
  static ArchRule unsalted(String... packages) {
    return classes()
        .that()
        .resideInAnyPackage(packages)
        .should(neverCall("a collection whose order differs from run to run", SALTED_CALL))
        .as("Model and engine hold no collection whose order differs from run to run");
  }

  /** W2: a module imports what its row of the table names, and what that reaches. */
  static ArchRule imports(String root, String module, Set<String> reach) {
    String[] allowed = reach.stream().map(name -> root + "." + name + "..").toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(root + "." + module + "..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(root + "..")
                .and(DescribedPredicate.not(resideInAnyPackage(allowed))))
        .as("W2: %s imports only %s".formatted(module, reach))
        .allowEmptyShould(true);
  }

  /** W2: no circles between packages. */
  static ArchRule noCircles(String root) {
    return slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .as("W2: no circles between packages");
  }

  /** W3: this library is known in these packages alone. */
  static ArchRule onlyIn(String library, List<String> homes) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(homes.toArray(String[]::new))
        .should()
        .dependOnClassesThat(resideInAnyPackage(library))
        .as("W3: %s only in %s".formatted(library, homes))
        .allowEmptyShould(true);
  }

  /** A name says what a thing is. */
  static ArchRule telling() {
    return classes()
        .should(
            condition(
                "have a name that says what it is",
                type ->
                    EMPTY_NAME.matcher(type.getSimpleName()).matches()
                        ? Optional.of("its name says nothing")
                        : Optional.empty()));
  }

  /** Every package says what lives there, and that nothing in it is null unless it says so. */
  static ArchRule explained() {
    return classes()
        .should(
            condition(
                "live in a package with a @NullMarked package-info",
                type -> {
                  boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                  return marked ? Optional.empty() : Optional.of(type.getPackageName());
                }));
  }

  private static DescribedPredicate<JavaClass> not(String what, Pattern names) {
    return describe(
        "not " + what, type -> !names.matcher(type.getBaseComponentType().getName()).matches());
  }

  private static ArchCondition<JavaClass> neverCall(String what, Pattern signatures) {
    return new ArchCondition<>("never call " + what) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
          if (signatures.matcher(signature(access)).matches()) {
            events.add(SimpleConditionEvent.violated(access, access.getDescription()));
          }
        }
      }
    };
  }

  /** {@code owner.name(parameter, ...)} of a call, {@code owner.name} of a field. */
  private static String signature(JavaAccess<?> access) {
    String name = access.getTargetOwner().getName() + "." + access.getTarget().getName();
    if (access.getTarget() instanceof CodeUnitAccessTarget call) {
      List<String> parameters = call.getRawParameterTypes().stream().map(Walls::readable).toList();
      return name + "(" + String.join(", ", parameters) + ")";
    }
    return name;
  }

  private static String readable(JavaClass type) {
    return type.isArray() ? readable(type.getComponentType()) + "[]" : type.getName();
  }

  private static ArchCondition<JavaClass> condition(
      String what, java.util.function.Function<JavaClass, Optional<String>> complaint) {
    return new ArchCondition<>(what) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        complaint
            .apply(type)
            .ifPresent(
                said ->
                    events.add(SimpleConditionEvent.violated(type, type.getName() + ": " + said)));
      }
    };
  }
}
