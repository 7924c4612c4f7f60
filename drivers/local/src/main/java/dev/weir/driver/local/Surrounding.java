package dev.weir.driver.local;

import dev.weir.control.Clock;
import dev.weir.driver.local.supervise.Cgroups;
import dev.weir.driver.local.supervise.Supervisors;
import dev.weir.model.event.Event;
import java.util.function.Consumer;

/**
 * What a run needs of its driver.
 *
 * @param world mark of the data folder
 * @param bootId of the machine's present boot
 * @param sink takes what is to be told
 */
record Surrounding(
    LocalConfig config,
    String world,
    Cgroups cgroups,
    Supervisors supervisors,
    String bootId,
    Clock clock,
    Consumer<Event> sink) {

  long now() {
    return clock.millis();
  }

  void tell(Event event) {
    sink.accept(event);
  }
}
