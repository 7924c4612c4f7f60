package dev.weir.cli.command;

import dev.weir.cli.terminal.Terminal;
import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Builds the commands: those that ask for a terminal are given it. */
public final class ConstructedWithTerminal implements IFactory {
  private final IFactory others = CommandLine.defaultFactory();
  private final Terminal terminal;

  /** All commands write to this terminal. */
  public ConstructedWithTerminal(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      Class<?>[] parameters = constructor.getParameterTypes();
      if (parameters.length == 1 && parameters[0] == Terminal.class) {
        constructor.setAccessible(true);
        return type.cast(constructor.newInstance(terminal));
      }
    }
    return others.create(type);
  }
}
