package dev.weir.files.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.files.bind.DocumentReader;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.Dependency;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.NodeFilter;
import dev.weir.model.job.Role;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class JobFileTest {
  private static final DocumentReader<JobFile> READER = DocumentReader.of(JobFile.class);

  @Test
  void nameAndCommandAreEnough() {
    JobSpec job = spec("name: hello\ncommand: python train.py");
    assertThat(job.name()).isEqualTo("hello");
    assertThat(job.kind()).isEqualTo(JobKind.BATCH);
    assertThat(job.queue()).isEqualTo(new QueueId("default"));
    assertThat(job.user()).isEqualTo("ann");
    assertThat(job.disruption()).isEqualTo(Disruption.DEFAULT);
    assertThat(job.roles()).hasSize(1);
    Role role = job.roles().getFirst();
    assertThat(role.count()).isEqualTo(1);
    assertThat(role.variants().getFirst().launch().command())
        .containsExactly("/bin/sh", "-c", "python train.py");
    assertThat(role.variants().getFirst().request().devices()).isEqualTo(DeviceRequest.NONE);
  }

  @Test
  void shortFormHoldsTheFieldsOfOneRole() {
    JobSpec job =
        spec(
            """
            kind: training
            name: llm
            queue: research/vision
            priority: 7
            command: [torchrun, train.py]
            image: registry/train:1
            environment: {LR: 0.1}
            count: 16
            elastic: {min: 8, max: 16, step: 4}
            groups: {size: 4, require: nvlink}
            devices: H100-80:8
            cpu: 96
            memory: 1Ti
            licences: {matlab: 2}
            hostPorts: [29500]
            topology: {require: spine, prefer: leaf}
            timeLimit: 12h
            deadline: 2026-03-02T00:00:00Z
            where:
              selector: {zone: a}
              tolerations: [{key: gpu}]
              anyOf: [{expressions: [{key: gpu.count, operator: gt, values: [4]}]}]
            interruption: {stop: stop-then-save, grace: 90s}
            """);
    assertThat(job.kind()).isEqualTo(JobKind.TRAINING);
    assertThat(job.topology())
        .isEqualTo(new TopologyRule(java.util.Optional.of("spine"), java.util.Optional.of("leaf")));
    assertThat(job.timeLimit()).contains(Duration.ofHours(12));
    assertThat(job.disruption().stop()).isEqualTo(Disruption.StopClass.STOP_THEN_SAVE);
    assertThat(job.disruption().grace()).isEqualTo(Duration.ofSeconds(90));
    Role role = job.roles().getFirst();
    assertThat(role.sizes()).containsExactly(8, 12, 16);
    assertThat(role.groups()).contains(new Role.Groups(4, TopologyRule.require("nvlink")));
    var request = role.variants().getFirst().request();
    assertThat(request.devices())
        .isEqualTo(new DeviceRequest.Whole(8, DeviceFilter.model("H100-80")));
    assertThat(request.cpu()).isEqualTo(Cpu.ofCores(96));
    assertThat(request.memory()).isEqualTo(Bytes.ofGib(1024));
    assertThat(request.licences()).isEqualTo(Map.of("matlab", 2));
    assertThat(request.hostPorts()).isEqualTo(Set.of(29500));
    assertThat(request.where().tolerations())
        .containsExactly(new NodeFilter.Toleration("gpu", true, "", java.util.Optional.empty()));
    assertThat(role.variants().getFirst().launch().environment()).containsEntry("LR", "0.1");
  }

  @Test
  void devicesHaveManyForms() {
    assertThat(devices("4")).isEqualTo(new DeviceRequest.Whole(4, DeviceFilter.ANY));
    assertThat(devices("A30")).isEqualTo(new DeviceRequest.Whole(1, DeviceFilter.model("A30")));
    assertThat(devices("{count: 2, model: [A30, A10]}"))
        .isEqualTo(new DeviceRequest.Whole(2, DeviceFilter.model("A30", "A10")));
    assertThat(devices("{share: 50%, memory: 10Gi}"))
        .isEqualTo(
            new DeviceRequest.Fraction(1, new GpuShare(500), Bytes.ofGib(10), DeviceFilter.ANY));
    assertThat(devices("{mig: 3g.40gb, model: A100-80}"))
        .isEqualTo(new DeviceRequest.Mig(1, "3g.40gb", DeviceFilter.model("A100-80")));
    assertThat(devices("{minMemory: 40Gi, minBandwidth: 2TB, minComputeCapability: 8.0}"))
        .isEqualTo(
            new DeviceRequest.Whole(
                1, new DeviceFilter(Set.of(), Bytes.ofGib(40), 2_000_000_000_000L, 80)));
    assertThat(devices("0")).isEqualTo(DeviceRequest.NONE);
  }

  @Test
  void variantsTakeFromTheRoleWhatTheyLeaveOut() {
    JobSpec job =
        spec(
            """
            name: serve
            roles:
            - name: worker
              count: 4
              image: cuda
              cpu: 8
              variants:
              - {name: nvidia, devices: H100-80}
              - {name: amd, image: rocm, count: 8, devices: MI300X}
            """);
    Role role = job.roles().getFirst();
    assertThat(role.variants()).extracting(v -> v.name()).containsExactly("nvidia", "amd");
    assertThat(role.variants()).extracting(v -> v.launch().image()).containsExactly("cuda", "rocm");
    assertThat(role.variants()).extracting(v -> v.request().cpu().milli()).containsOnly(8000L);
    assertThat(role.tasks(0, 4)).isEqualTo(4);
    assertThat(role.tasks(1, 4)).isEqualTo(8);
  }

  @Test
  void arrayIsManyJobsThatKnowTheirNumber() {
    List<JobSpec> jobs = specs("{name: sweep, command: run, array: 3, dependsOn: first}");
    assertThat(jobs).extracting(JobSpec::name).containsExactly("sweep-0", "sweep-1", "sweep-2");
    assertThat(jobs).extracting(job -> job.id().value()).containsExactly(10L, 11L, 12L);
    assertThat(jobs)
        .extracting(job -> job.roles().getFirst().variants().getFirst().launch().environment())
        .containsExactly(
            Map.of("WEIR_ARRAY_INDEX", "0", "WEIR_ARRAY_POSITION", "0"),
            Map.of("WEIR_ARRAY_INDEX", "1", "WEIR_ARRAY_POSITION", "1"),
            Map.of("WEIR_ARRAY_INDEX", "2", "WEIR_ARRAY_POSITION", "2"));
    assertThat(jobs.getFirst().dependencies())
        .containsExactly(new Dependency(new JobId(1), Dependency.Condition.SUCCEEDED));
  }

  private static DeviceRequest devices(String text) {
    JobSpec job = spec("name: d\ncommand: x\ndevices: " + text);
    return job.roles().getFirst().variants().getFirst().request().devices();
  }

  private static JobSpec spec(String text) {
    return specs(text).getFirst();
  }

  private static List<JobSpec> specs(String text) {
    var next = new AtomicLong(10);
    return READER
        .read("job.yaml", text)
        .toSpecs(
            () -> new JobId(next.getAndIncrement()),
            "ann",
            name -> name.equals("first") ? List.of(new JobId(1)) : List.of());
  }
}
