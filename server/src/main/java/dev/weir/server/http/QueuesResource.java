package dev.weir.server.http;

import dev.weir.api.Wire;
import dev.weir.api.wire.ChangeView;
import dev.weir.api.wire.PolicyView;
import dev.weir.api.wire.QueueView;
import dev.weir.api.wire.ReservationView;
import dev.weir.control.Origin;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.document.QueuesFile;
import dev.weir.files.document.ReservationEntry;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.event.Event;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.queue.QueueSpec;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.document.Differences;
import dev.weir.server.document.DocumentText;
import dev.weir.server.document.PolicyDocument;
import dev.weir.server.document.QueuesDocument;
import dev.weir.server.fleet.PolicyReader;
import dev.weir.server.problem.Refusal;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** How the fleet is shared: queues, policy, reservations. */
@Path("/api/v1")
@Tag(name = "sharing")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class QueuesResource {
  private static final DocumentReader<QueuesFile> QUEUES = DocumentReader.of(QueuesFile.class);
  private static final DocumentReader<ReservationEntry> RESERVATION =
      DocumentReader.of(ReservationEntry.class);

  private final Assembly weir;
  private final Asking asking;

  QueuesResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  @GET
  @Path("/queues")
  @Operation(operationId = "listQueues", summary = "Queues that the caller sees")
  public List<QueueView> queues() {
    return weir.queues().queues(asking.caller()::sees);
  }

  @GET
  @Path("/queues/file")
  @Produces({Wire.YAML, MediaType.APPLICATION_JSON})
  @Operation(operationId = "getQueuesFile", summary = "The tenants' tree as a queues file")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = String.class)))
  public Response queuesFile(@HeaderParam("Accept") Optional<String> accept) {
    asking.mustBe(Role.VIEWER);
    return file(QueuesDocument.of(weir.configured().queues()), accept);
  }

  @PUT
  @Path("/queues/file")
  @Consumes({Wire.YAML, MediaType.APPLICATION_JSON})
  @Operation(
      operationId = "putQueuesFile",
      summary = "Replace the tenants' tree",
      description = "With dryRun=true nothing changes, and the answer says what would.")
  @RequestBody(content = @Content(schema = @Schema(implementation = String.class)))
  @APIResponse(
      responseCode = "200",
      description = "What changed, or with dryRun=true would",
      content = @Content(schema = @Schema(implementation = ChangeView.class)))
  public Response putQueues(
      byte[] body,
      @QueryParam("dryRun") Optional<String> dryRun,
      @HeaderParam("If-Match") Optional<String> ifMatch) {
    Caller caller = asking.mustBe(Role.ADMIN);
    List<QueueSpec> queues = QUEUES.read("queues.yaml", Bodies.text(body)).toSpecs();
    return put(
        caller,
        QueuesDocument.of(weir.configured().queues()),
        QueuesDocument.of(queues),
        new Event.QueuesConfigured(queues),
        Parameters.truth("dryRun", dryRun),
        ifMatch);
  }

  @GET
  @Path("/policy")
  @Operation(operationId = "getPolicy", summary = "The policy in force")
  public PolicyView policy() {
    PolicySpec policy = weir.configured().policy();
    return new PolicyView(policy.name(), true, DocumentText.json(PolicyDocument.of(policy)));
  }

  @GET
  @Path("/policy/file")
  @Produces({Wire.YAML, MediaType.APPLICATION_JSON})
  @Operation(operationId = "getPolicyFile", summary = "The policy in force as a policy file")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = String.class)))
  public Response policyFile(@HeaderParam("Accept") Optional<String> accept) {
    return file(PolicyDocument.of(weir.configured().policy()), accept);
  }

  @PUT
  @Path("/policy/file")
  @Consumes({Wire.YAML, MediaType.APPLICATION_JSON})
  @Operation(
      operationId = "putPolicyFile",
      summary = "Replace the policy",
      description = "With dryRun=true nothing changes, and the answer says what would.")
  @RequestBody(content = @Content(schema = @Schema(implementation = String.class)))
  @APIResponse(
      responseCode = "200",
      description = "What changed, or with dryRun=true would",
      content = @Content(schema = @Schema(implementation = ChangeView.class)))
  public Response putPolicy(
      byte[] body,
      @QueryParam("dryRun") Optional<String> dryRun,
      @HeaderParam("If-Match") Optional<String> ifMatch) {
    Caller caller = asking.mustBe(Role.ADMIN);
    PolicySpec policy = PolicyReader.read("policy.yaml", Bodies.text(body));
    return put(
        caller,
        PolicyDocument.of(weir.configured().policy()),
        PolicyDocument.of(policy),
        new Event.PolicyConfigured(policy),
        Parameters.truth("dryRun", dryRun),
        ifMatch);
  }

  private static Response file(Map<String, Object> document, Optional<String> accept) {
    String yaml = DocumentText.yaml(document);
    boolean json = accept.filter(a -> a.contains("json")).isPresent();
    return Response.ok(json ? DocumentText.json(document) : yaml)
        .type(json ? MediaType.APPLICATION_JSON : Wire.YAML)
        .tag(Tags.of(DocumentText.tag(yaml)))
        .build();
  }

  private Response put(
      Caller caller,
      Map<String, Object> before,
      Map<String, Object> after,
      Event fact,
      boolean dryRun,
      Optional<String> ifMatch) {
    String present = DocumentText.tag(DocumentText.yaml(before));
    if (!dryRun) {
      Tags.require(ifMatch, present);
    }
    List<String> differences =
        Differences.between(DocumentText.json(before), DocumentText.json(after));
    boolean apply = !dryRun && !differences.isEmpty();
    if (apply) {
      state(caller, List.of(fact));
    }
    String tag = dryRun ? present : DocumentText.tag(DocumentText.yaml(after));
    return Response.ok(new ChangeView(apply, tag, differences)).tag(Tags.of(tag)).build();
  }

  @GET
  @Path("/reservations")
  @Operation(operationId = "listReservations", summary = "Reservations and maintenance windows")
  public List<ReservationView> reservations() {
    return weir.queues().reservations();
  }

  @GET
  @Path("/reservations/{name}")
  @Operation(operationId = "getReservation", summary = "One reservation or maintenance window")
  public ReservationView reservation(@PathParam("name") String name) {
    return weir.queues().reservation(name).orElseThrow(() -> Refusal.notFound("reservation", name));
  }

  @POST
  @Path("/reservations")
  @Consumes({Wire.YAML, MediaType.APPLICATION_JSON})
  @Operation(
      operationId = "makeReservation",
      summary = "Set room aside",
      description = "Without queues and users it is a maintenance window, without an end a drain.")
  @RequestBody(content = @Content(schema = @Schema(implementation = String.class)))
  @APIResponse(
      responseCode = "201",
      content = @Content(schema = @Schema(implementation = ReservationView.class)))
  public Response reserve(byte[] body) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    Document<ReservationEntry> document =
        RESERVATION.document(new SourceText("reservation.yaml", Bodies.text(body)));
    String name = document.value().name();
    if (weir.queues().reservation(name).isPresent()) {
      throw Refusal.conflict("there is a reservation \"" + name + "\" already");
    }
    Findings findings = document.findings();
    List<String> queues =
        weir.names().cluster().queues().stream().map(q -> q.id().value()).toList();
    document.value().queues().forEach(q -> findings.requireKnown("queues", "queue", q, queues));
    findings.throwIfAny();
    state(caller, List.of(new Event.ReservationMade(document.value().toReservation())));
    // The engine says no to what cannot be: nodes that do not exist, room that is set aside.
    ReservationView made =
        weir.queues()
            .reservation(name)
            .orElseThrow(
                () ->
                    Refusal.conflict(
                        "the room is not there, or is set aside for something else in that time"));
    return Response.status(201).entity(made).build();
  }

  @DELETE
  @Path("/reservations/{name}")
  @Operation(operationId = "endReservation", summary = "End a reservation")
  @APIResponse(responseCode = "204", description = "Ended")
  public Response end(@PathParam("name") String name) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    reservation(name);
    state(caller, List.of(new Event.ReservationEnded(name)));
    return Response.noContent().build();
  }

  private void state(Caller caller, List<Event> facts) {
    weir.runtime().submit(facts, Origin.of(caller.name(), asking.via(), Optional.empty()));
  }
}
