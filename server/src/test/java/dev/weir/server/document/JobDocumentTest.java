package dev.weir.server.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.files.bind.DocumentReader;
import dev.weir.files.document.JobFile;
import dev.weir.files.document.QueuesFile;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.queue.QueueSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read back as the same record. */
class JobDocumentTest {
  private static final DocumentReader<JobFile> READER = DocumentReader.of(JobFile.class);

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        name: smallest
        command: echo hi
        """,
        """
        name: everything
        kind: training
        queue: research/vision
        priority: 7
        command: [python, train.py, "--lr=0.1"]
        environment: {A: "1", B: "yes: no"}
        workingDirectory: /srv/x
        secrets: {TOKEN: /srv/token}
        checkpoint: {directory: ckpt, framework: lightning}
        warning: {signal: USR1, before: 90s, shellOnly: true}
        devices: {count: 2, model: [A100-80, H100], minMemory: 40Gi, minComputeCapability: "8.0"}
        cpu: 1500m
        memory: 3Gi
        licences: {solver: 2}
        hostPorts: [8080]
        count: 4
        sizes: [2, 4, 8]
        timeLimit: 2h30m
        notBefore: 2026-03-01T08:00:00Z
        deadline: 2026-03-02T08:00:00Z
        topology: {require: rack}
        interruption:
          preemptible: false
          stop: stop-then-save
          grace: 10m
          protection: 5m
          maxPerHour: 2
          checkpointInterval: 1h
          restart: 3m
        reservation: friday
        maxRestarts: 0
        labels: {team: vision}
        """,
        """
        name: roles
        roles:
          - {name: ps, command: run ps, count: 2, cpu: 2}
          - name: worker
            count: 8
            topology: {prefer: nvlink}
            groups: {size: 4, require: node}
            variants:
              - {name: nvidia, command: cuda, devices: "A100-80:1"}
              - {name: amd, command: rocm, count: 4, devices: "MI300X:2"}
        """,
        """
        name: slices
        command: [x]
        devices: {count: 1, share: 0.25, memory: 10Gi}
        """,
        """
        name: mig
        command: [x]
        devices: {count: 1, mig: 3g.40gb}
        where:
          selector: {zone: a}
          anyOf:
            - expressions: [{key: gen, operator: in, values: [a, b]}, {key: n, operator: gt, values: ["3"]}]
          preferred: [{weight: 5, expressions: [{key: fast, operator: exists}]}]
          tolerations: [{key: gpu, value: burst, effect: no-schedule}, {key: any}]
          affinity: [{labels: {app: db}, anti: true}]
          spread: [{topologyLabel: zone, maxSkew: 2, required: false}]
        """,
        """
        name: script
        script: |
          #!/bin/sh
          echo "a: b"
          # not a comment of YAML
        firstTaskOnly: true
        count: 3
        image: "docker.io/library/python:3"
        """
      })
  void aJobSurvives(String text) {
    JobSpec spec = specOf(text);
    String written = DocumentText.yaml(JobDocument.of(spec));
    assertThat(specOf(written)).as(written).isEqualTo(spec);
    assertThat(specOf(DocumentText.json(JobDocument.of(spec)).toString())).isEqualTo(spec);
  }

  private static JobSpec specOf(String text) {
    return READER
        .read("job.yaml", text)
        .toSpecs(() -> new JobId(1), "ann", _ -> List.of())
        .getFirst();
  }

  @Test
  void theTreeOfQueuesSurvives() {
    String text =
        """
        queues:
          - name: research
            guaranteed: {devices: 8, cpu: 64, memory: 1Ti, devicesOf: {A100-80: 4}}
            limit: {devices: 16.5, licences: {solver: 3}}
            weight: 2
            halfLife: 7d
            queues:
              - {name: vision, weight: 0.5}
              - name: speech
          - name: prod
        """;
    DocumentReader<QueuesFile> reader = DocumentReader.of(QueuesFile.class);
    List<QueueSpec> queues = reader.read("queues.yaml", text).toSpecs();
    String written = DocumentText.yaml(QueuesDocument.of(queues));
    assertThat(reader.read("queues.yaml", written).toSpecs())
        .as(written)
        .containsExactlyInAnyOrderElementsOf(queues);
  }
}
