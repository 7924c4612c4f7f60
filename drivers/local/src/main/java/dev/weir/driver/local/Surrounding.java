package dev.weir.driver.local;

import dev.weir.control.Clock;
import dev.weir.driver.local.supervise.Cgroups;
import dev.weir.driver.local.supervise.Supervisors;
import dev.weir.model.event.Event;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What a run needs of its driver.
 *
 * @param world mark of the data folder
 * @param bootId of the machine's present boot
 * @param sink takes what is to be told
 * @param fence false for good once another server may lead
 */
record Surrounding(
    LocalConfig config,
    String world,
    Cgroups cgroups,
    Supervisors supervisors,
    String bootId,
    Clock clock,
    Consumer<Event> sink,
    BooleanSupplier fence) {

  long now() {
    return clock.millis();
  }

  /** Whether anything may still be done here. */
  boolean mayAct() {
    return fence.getAsBoolean();
  }

  void tell(Event event) {
    sink.accept(event);
  }
}
