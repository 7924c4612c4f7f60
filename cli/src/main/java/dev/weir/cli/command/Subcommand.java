package dev.weir.cli.command;

import java.util.concurrent.Callable;

/**
 * A command of {@code weir}. An implementation has one constructor, without parameters or with a
 * {@link dev.weir.cli.terminal.Terminal}, to which it writes everything.
 */
public interface Subcommand extends Callable<Integer> {

  /**
   * Does it. Input that is wrong is thrown as {@link dev.weir.model.problem.InvalidInput}, a
   * failure that needs words as {@link CommandFailed}.
   */
  ExitCode run() throws Exception;

  @Override
  default Integer call() throws Exception {
    return run().code();
  }
}
