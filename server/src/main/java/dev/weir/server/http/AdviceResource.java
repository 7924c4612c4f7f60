package dev.weir.server.http;

import dev.weir.api.wire.AdviceView;
import dev.weir.api.wire.ReasonRequest;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.health.HealthStep;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What the health rules did, and what they ask people for. How the fleet is, everybody sees. */
@Path("/api/v1/advice")
@Tag(name = "fleet")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class AdviceResource {
  private final Assembly weir;
  private final Asking asking;

  AdviceResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  @GET
  @Operation(
      operationId = "listAdvice",
      summary = "Steps of the health rules, newest first",
      description = "Those that are not over; with all=true also those of the last 30 days.")
  public List<AdviceView> advice(@QueryParam("all") Optional<String> all) {
    boolean every = Parameters.truth("all", all);
    return weir.health().book().steps().reversed().stream()
        .map(HealthStep::view)
        .filter(a -> every || !a.over())
        .toList();
  }

  @GET
  @Path("/{id}")
  @Operation(operationId = "getAdvice", summary = "One step of a health rule")
  public AdviceView one(@PathParam("id") String id) {
    return weir.health().known(id).view();
  }

  @POST
  @Path("/{id}/approve")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "approveAdvice",
      summary = "Take the step that is asked for",
      description = "For one that is REQUESTED: its command was run.")
  @RequestBody(content = @Content(schema = @Schema(implementation = ReasonRequest.class)))
  public AdviceView approve(@PathParam("id") String id, byte[] body) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    Optional<String> reason = Bodies.read(body, ReasonRequest.class).reason();
    return weir.health().approve(caller, id, reason, asking.via()).view();
  }

  @POST
  @Path("/{id}/dismiss")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(operationId = "dismissAdvice", summary = "Do not take the step")
  @RequestBody(content = @Content(schema = @Schema(implementation = ReasonRequest.class)))
  public AdviceView dismiss(@PathParam("id") String id, byte[] body) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    Optional<String> reason = Bodies.read(body, ReasonRequest.class).reason();
    return weir.health().dismiss(caller, id, reason, asking.via()).view();
  }
}
