package dev.weir.engine.order;

import java.util.List;

/** The orders that come with Weir. */
public final class Orders {
  /** In the order in which they are listed to people. */
  public static final List<JobOrder> ALL =
      List.of(
          new WeirOrder(),
          new Fifo(),
          new Priority(),
          new Sjf(),
          new Srtf(),
          new Srsf(),
          new Las(),
          new Gittins(),
          new DeadlineSlack());

  private Orders() {}
}
