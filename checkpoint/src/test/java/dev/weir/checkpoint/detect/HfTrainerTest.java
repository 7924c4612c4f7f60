package dev.weir.checkpoint.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.fixture.Place;
import dev.weir.checkpoint.fixture.Saved;
import dev.weir.checkpoint.look.Stillness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules (a) to (g) of the HF Trainer's folders, each broken alone. */
class HfTrainerTest {
  @TempDir Path temporary;
  private Place place;

  @BeforeEach
  void twoCheckpoints() throws IOException {
    place = new Place(temporary);
    place.hfTrainer(10, 1).hfTrainer(20, 1);
  }

  private Candidate newest() throws IOException {
    return place.afterwards("hf-trainer").getLast();
  }

  private String reason() throws IOException {
    assertThat(newest().completeness()).isInstanceOf(Completeness.Incomplete.class);
    return ((Completeness.Incomplete) newest().completeness()).reason();
  }

  @Test
  void wholeFoldersAreComplete() throws IOException {
    assertThat(place.afterwards("hf-trainer")).hasSize(2).allMatch(Candidate::complete);
    assertThat(newest().step()).isEqualTo(OptionalLong.of(20));
    assertThat(newest().files()).hasSize(7);
  }

  @Test
  void theStepIsComparedAsANumber() throws IOException {
    place.hfTrainer(100, 1);
    assertThat(newest().name()).isEqualTo("checkpoint-100");
  }

  @Test
  void theSentinelSpeaksAgainstIt() throws IOException {
    place.text("checkpoint-20/checkpoint-is-incomplete.txt", "");
    assertThat(reason()).isEqualTo("checkpoint-is-incomplete.txt is there");
    assertThat(place.afterwards("hf-trainer").getFirst().complete()).isTrue();
  }

  @Test
  void theStateMustNameTheSameStep() throws IOException {
    place.write("checkpoint-20/trainer_state.json", Saved.trainerState(19));
    assertThat(reason()).isEqualTo("trainer_state.json says global_step 19");
  }

  @ParameterizedTest
  @CsvSource({
    "trainer_state.json, trainer_state.json is missing",
    "optimizer.pt, the optimizer's state is missing",
    "scheduler.pt, scheduler.pt is missing",
    "model.safetensors, no weights and no adapter are there",
    "rng_state.pth, rng_state.pth is missing"
  })
  void everyPartMustBeThere(String part, String reason) throws IOException {
    place.delete("checkpoint-20/" + part);
    assertThat(reason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void everyRankMustHaveSaved(int missing) throws IOException {
    place.hfTrainer(30, 4).delete("checkpoint-30/rng_state_" + missing + ".pth");
    var expected = Expected.world(4);
    var stillness = Stillness.first(place.look(0));
    List<Candidate> candidates = place.candidates("hf-trainer", expected, stillness, Duration.ZERO);
    assertThat(candidates.getLast().completeness())
        .isEqualTo(new Completeness.Incomplete("rng_state_" + missing + ".pth is missing"));
  }

  @Test
  void anEarlierCheckpointTellsHowManyRanksThereAre() throws IOException {
    place.hfTrainer(30, 4).hfTrainer(40, 4).delete("checkpoint-40/rng_state_3.pth");
    assertThat(reason()).isEqualTo("rng_state_3.pth is missing");
  }

  @Test
  void weightsAloneAreCompleteIfThatIsTheRule() throws IOException {
    for (int step : List.of(10, 20)) {
      for (String part : List.of("optimizer.pt", "scheduler.pt", "rng_state.pth")) {
        place.delete("checkpoint-" + step + "/" + part);
      }
    }
    assertThat(newest().complete()).isTrue();
    // Beside one that has an optimizer, one without is torn.
    place.hfTrainer(10, 1);
    assertThat(reason()).isEqualTo("the optimizer's state is missing");
  }

  @Test
  void shardsMustAllBeThere() throws IOException {
    place
        .delete("checkpoint-20/model.safetensors")
        .write("checkpoint-20/model-00001-of-00002.safetensors", Saved.safetensors(8))
        .text("checkpoint-20/model.safetensors.index.json", "{\"weight_map\": {}}");
    assertThat(reason()).isEqualTo("model-00002-of-00002.safetensors is missing");
    place.write("checkpoint-20/model-00002-of-00002.safetensors", Saved.safetensors(8));
    assertThat(newest().complete()).isTrue();
    place.delete("checkpoint-20/model.safetensors.index.json");
    assertThat(reason()).contains("no weights");
  }

  @Test
  void anAdapterIsEnough() throws IOException {
    place
        .delete("checkpoint-20/model.safetensors")
        .write("checkpoint-20/adapter_model.safetensors", Saved.safetensors(32));
    assertThat(newest().complete()).isTrue();
  }

  @Test
  void shardsOfDeepSpeedAreNotGuessedAt() throws IOException {
    place.write("checkpoint-20/global_step20/mp_rank_00_model_states.pt", new byte[10]);
    assertThat(reason()).contains("DeepSpeed");
  }

  @Test
  void distributedFoldersNeedTheirMetadata() throws IOException {
    place.write("checkpoint-20/optimizer_0/__0_0.distcp", new byte[10]);
    assertThat(reason()).isEqualTo("optimizer_0: .metadata is missing");
  }

  @Test
  void nothingMayMoveAnyMore() throws IOException {
    var first = Stillness.first(place.look(0));
    assertThat(settled(first)).isFalse();
    var second = first.next(place.look(9));
    assertThat(settled(second)).isFalse();
    assertThat(settled(second.next(place.look(10)))).isTrue();
    place.write("checkpoint-20/optimizer.pt", Saved.torch("x", 1));
    var third = second.next(place.look(15));
    assertThat(settled(third)).isFalse();
    assertThat(settled(third.next(place.look(24)))).isFalse();
    assertThat(settled(third.next(place.look(25)))).isTrue();
  }

  private boolean settled(Stillness stillness) throws IOException {
    return place
        .candidates("hf-trainer", Expected.NOTHING, stillness, Duration.ofSeconds(10))
        .getLast()
        .complete();
  }

  @Test
  void aSurprisingSizeAsksForMorePatience() throws IOException {
    place.write("checkpoint-20/optimizer.pt", Saved.torch("x", 1, 4000));
    assertThat(place.candidates("hf-trainer", Expected.NOTHING, 99).getLast().completeness())
        .isInstanceOfSatisfying(
            Completeness.Unsettled.class,
            unsettled -> assertThat(unsettled.reason()).contains("the one before had"));
    assertThat(place.candidates("hf-trainer", Expected.NOTHING, 100).getLast().complete()).isTrue();
  }

  @Test
  void theSizeOfTheVerifiedOneCountsWhereNoOtherStands() throws IOException {
    for (String name : List.of("model.safetensors", "config.json")) {
      place.delete("checkpoint-10/" + name);
    }
    var expected = new Expected(OptionalInt.empty(), OptionalLong.of(1));
    assertThat(place.candidates("hf-trainer", expected, 10).getLast().complete()).isFalse();
    assertThat(place.candidates("hf-trainer", expected, 100).getLast().complete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model.safetensors",
        "config.json",
        "optimizer.pt",
        "scheduler.pt",
        "rng_state.pth",
        "training_args.bin",
        "trainer_state.json"
      })
  void aCutFileIsNeverPartOfACompleteOne(String name) throws IOException {
    Path file = temporary.resolve("checkpoint-20").resolve(name);
    byte[] whole = java.nio.file.Files.readAllBytes(file);
    // Behind the closing brace of a JSON file only a line's end may be missing.
    int end = name.endsWith(".json") ? new String(whole).stripTrailing().length() : whole.length;
    var random = new Random(5);
    for (int i = 0; i < 60; i++) {
      int length = i == 0 ? end - 1 : random.nextInt(end);
      place.write("checkpoint-20/" + name, java.util.Arrays.copyOf(whole, length));
      assertThat(newest().complete()).as("%s cut to %d bytes", name, length).isFalse();
    }
  }

  /** A killed trainer leaves the files up to one of them, that one cut. */
  @Test
  void whereverATrainerIsKilledItIsNotComplete() throws IOException {
    List<String> order =
        List.of(
            "config.json",
            "model.safetensors",
            "training_args.bin",
            "optimizer.pt",
            "scheduler.pt",
            "rng_state.pth",
            "trainer_state.json");
    for (int killed = 0; killed < order.size(); killed++) {
      place.hfTrainer(20, 1);
      for (String later : order.subList(killed + 1, order.size())) {
        place.delete("checkpoint-20/" + later);
      }
      place.cut("checkpoint-20/" + order.get(killed), 5);
      assertThat(newest().complete()).as("killed during %s", order.get(killed)).isFalse();
    }
  }
}
