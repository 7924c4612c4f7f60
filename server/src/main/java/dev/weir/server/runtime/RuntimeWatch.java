package dev.weir.server.runtime;

import dev.weir.control.Turn;
import dev.weir.engine.Engine;
import dev.weir.store.Store;

/** Hears how a runtime does. Must not block. */
public interface RuntimeWatch {
  /** A turn was taken by this server and is durable. */
  void turned(Turn turn, long passNanos);

  /** The state is that of the journal's newest turn; not every turn came back before. */
  void recovered(Engine engine, Store store);

  /** A turn came back from the journal, or from the server that leads. */
  void followed(Turn turn);

  /** A commit lasted so long. */
  void committed(long nanos);

  /** This server leads from now on. */
  void leads();

  /** Nothing further will be done; the process must end with this code. */
  void stopped(Stopped why, Throwable cause);
}
