package dev.weir.server.http;

import dev.weir.api.Wire;
import dev.weir.api.wire.SimulationView;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.problem.Refusal;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * What-if runs. An experiment names files of the server's machine, so operators alone start one.
 */
@Path("/api/v1/simulations")
@Tag(name = "simulations")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class SimulationsResource {
  private final Assembly weir;
  private final Asking asking;

  SimulationsResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  @POST
  @Consumes({Wire.YAML, MediaType.APPLICATION_JSON})
  @Operation(operationId = "startSimulation", summary = "Simulate an experiment file")
  @RequestBody(content = @Content(schema = @Schema(implementation = String.class)))
  @APIResponse(
      responseCode = "202",
      content = @Content(schema = @Schema(implementation = SimulationView.class)))
  public Response start(byte[] body, @QueryParam("file") Optional<String> file) throws IOException {
    Caller caller = asking.mustBe(Role.OPERATOR);
    Parameters.limit(body, weir.config().limits().bodyBytes());
    SimulationView view =
        weir.simulations().start(Parameters.fileName(file), Bodies.text(body), caller.name());
    return Response.accepted(view).build();
  }

  @GET
  @Operation(operationId = "listSimulations", summary = "Simulations, newest first")
  public List<SimulationView> list() {
    asking.mustBe(Role.OPERATOR);
    return weir.simulations().all();
  }

  @GET
  @Path("/{id}")
  @Operation(operationId = "getSimulation", summary = "One simulation with its progress or result")
  public SimulationView get(@PathParam("id") String id) {
    asking.mustBe(Role.OPERATOR);
    return weir.simulations().find(id).orElseThrow(() -> Refusal.notFound("simulation", id));
  }

  @DELETE
  @Path("/{id}")
  @Operation(operationId = "cancelSimulation", summary = "End a simulation")
  @APIResponse(responseCode = "204", description = "Ended")
  public Response cancel(@PathParam("id") String id) {
    asking.mustBe(Role.OPERATOR);
    if (!weir.simulations().cancel(id)) {
      throw Refusal.notFound("simulation", id);
    }
    return Response.noContent().build();
  }
}
