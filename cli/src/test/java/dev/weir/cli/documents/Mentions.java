package dev.weir.cli.documents;

import dev.weir.cli.CommandLineRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Finds the commands and options of {@code weir} that a Markdown text shows but nobody can run. */
final class Mentions {
  /** Commands of the launcher. */
  private static final Set<String> LAUNCHER = Set.of("test", "jdk");

  private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?$(.*?)^ *```");
  private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");
  private static final Pattern CALL = Pattern.compile("(?:^|[\\s$])(?:\\./)?weir +([^|&;>#)\n]*)");
  private static final Pattern OPTION = Pattern.compile("(--?[a-zA-Z][a-zA-Z-]*)(=.*)?");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z-]*");

  private Mentions() {}

  /** Every call of {@code weir} in code blocks and code spans. */
  static List<String> calls(String markdown) {
    String joined = markdown.replaceAll(" *\\\\\n *", " ");
    String outsideOfFences = FENCE.matcher(joined).replaceAll("");
    Stream<String> code =
        Stream.concat(
            FENCE.matcher(joined).results().map(found -> found.group(1)),
            SPAN.matcher(outsideOfFences).results().map(found -> found.group(1)));
    List<String> calls = new ArrayList<>();
    code.forEach(
        text -> CALL.matcher(text).results().forEach(found -> calls.add(found.group(1).strip())));
    return calls;
  }

  /** The first word of the call that is no command and no option, if there is one. */
  static Optional<String> unknown(String call) {
    CommandLine command = CommandLineRun.commands();
    for (String word : call.split(" +")) {
      if (word.equals("--")) { // what follows is somebody else's command
        return Optional.empty();
      }
      Matcher option = OPTION.matcher(word);
      if (LAUNCHER.contains(word) && command.getParent() == null) {
        return Optional.empty();
      }
      if (option.matches()) {
        if (!command.getCommandSpec().optionsMap().containsKey(option.group(1))) {
          return Optional.of(word);
        }
      } else if (!command.getSubcommands().isEmpty() && NAME.matcher(word).matches()) {
        if (!command.getSubcommands().containsKey(word)) {
          return Optional.of(word);
        }
        command = command.getSubcommands().get(word);
      }
    }
    return Optional.empty();
  }
}
