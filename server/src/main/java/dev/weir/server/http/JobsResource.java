package dev.weir.server.http;

import dev.weir.api.Wire;
import dev.weir.api.wire.CheckpointView;
import dev.weir.api.wire.JobDetail;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.Page;
import dev.weir.api.wire.PriorityRequest;
import dev.weir.api.wire.SubmitAnswer;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.api.wire.TimelineEntry;
import dev.weir.api.wire.WhyView;
import dev.weir.model.id.JobId;
import dev.weir.server.document.DocumentText;
import dev.weir.server.job.JobFilters;
import dev.weir.server.problem.Refusal;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Jobs. */
@Path("/api/v1/jobs")
@Tag(name = "jobs")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class JobsResource {
  private static final String KEY_FORM = "1 to 200 printable characters of ASCII";

  private final Assembly weir;
  private final Asking asking;

  JobsResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  @POST
  @Consumes({Wire.YAML, MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN})
  @Operation(
      operationId = "submitJobs",
      summary = "Submit jobs",
      description =
          "The body is one job file, or several separated by ---, as YAML or JSON. All are taken, or"
              + " none. The answer comes when they are durable; the same Idempotency-Key again gets"
              + " the first answer.")
  @RequestBody(
      required = true,
      content = {
        @Content(mediaType = Wire.YAML, schema = @Schema(implementation = String.class)),
        @Content(
            mediaType = MediaType.APPLICATION_JSON,
            schema = @Schema(implementation = Object.class))
      })
  @APIResponse(
      responseCode = "200",
      description = "A dry run, or the answer to the same Idempotency-Key before",
      content = @Content(schema = @Schema(implementation = SubmitAnswer.class)))
  @APIResponse(
      responseCode = "201",
      description = "Submitted, durably",
      content = @Content(schema = @Schema(implementation = SubmitAnswer.class)))
  public Response submit(
      byte[] body,
      @QueryParam("file") Optional<String> file,
      @QueryParam("dryRun") Optional<String> dryRun,
      @HeaderParam(Wire.IDEMPOTENCY_KEY) Optional<String> key) {
    Parameters.limit(body, weir.config().limits().bodyBytes());
    key.filter(k -> !k.matches("[\\x21-\\x7e]{1,200}"))
        .ifPresent(
            k -> {
              throw Refusal.field(
                  400,
                  Refusal.error(
                      "header",
                      Wire.IDEMPOTENCY_KEY,
                      "has not the form expected",
                      Optional.of(KEY_FORM),
                      k,
                      Optional.empty()));
            });
    boolean dry = Parameters.truth("dryRun", dryRun);
    SubmitRequest request =
        new SubmitRequest(Parameters.fileName(file), Bodies.text(body), key, dry);
    SubmitAnswer answer = weir.submissions().submit(asking.caller(), request, asking.via());
    if (dry || answer.repeated()) {
      return Response.ok(answer).build();
    }
    return Response.created(URI.create(Wire.ROOT + "/jobs/" + answer.jobs().getFirst().id()))
        .entity(answer)
        .build();
  }

  @GET
  @Operation(operationId = "listJobs", summary = "List jobs, newest first")
  public Page<JobSummary> list(
      @QueryParam("state") List<String> states,
      @QueryParam("queue") Optional<String> queue,
      @QueryParam("user") Optional<String> user,
      @QueryParam("name") Optional<String> name,
      @QueryParam("label") List<String> labels,
      @QueryParam("since") Optional<String> since,
      @QueryParam("limit") Optional<String> limit,
      @QueryParam("cursor") Optional<String> cursor) {
    JobFilters filters = new JobFilters(weir.names().cluster(), asking.caller());
    return filters
        .filter(states, queue, user, name, since)
        .map(
            f ->
                weir.reads()
                    .list(
                        f,
                        JobFilters.labels(labels),
                        Parameters.cursor(cursor),
                        Parameters.limit(limit)))
        .orElse(new Page<>(List.of(), Optional.empty()));
  }

  @GET
  @Path("/{id}")
  @Operation(operationId = "getJob", summary = "All that is known of a job")
  public JobDetail get(@PathParam("id") String id) {
    return weir.reads().detail(asking.caller(), id);
  }

  @GET
  @Path("/{id}/file")
  @Produces({Wire.YAML, MediaType.APPLICATION_JSON})
  @Operation(operationId = "getJobFile", summary = "The job as a job file")
  @APIResponse(
      responseCode = "200",
      content = {
        @Content(mediaType = Wire.YAML, schema = @Schema(implementation = String.class)),
        @Content(
            mediaType = MediaType.APPLICATION_JSON,
            schema = @Schema(implementation = Object.class))
      })
  public Response file(@PathParam("id") String id, @HeaderParam("Accept") Optional<String> accept) {
    Map<String, Object> file = weir.reads().file(asking.caller(), id);
    return accept.filter(a -> a.contains("json")).isPresent()
        ? Response.ok(DocumentText.json(file), MediaType.APPLICATION_JSON).build()
        : Response.ok(DocumentText.yaml(file), Wire.YAML).build();
  }

  @GET
  @Path("/{id}/why")
  @Operation(operationId = "whyJob", summary = "Why a job does not start")
  public WhyView why(@PathParam("id") String id) {
    return weir.reads().why(asking.caller(), id);
  }

  @GET
  @Path("/{id}/timeline")
  @Operation(operationId = "jobTimeline", summary = "What happened to a job, oldest first")
  public List<TimelineEntry> timeline(@PathParam("id") String id) {
    return weir.reads().timeline(asking.caller(), id);
  }

  @GET
  @Path("/{id}/checkpoints")
  @Operation(operationId = "jobCheckpoints", summary = "Complete checkpoints, newest first")
  public List<CheckpointView> checkpoints(@PathParam("id") String id) {
    return weir.reads().checkpoints(asking.caller(), id);
  }

  @GET
  @Path("/{id}/checkpoints/{name}")
  @Operation(operationId = "jobCheckpoint", summary = "One complete checkpoint")
  public CheckpointView checkpoint(@PathParam("id") String id, @PathParam("name") String name) {
    return weir.reads().checkpoints(asking.caller(), id).stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("checkpoint", name));
  }

  @POST
  @Path("/{id}/cancel")
  @Operation(operationId = "cancelJob", summary = "End a job")
  public JobSummary cancel(@PathParam("id") String id) {
    return summary(weir.commands().cancel(asking.caller(), id, asking.via()));
  }

  @POST
  @Path("/{id}/suspend")
  @Operation(
      operationId = "suspendJob",
      summary = "Stop a job at a checkpoint until somebody resumes it")
  public JobSummary suspend(@PathParam("id") String id) {
    return summary(weir.commands().suspend(asking.caller(), id, asking.via()));
  }

  @POST
  @Path("/{id}/resume")
  @Operation(operationId = "resumeJob", summary = "Let a suspended job go on")
  public JobSummary resume(@PathParam("id") String id) {
    return summary(weir.commands().resume(asking.caller(), id, asking.via()));
  }

  @PUT
  @Path("/{id}/priority")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(operationId = "setPriority", summary = "Give a job another priority")
  @RequestBody(content = @Content(schema = @Schema(implementation = PriorityRequest.class)))
  public JobSummary priority(@PathParam("id") String id, byte[] body) {
    int priority = Bodies.read(body, PriorityRequest.class).priority();
    return summary(weir.commands().priority(asking.caller(), id, priority, asking.via()));
  }

  private JobSummary summary(JobId id) {
    return weir.reads().summary(id);
  }
}
