package dev.weir.testkit;

import dev.weir.control.Capabilities;
import dev.weir.control.Driver;
import dev.weir.control.EventSink;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A world that does nothing by itself: it remembers what it was told, the test answers. */
public final class ScriptedDriver implements Driver {
  private final DomainId domain;
  private final List<Found> found = new ArrayList<>();
  private final List<Action.ForWorld> executed = new ArrayList<>();
  private final List<AllocationId> discarded = new ArrayList<>();
  private Consumer<Action.ForWorld> reaction = _ -> {};
  private @Nullable EventSink sink;

  public ScriptedDriver(String domain) {
    this.domain = new DomainId(domain);
  }

  /** A world that reports each start at once. */
  public static ScriptedDriver obedient(String domain) {
    ScriptedDriver driver = new ScriptedDriver(domain);
    driver.onAction(
        action -> {
          if (action instanceof Action.Start(Allocation a)) {
            driver.say(new Event.AllocationStarted(a.id(), a.job(), a.incarnation()));
          }
        });
    return driver;
  }

  /** What the world finds at the next start of a loop. */
  public ScriptedDriver finds(Found... things) {
    found.clear();
    found.addAll(List.of(things));
    return this;
  }

  /** What happens when an action arrives. */
  public ScriptedDriver onAction(Consumer<Action.ForWorld> value) {
    reaction = value;
    return this;
  }

  /** The world states a fact. */
  public void say(Event event) {
    if (sink == null) {
      throw new IllegalStateException("nobody observes this world yet");
    }
    sink.offer(event);
  }

  public List<Action.ForWorld> executed() {
    return List.copyOf(executed);
  }

  public List<AllocationId> discarded() {
    return List.copyOf(discarded);
  }

  @Override
  public DomainId domain() {
    return domain;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(true, true, Capabilities.Isolation.ENFORCED, true, true, false);
  }

  @Override
  public List<Found> found() {
    return List.copyOf(found);
  }

  @Override
  public void observe(EventSink value) {
    sink = value;
  }

  @Override
  public void execute(List<Action.ForWorld> actions) {
    executed.addAll(actions);
    actions.forEach(reaction);
  }

  @Override
  public void discard(AllocationId allocation) {
    discarded.add(allocation);
  }
}
