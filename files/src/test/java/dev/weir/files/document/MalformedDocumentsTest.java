package dev.weir.files.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.corpus.MalformedCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every malformed document of the corpus is refused in exactly the words beside it. */
class MalformedDocumentsTest {
  private static final String CORPUS = "src/test/resources/malformed/";

  static Stream<MalformedCorpus.Case> jobs() {
    return MalformedCorpus.in(CORPUS + "job");
  }

  static Stream<MalformedCorpus.Case> clusters() {
    return MalformedCorpus.in(CORPUS + "cluster");
  }

  static Stream<MalformedCorpus.Case> queues() {
    return MalformedCorpus.in(CORPUS + "queues");
  }

  static Stream<MalformedCorpus.Case> policies() {
    return MalformedCorpus.in(CORPUS + "policy");
  }

  static Stream<MalformedCorpus.Case> submissions() {
    return MalformedCorpus.in(CORPUS + "submission");
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void jobIsRefused(MalformedCorpus.Case malformed) {
    malformed.assertRefused(DocumentReader.of(JobFile.class)::read);
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void clusterIsRefused(MalformedCorpus.Case malformed) {
    malformed.assertRefused(DocumentReader.of(ClusterFile.class)::read);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void queuesAreRefused(MalformedCorpus.Case malformed) {
    malformed.assertRefused(DocumentReader.of(QueuesFile.class)::read);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void policyIsRefused(MalformedCorpus.Case malformed) {
    var known =
        new PolicyFile.PolicyNames(
            Set.of("weir"), Set.of("srtf"), Set.of("fgd"), Set.of("las.quantum"));
    malformed.assertRefused(
        path -> {
          Document<PolicyFile> document = DocumentReader.of(PolicyFile.class).document(path);
          Findings findings = document.findings();
          document.value().checkNames(findings, known);
          findings.throwIfAny();
        });
  }

  @ParameterizedTest
  @MethodSource("submissions")
  void jobThatTheClusterCannotRunIsRefused(MalformedCorpus.Case malformed) {
    Cluster cluster =
        DocumentReader.of(ClusterFile.class).read(Path.of(CORPUS, "lab.yaml")).toCluster();
    var checks = new JobChecks(cluster);
    malformed.assertRefused(
        path -> checks.check(DocumentReader.of(JobFile.class).document(path)).throwIfAny());
  }

  @Test
  void filesThatCannotBeReadAreRefused(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("train.yaml"), "name: a\ncommand: run\n");
    assertThat(refusal(folder, "trian.yaml"))
        .isEqualTo("trian.yaml: no such file (did you mean \"train.yaml\"?)");
    assertThat(refusal(folder, "")).endsWith(": is a directory (expected a file)");
    var small = DocumentReader.of(JobFile.class).withMaxBytes(10);
    var refused =
        catchThrowableOfType(InvalidDocument.class, () -> small.read(folder.resolve("train.yaml")));
    assertThat(refused.getMessage())
        .endsWith("train.yaml: is too large (expected at most 10 bytes)");
  }

  @Test
  void byteOrderMarkIsNoMistake(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("bom.yaml"), "\ufeffname: a\ncommand: run\n");
    JobFile job = DocumentReader.of(JobFile.class).read(file);
    assertThat(job.name()).isEqualTo("a");
  }

  private static String refusal(Path folder, String file) {
    var refused =
        catchThrowableOfType(
            InvalidDocument.class,
            () -> DocumentReader.of(JobFile.class).read(folder.resolve(file)));
    return refused.getMessage().replace(folder + "/", "");
  }
}
