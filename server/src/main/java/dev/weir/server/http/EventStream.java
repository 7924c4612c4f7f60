package dev.weir.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.MultiEmitter;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * A stream of events to one caller, written by a virtual thread of its own. It goes no faster than
 * the caller reads, so that a slow one costs no memory.
 */
final class EventStream {
  private static final Logger LOG = Logger.getLogger("dev.weir.server");

  /** A stream without a sign of life is cut by what stands in between. */
  private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final long POLL_MILLIS = 20;

  private final MultiEmitter<? super OutboundSseEvent> emitter;
  private final Sse sse;
  private long sent = System.nanoTime();

  private EventStream(MultiEmitter<? super OutboundSseEvent> emitter, Sse sse) {
    this.emitter = emitter;
    this.sse = sse;
  }

  /** Writes a stream. */
  @FunctionalInterface
  interface Writer {
    /** Returns when there is nothing more to say, or the stream is no longer open. */
    void write(EventStream events) throws Exception;
  }

  static Multi<OutboundSseEvent> of(Sse sse, Writer writer) {
    return Multi.createFrom()
        .emitter(
            emitter ->
                Thread.ofVirtual()
                    .name("weir-stream")
                    .start(() -> run(new EventStream(emitter, sse), writer)));
  }

  private static void run(EventStream events, Writer writer) {
    try {
      writer.write(events);
      events.emitter.complete();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      events.emitter.complete();
    } catch (Exception e) {
      // The answer has begun: its status cannot say it any more.
      LOG.warn("a stream broke off", e);
      events.emitter.complete();
    }
  }

  boolean open() {
    return !emitter.isCancelled();
  }

  void send(String id, Object data) throws InterruptedException {
    try {
      send(sse.newEventBuilder().id(id).data(Wire.strict().writeValueAsString(data)).build());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A comment, so that the caller knows at once that the stream stands. */
  void begin() throws InterruptedException {
    send(sse.newEventBuilder().comment("begins").build());
  }

  /** A comment, when nothing was sent for some time. */
  void beat() throws InterruptedException {
    if (System.nanoTime() - sent > BEAT_NANOS) {
      send(sse.newEventBuilder().comment("still here").build());
    }
  }

  private void send(OutboundSseEvent event) throws InterruptedException {
    while (open() && emitter.requested() == 0) {
      Thread.sleep(POLL_MILLIS);
    }
    sent = System.nanoTime();
    emitter.emit(event);
  }
}
