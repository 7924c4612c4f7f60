package dev.weir.cli;

import static dev.weir.cli.CommandLineRun.weir;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MainTest {
  @Test
  void versionNamesWeirAndJava() {
    CommandLineRun run = weir("--version");

    assertThat(run.code()).isZero();
    assertThat(run.out().lines()).hasSize(2);
    assertThat(run.out())
        .startsWith("weir ")
        .contains("Java " + System.getProperty("java.version"));
    assertThat(run.err()).isEmpty();
  }

  @Test
  void helpExplainsTheExitCodes() {
    CommandLineRun run = weir("--help");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("Usage: weir").contains("2   the input is wrong");
  }

  @Test
  void noCommandIsBadInput() {
    CommandLineRun run = weir();

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("a command is missing").contains("weir --help");
  }

  @Test
  void aSlipOfTheHandIsToldWhatWasPerhapsMeant() {
    CommandLineRun run = weir("hlep");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("weir: unknown command \"hlep\" (did you mean \"help\"?)");
  }

  @Test
  void anUnknownOptionIsNamed() {
    CommandLineRun run = weir("--verison");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("unknown option \"--verison\" (did you mean \"--version\"?)");
  }

  static java.util.stream.Stream<String> commands() {
    return CommandLineRun.commands().getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItself(String command) {
    CommandLineRun run = weir("help", command);

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("Usage: weir " + command);
    assertThat(command).isEqualTo(command.toLowerCase(Locale.ROOT));
  }

  @Test
  void whereNobodyLooksThereAreNoColours() {
    assertThat(weir("--help").out() + weir("--no-such-option").err()).doesNotContain("\u001b");
  }
}
