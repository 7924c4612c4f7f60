package dev.weir.checkpoint.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.fixture.PickleBytes;
import dev.weir.checkpoint.fixture.Saved;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FileStructureTest {
  @TempDir Path temporary;

  static Stream<Arguments> formats() {
    return Stream.of(
        Arguments.of("ckpt.pt", Saved.torch("iter_num", 7)),
        Arguments.of("old.pt", Saved.legacyTorch("iter_num", 7, 64)),
        Arguments.of("plain.pt", new PickleBytes().op('}').text("a").whole(1).op('s').end()),
        Arguments.of("model.safetensors", Saved.safetensors(50)),
        Arguments.of("trainer_state.json", "{\"a\": {\"b\": [1, 2]}, \"c\": 3}".getBytes()));
  }

  private Structure structure(String name, byte[] content) throws IOException {
    Path file = temporary.resolve(name);
    Files.write(file, content);
    try (FileChannel channel = FileChannel.open(file)) {
      return FileStructure.of(name, channel);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void theWholeFileIsWhole(String name, byte[] content) throws IOException {
    assertThat(structure(name, content)).isInstanceOf(Structure.Whole.class);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aFileThatWasCutAnywhereIsNeverWhole(String name, byte[] content) throws IOException {
    for (int length = 0; length < content.length; length++) {
      assertThat(structure(name, Arrays.copyOf(content, length)))
          .as("%s cut to %d of %d bytes", name, length, content.length)
          .isInstanceOf(Structure.Torn.class);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aFileWhoseEndIsStillZerosIsNeverWhole(String name, byte[] content) throws IOException {
    if (name.endsWith(".safetensors") || name.equals("old.pt")) {
      return; // their tensors may be zeros, and nothing follows them
    }
    for (int length = 0; length < content.length - 1; length++) {
      byte[] blank = Arrays.copyOf(Arrays.copyOf(content, length), content.length);
      if (Arrays.equals(blank, content)) {
        continue; // the file itself ends in zeros
      }
      assertThat(structure(name, blank))
          .as("%s of zeros from byte %d", name, length)
          .isNotInstanceOf(Structure.Whole.class);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void damageIsAnAnswerAndNeverAnException(String name, byte[] content) throws IOException {
    var random = new Random(11);
    for (int i = 0; i < 300; i++) {
      byte[] damaged = content.clone();
      for (int hits = random.nextInt(4); hits >= 0; hits--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      assertThat(structure(name, damaged)).isNotNull();
    }
  }

  @Test
  void numbersAtTheTopAreRead() throws IOException {
    assertThat(structure("a.pt", Saved.torch("iter_num", 123456)))
        .isEqualTo(
            new Structure.Whole(new java.util.TreeMap<>(java.util.Map.of("iter_num", 123456L))));
    assertThat(structure("b.pt", Saved.legacyTorch("step", 9, 8)))
        .isEqualTo(new Structure.Whole(new java.util.TreeMap<>(java.util.Map.of("step", 9L))));
    assertThat(((Structure.Whole) structure("s.json", Saved.trainerState(40))).numbers())
        .containsEntry("global_step", 40L)
        .doesNotContainKey("step");
  }

  @Test
  void numbersOfInnerDictionariesAreNotTheTopOnes() throws IOException {
    byte[] pickle =
        new PickleBytes()
            .op('}')
            .op('(')
            .text("optimizer")
            .op('}')
            .text("step")
            .whole(5)
            .op('s')
            .text("iter_num")
            .whole(3)
            .op('u')
            .end();
    assertThat(((Structure.Whole) structure("a.pt", pickle)).numbers())
        .containsOnly(java.util.Map.entry("iter_num", 3L));
  }

  @Test
  void aTensorThatThePickleNamesMustBeThereInFull() throws IOException {
    byte[] content = Saved.torch("iter_num", 7, 64);
    String text = new String(content, java.nio.charset.StandardCharsets.ISO_8859_1);
    // The record of the tensor under another name, in both headers.
    byte[] renamed =
        text.replace("ckpt/data/0", "ckpt/data/9")
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    assertThat(structure("a.pt", renamed))
        .isEqualTo(new Structure.Torn("the tensor record ckpt/data/0 is missing"));
  }

  @Test
  void aHostilePickleIsOnlyAStrangeValue() throws IOException {
    byte[] call =
        new PickleBytes()
            .raw("cos\nsystem\n".getBytes())
            .op('(')
            .text("touch " + temporary.resolve("pwned"))
            .op('t')
            .op('R')
            .end();
    assertThat(structure("a.pt", call)).isInstanceOf(Structure.Whole.class);
    assertThat(temporary.resolve("pwned")).doesNotExist();
  }

  @Test
  void aPickleThatNestsOrGrowsWithoutEndIsAnAnswer() throws IOException {
    var deep = new PickleBytes();
    for (int i = 0; i < 200_000; i++) {
      deep.op('(').op(']');
    }
    assertThat(structure("deep.pt", deep.end())).isNotNull();
    var self = new PickleBytes().op('}').op('q').op(0).text("a").op('h').op(0).op('s');
    assertThat(structure("self.pt", self.end())).isInstanceOf(Structure.Whole.class);
  }
}
