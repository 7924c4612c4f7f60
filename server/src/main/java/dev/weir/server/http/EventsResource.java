package dev.weir.server.http;

import dev.weir.api.wire.EventView;
import dev.weir.control.Turn;
import dev.weir.server.problem.Refusal;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.server.stream.PublicEvents;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The journal's public events as they happen. */
@Path("/api/v1/events")
@Tag(name = "events")
class EventsResource {
  private static final Pattern ID = Pattern.compile("([0-9]{1,18})(?:-([0-9]{1,9}))?");
  private static final int TURNS = 100;
  private static final long WAIT_MILLIS = 5_000;

  private final Assembly weir;
  private final Asking asking;

  EventsResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  /** Where a stream stands: in this turn, after this event of it. */
  private record At(long sequence, int position) {}

  @GET
  @Blocking
  @Produces(MediaType.SERVER_SENT_EVENTS)
  @Operation(
      operationId = "events",
      summary = "Public events of the journal",
      description =
          "Server-sent events. With Last-Event-ID the stream goes on after that event, without it"
              + " with the next one.")
  @APIResponse(
      responseCode = "200",
      content =
          @Content(
              mediaType = MediaType.SERVER_SENT_EVENTS,
              schema = @Schema(implementation = EventView.class)))
  public Multi<OutboundSseEvent> events(
      @HeaderParam("Last-Event-ID") Optional<String> last, @Context Sse sse) {
    ServerRuntime runtime = weir.runtime();
    At begin = last.map(EventsResource::parse).orElse(new At(runtime.feed().newest() + 1, -1));
    PublicEvents seen = new PublicEvents(runtime.store().reads(), asking.caller());
    return EventStream.of(sse, events -> write(runtime, seen, begin, events));
  }

  private static At parse(String id) {
    Matcher form = ID.matcher(id);
    if (!form.matches()) {
      throw Refusal.field(
          400,
          Refusal.error(
              "header",
              "Last-Event-ID",
              "is not the id of an event",
              Optional.of("TURN or TURN-POSITION, such as 12-0"),
              id,
              Optional.empty()));
    }
    long sequence = Long.parseLong(form.group(1));
    return form.group(2) == null
        ? new At(sequence + 1, -1)
        : new At(sequence, Integer.parseInt(form.group(2)));
  }

  private static void write(ServerRuntime runtime, PublicEvents seen, At begin, EventStream events)
      throws InterruptedException {
    At at = begin;
    events.begin();
    while (events.open()) {
      List<Turn> turns = runtime.store().reads().turnsAfter(at.sequence() - 1, TURNS);
      for (Turn turn : turns) {
        int after = turn.sequence() == at.sequence() ? at.position() : -1;
        for (EventView view : seen.of(turn, after)) {
          events.send(view.id(), view);
        }
        at = new At(turn.sequence() + 1, -1);
      }
      if (turns.isEmpty() || turns.size() < TURNS) {
        runtime.feed().await(at.sequence() - 1, WAIT_MILLIS);
        events.beat();
      }
    }
  }
}
