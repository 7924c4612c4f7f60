package dev.weir.testkit;

import dev.weir.control.Capabilities;
import dev.weir.control.Driver;
import dev.weir.control.EventSink;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a world and the loop and delays, doubles, reorders and loses what the world
 * reports, and executes actions twice, by a seeded chance. What is delayed comes with {@link
 * #deliver}, in any order.
 */
public final class FaultyDriver implements Driver {
  private final Driver world;
  private final Faults faults;
  private final Random random;
  private final List<Event> held = new ArrayList<>();
  private @Nullable EventSink sink;
  private int lost;

  /**
   * Chances, each from 0 to 1.
   *
   * @param delay an event is held back until a later delivery
   * @param twice an event comes a second time, later
   * @param lose an event never comes
   * @param actTwice an action is executed twice
   */
  public record Faults(double delay, double twice, double lose, double actTwice) {
    /** Late, doubled and out of order, but nothing is lost. */
    public static final Faults DISORDER = new Faults(0.3, 0.2, 0, 0.2);
  }

  public FaultyDriver(Driver world, Faults faults, long seed) {
    this.world = world;
    this.faults = faults;
    this.random = new Random(seed);
  }

  @Override
  public DomainId domain() {
    return world.domain();
  }

  @Override
  public Capabilities capabilities() {
    return world.capabilities();
  }

  @Override
  public List<Found> found() {
    return world.found();
  }

  @Override
  public void observe(EventSink value) {
    sink = value;
    world.observe(this::pass);
  }

  @Override
  public void execute(List<Action.ForWorld> actions) {
    for (Action.ForWorld action : actions) {
      world.execute(List.of(action));
      if (random.nextDouble() < faults.actTwice()) {
        world.execute(List.of(action));
      }
    }
  }

  @Override
  public void discard(AllocationId allocation) {
    world.discard(allocation);
  }

  private synchronized void pass(Event event) {
    if (random.nextDouble() < faults.lose()) {
      lost++;
      return;
    }
    if (random.nextDouble() < faults.twice()) {
      held.add(event);
    }
    if (random.nextDouble() < faults.delay()) {
      held.add(event);
    } else {
      observer().offer(event);
    }
  }

  /** Hands over a random part of what is held, in random order; true when something is left. */
  public synchronized boolean deliver() {
    Collections.shuffle(held, random);
    int number = held.isEmpty() ? 0 : 1 + random.nextInt(held.size());
    for (Event event : List.copyOf(held.subList(0, number))) {
      observer().offer(event);
    }
    held.subList(0, number).clear();
    return !held.isEmpty();
  }

  /** Events that never came. */
  public synchronized int lost() {
    return lost;
  }

  private EventSink observer() {
    if (sink == null) {
      throw new IllegalStateException("nobody observes this world yet");
    }
    return sink;
  }
}
