package dev.weir.server.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.control.Turn;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.server.notify.WebhookSetting.Hook;
import dev.weir.server.notify.WebhookSetting.When;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.server.runtime.TurnFeed;
import dev.weir.store.JobRow;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Follows the journal while this server leads and tells the hooks. A hook that does not answer is
 * tried again a few times with growing pauses, then given up; hooks do not wait for each other.
 * What happens while no server runs is not told.
 */
public final class Webhooks implements Runnable {
  private static final System.Logger LOG = System.getLogger("dev.weir.server.notify");
  private static final int TURNS = 100;
  private static final int TRIES = 5;

  /** Messages that may be on their way to one hook; what comes on top is given up. */
  private static final int AT_ONCE = 256;

  private final ServerRuntime runtime;
  private final Duration pause;
  private final Map<URI, Semaphore> rooms = new HashMap<>();
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /**
   * What a hook gets.
   *
   * @param what of {@link When}
   */
  public record Message(
      String what, Instant at, String job, String name, String user, String queue, String reason) {}

  /**
   * @param pause before the second try; doubles with each
   */
  public Webhooks(ServerRuntime runtime, Duration pause) {
    this.runtime = runtime;
    this.pause = pause;
  }

  @Override
  public void run() {
    TurnFeed feed = runtime.feed();
    long seen = feed.newest();
    long read = feed.settingChanged();
    Optional<WebhookSetting> setting = setting();
    try {
      while (!Thread.interrupted()) {
        if (!feed.await(seen, 60_000)) {
          continue;
        }
        long newest = feed.newest();
        if (feed.settingChanged() > read) {
          read = feed.settingChanged();
          setting = setting();
        }
        if (setting.isEmpty() || !runtime.leads()) {
          seen = newest; // no turn is read for nobody
          continue;
        }
        for (Turn turn : runtime.store().reads().turnsAfter(seen, TURNS)) {
          seen = turn.sequence();
          tell(setting.get(), turn);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<WebhookSetting> setting() {
    return runtime
        .store()
        .reads()
        .setting(WebhookSetting.NAME)
        .map(
            s -> {
              try {
                return Wire.strict().readValue(s.json(), WebhookSetting.class);
              } catch (JsonProcessingException e) {
                throw new IllegalStateException("the webhooks cannot be read", e);
              }
            });
  }

  private void tell(WebhookSetting setting, Turn turn) {
    for (Event event : turn.events()) {
      if (event instanceof Event.AllocationEnded ended) {
        String reason = ended.exit().map(e -> e.reason()).orElse("");
        switch (ended.end()) {
          case COMPLETED -> tell(setting, turn, ended.job(), When.COMPLETED, reason);
          case FAILED, TIMED_OUT -> tellIfOver(setting, turn, ended.job(), reason);
          case STOPPED, LOST -> {
            // told by the decision that stopped it, or not at all
          }
        }
      }
    }
    for (Action action : turn.plan().actions()) {
      switch (action) {
        case Action.Stop stop when preempts(stop.cause()) ->
            tell(setting, turn, stop.job(), When.PREEMPTED, stop.cause().name());
        case Action.Fail fail -> tell(setting, turn, fail.job(), When.FAILED, fail.reason());
        default -> {
          // of no concern to a hook
        }
      }
    }
  }

  /** A run that failed may be followed by another one. */
  private void tellIfOver(WebhookSetting setting, Turn turn, JobId job, String reason) {
    boolean over = runtime.store().reads().job(job).filter(j -> j.state().ended()).isPresent();
    boolean said =
        turn.plan().actions().stream()
            .anyMatch(a -> a instanceof Action.Fail fail && fail.job().equals(job));
    if (over && !said) {
      tell(setting, turn, job, When.FAILED, reason);
    }
  }

  private static boolean preempts(Action.StopCause cause) {
    return switch (cause) {
      case RECLAIM_GUARANTEE, RECLAIM_SHARE, PRIORITY, RESERVATION, MOVE -> true;
      case CANCELLED, SUSPENDED, RESIZE, GANG_BROKEN, TIME_LIMIT -> false;
    };
  }

  private void tell(WebhookSetting setting, Turn turn, JobId id, When what, String reason) {
    Optional<JobRow> job = runtime.store().reads().job(id);
    if (job.isEmpty()) {
      return;
    }
    JobRow row = job.get();
    Message message =
        new Message(
            what.name(),
            Instant.ofEpochMilli(turn.at()),
            id.toString(),
            row.name(),
            row.user(),
            row.queue().value(),
            reason);
    for (Hook hook : setting.hooks()) {
      if (hook.concerns(what, row.queue().value())) {
        Semaphore room = rooms.computeIfAbsent(hook.url(), _ -> new Semaphore(AT_ONCE));
        if (room.tryAcquire()) {
          Thread.ofVirtual().name("weir-hook").start(() -> deliver(hook, message, room));
        } else {
          givenUp(hook, message);
        }
      }
    }
  }

  private void deliver(Hook hook, Message message, Semaphore room) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(hook.url())
              .timeout(Duration.ofSeconds(10))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(Wire.strict().writeValueAsString(message)))
              .build();
      Duration wait = pause;
      for (int i = 1; i <= TRIES; i++) {
        if (sent(request)) {
          return;
        }
        if (i < TRIES) {
          Thread.sleep(wait);
          wait = wait.multipliedBy(2);
        }
      }
      givenUp(hook, message);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    } finally {
      room.release();
    }
  }

  /** Of the URL only the host: the rest may hold a secret. */
  private static void givenUp(Hook hook, Message message) {
    LOG.log(
        System.Logger.Level.WARNING,
        "webhook at {0} was not told of {1} of {2}",
        hook.url().getHost(),
        message.what(),
        message.job());
  }

  private boolean sent(HttpRequest request) throws InterruptedException {
    try {
      int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      return status >= 200 && status < 300;
    } catch (IOException _) {
      return false; // tried again, and told to the log at the end
    }
  }
}
