package dev.weir.server.http;

import dev.weir.api.wire.LogChunk;
import dev.weir.api.wire.LogFile;
import dev.weir.server.access.Caller;
import dev.weir.server.local.JobLogs;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What jobs wrote. */
@Path("/api/v1/jobs/{id}/logs")
@Tag(name = "jobs")
class LogsResource {
  private static final Duration WAIT = Duration.ofSeconds(1);

  private final Assembly weir;
  private final Asking asking;

  LogsResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  @GET
  @RunOnVirtualThread
  @Path("/files")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(operationId = "listLogs", summary = "The logs that there are")
  public List<LogFile> files(@PathParam("id") String id) throws IOException {
    return weir.logs().files(asking.caller(), id);
  }

  @GET
  @RunOnVirtualThread
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(operationId = "readLog", summary = "Part of a log, at most 1 MiB")
  public LogChunk read(
      @PathParam("id") String id,
      @QueryParam("incarnation") Optional<String> incarnation,
      @QueryParam("role") Optional<String> role,
      @QueryParam("task") Optional<String> task,
      @QueryParam("stream") Optional<String> stream,
      @QueryParam("from") Optional<String> from,
      @QueryParam("tail") Optional<String> tail,
      @QueryParam("limit") Optional<String> limit)
      throws IOException {
    JobLogs.Log log = find(asking.caller(), id, incarnation, role, task, stream);
    OptionalLong most = Parameters.whole("limit", limit, 1, JobLogs.MOST);
    return weir.logs().read(log, begin(log, from, tail), (int) most.orElse(JobLogs.MOST));
  }

  @GET
  @RunOnVirtualThread
  @Produces("text/plain;qs=0.5")
  @Operation(hidden = true)
  public String text(
      @PathParam("id") String id,
      @QueryParam("incarnation") Optional<String> incarnation,
      @QueryParam("role") Optional<String> role,
      @QueryParam("task") Optional<String> task,
      @QueryParam("stream") Optional<String> stream,
      @QueryParam("from") Optional<String> from,
      @QueryParam("tail") Optional<String> tail,
      @QueryParam("limit") Optional<String> limit)
      throws IOException {
    return read(id, incarnation, role, task, stream, from, tail, limit).text();
  }

  @GET
  @Path("/follow")
  @Blocking
  @Produces(MediaType.SERVER_SENT_EVENTS)
  @Operation(
      operationId = "followLog",
      summary = "A log as it grows, as server-sent events, until its task has ended")
  @APIResponse(
      responseCode = "200",
      content =
          @Content(
              mediaType = MediaType.SERVER_SENT_EVENTS,
              schema = @Schema(implementation = LogChunk.class)))
  public Multi<OutboundSseEvent> follow(
      @PathParam("id") String id,
      @QueryParam("incarnation") Optional<String> incarnation,
      @QueryParam("role") Optional<String> role,
      @QueryParam("task") Optional<String> task,
      @QueryParam("stream") Optional<String> stream,
      @QueryParam("from") Optional<String> from,
      @QueryParam("tail") Optional<String> tail,
      @Context Sse sse)
      throws IOException {
    JobLogs.Log log = find(asking.caller(), id, incarnation, role, task, stream);
    long begin = begin(log, from, tail);
    JobLogs logs = weir.logs();
    return EventStream.of(sse, events -> follow(logs, log, begin, events));
  }

  private static void follow(JobLogs logs, JobLogs.Log first, long begin, EventStream events)
      throws IOException, InterruptedException {
    JobLogs.Log log = first;
    long at = begin;
    while (events.open()) {
      log = logs.await(log, at, WAIT);
      LogChunk chunk = logs.read(log, at, JobLogs.MOST);
      at = chunk.next();
      if (!chunk.text().isEmpty() || chunk.end()) {
        events.send(Long.toString(at), chunk);
      }
      if (chunk.end()) {
        return;
      }
      events.beat();
    }
  }

  private JobLogs.Log find(
      Caller caller,
      String id,
      Optional<String> incarnation,
      Optional<String> role,
      Optional<String> task,
      Optional<String> stream)
      throws IOException {
    return weir.logs()
        .find(
            caller,
            id,
            new JobLogs.Which(
                Parameters.small("incarnation", incarnation),
                role,
                Parameters.small("task", task),
                stream));
  }

  private long begin(JobLogs.Log log, Optional<String> from, Optional<String> tail)
      throws IOException {
    OptionalInt lines = Parameters.small("tail", tail);
    OptionalLong first = Parameters.whole("from", from, 0, Long.MAX_VALUE);
    return lines.isPresent() && first.isEmpty()
        ? weir.logs().tail(log, lines.getAsInt())
        : first.orElse(0);
  }
}
