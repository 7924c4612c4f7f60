package dev.weir.server.http;

import dev.weir.api.wire.DeviceMap;
import dev.weir.api.wire.DeviceView;
import dev.weir.api.wire.NodeView;
import dev.weir.api.wire.Page;
import dev.weir.api.wire.ReasonRequest;
import dev.weir.api.wire.ReturnRequest;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.fleet.NodeCommands;
import dev.weir.server.problem.Refusal;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import java.util.function.Predicate;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Nodes and devices. Everybody sees the fleet, and on it the jobs of the queues that they see. */
@Path("/api/v1")
@Tag(name = "fleet")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class NodesResource {
  private final Assembly weir;
  private final Asking asking;

  NodesResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  @GET
  @Path("/nodes")
  @Operation(operationId = "listNodes", summary = "Nodes by name")
  public Page<NodeView> nodes(
      @QueryParam("limit") Optional<String> limit, @QueryParam("cursor") Optional<String> cursor) {
    return weir.fleet().nodes(cursor, Parameters.limit(limit), sees());
  }

  @GET
  @Path("/nodes/{name}")
  @Operation(operationId = "getNode", summary = "One node")
  public NodeView node(@PathParam("name") String name) {
    return weir.fleet().node(name, sees());
  }

  @POST
  @Path("/nodes/{name}/cordon")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(operationId = "cordonNode", summary = "The node takes no new task")
  @RequestBody(content = @Content(schema = @Schema(implementation = ReasonRequest.class)))
  public NodeView cordon(@PathParam("name") String name, byte[] body) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    Optional<String> reason = Bodies.read(body, ReasonRequest.class).reason();
    commands().cordon(caller, name, reason, asking.via());
    return node(name);
  }

  @POST
  @Path("/nodes/{name}/drain")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "drainNode",
      summary = "The node takes no new task, and those that run are moved")
  @RequestBody(content = @Content(schema = @Schema(implementation = ReasonRequest.class)))
  public NodeView drain(@PathParam("name") String name, byte[] body) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    Optional<String> reason = Bodies.read(body, ReasonRequest.class).reason();
    commands().drain(caller, name, reason, asking.via());
    return node(name);
  }

  @POST
  @Path("/nodes/{name}/uncordon")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(operationId = "uncordonNode", summary = "The node takes tasks again")
  @RequestBody(content = @Content(schema = @Schema(implementation = ReasonRequest.class)))
  public NodeView uncordon(@PathParam("name") String name, byte[] body) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    Bodies.read(body, ReasonRequest.class);
    commands().uncordon(caller, name, asking.via(), weir.health().closed(name, caller.name()));
    return node(name);
  }

  @POST
  @Path("/nodes/{name}/devices/{number}/drain")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "drainDevice",
      summary = "The device takes no new task, and those that run on it are moved")
  @RequestBody(content = @Content(schema = @Schema(implementation = ReasonRequest.class)))
  public DeviceView drainDevice(
      @PathParam("name") String name, @PathParam("number") String number, byte[] body) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    Optional<String> reason = Bodies.read(body, ReasonRequest.class).reason();
    int device = position(name, number);
    weir.health().drain(caller, name, device, reason, asking.via());
    return weir.fleet().device(name, device, sees());
  }

  @POST
  @Path("/nodes/{name}/devices/{number}/return")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "returnDevice",
      summary = "The device takes tasks again",
      description =
          "Refused with 409 while the condition of the health rule that drained it still holds,"
              + " unless force is true.")
  @RequestBody(content = @Content(schema = @Schema(implementation = ReturnRequest.class)))
  public DeviceView returnDevice(
      @PathParam("name") String name, @PathParam("number") String number, byte[] body) {
    Caller caller = asking.mustBe(Role.OPERATOR);
    boolean force = Bodies.read(body, ReturnRequest.class).force().orElse(false);
    int device = position(name, number);
    weir.health().giveBack(caller, name, device, force, asking.via());
    return weir.fleet().device(name, device, sees());
  }

  private static int position(String node, String number) {
    if (!number.matches("[0-9]{1,3}")) {
      throw Refusal.notFound("device", node + "/" + number);
    }
    return Integer.parseInt(number);
  }

  @GET
  @Path("/devices")
  @Operation(operationId = "listDevices", summary = "Devices by node and number")
  public Page<DeviceView> devices(
      @QueryParam("limit") Optional<String> limit, @QueryParam("cursor") Optional<String> cursor) {
    return weir.fleet().devices(cursor, Parameters.limit(limit), sees());
  }

  @GET
  @Path("/devices/map")
  @Operation(
      operationId = "deviceMap",
      summary = "All devices in columns",
      description = "Compact, for maps of a hundred thousand devices.")
  public DeviceMap map() {
    return weir.fleet().map();
  }

  private Predicate<String> sees() {
    Caller caller = asking.caller();
    return caller::sees;
  }

  private NodeCommands commands() {
    return new NodeCommands(weir.runtime());
  }
}
