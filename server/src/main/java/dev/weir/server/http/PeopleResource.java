package dev.weir.server.http;

import dev.weir.api.wire.AuditRow;
import dev.weir.api.wire.Page;
import dev.weir.api.wire.TokenRequest;
import dev.weir.api.wire.TokenView;
import dev.weir.api.wire.UserView;
import dev.weir.control.Origin;
import dev.weir.model.event.Event;
import dev.weir.model.id.QueueId;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Directory;
import dev.weir.server.access.Rights;
import dev.weir.server.access.Role;
import dev.weir.server.problem.Refusal;
import dev.weir.store.AuditEntry;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Users, their tokens, and what people stated. */
@Path("/api/v1")
@Tag(name = "people")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class PeopleResource {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9.@-]{0,62}";
  private static final String NAME_MEANING =
      "letters, digits, dots, dashes and @, at most 63, beginning with a letter or digit";

  private final Assembly weir;
  private final Asking asking;

  PeopleResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  @GET
  @Path("/users")
  @Operation(operationId = "listUsers", summary = "Users and their roles")
  public List<UserView> users() {
    asking.mustBe(Role.ADMIN);
    return weir.directory().users();
  }

  @GET
  @Path("/users/{name}")
  @Operation(operationId = "getUser", summary = "One user")
  public UserView user(@PathParam("name") String name) {
    asking.mustBe(Role.ADMIN);
    return weir.directory().user(name).orElseThrow(() -> Refusal.notFound("user", name));
  }

  @PUT
  @Path("/users/{name}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(operationId = "putUser", summary = "Give a user these roles")
  @RequestBody(content = @Content(schema = @Schema(implementation = UserView.class)))
  public UserView putUser(@PathParam("name") String name, byte[] body) {
    Caller caller = asking.mustBe(Role.ADMIN);
    mustBeName("name", name);
    UserView user = Bodies.read(body, UserView.class);
    if (!user.name().equals(name)) {
      throw invalid("name", "is another than that of the path", name, user.name());
    }
    state(caller, weir.directory().user(name, Optional.of(roles(user)), caller.name()));
    return user(name);
  }

  private Map<String, Role> roles(UserView user) {
    Map<String, Role> roles = new TreeMap<>();
    List<String> queues =
        weir.names().cluster().queues().stream().map(q -> q.id()).map(QueueId::value).toList();
    user.roles()
        .forEach(
            (queue, role) -> {
              if (!queue.equals(Rights.EVERYWHERE) && !queues.contains(queue)) {
                throw Refusal.notOneOf("body", "roles", queue, queues);
              }
              roles.put(
                  queue,
                  Arrays.stream(Role.values())
                      .filter(r -> r.name().equalsIgnoreCase(role))
                      .findFirst()
                      .orElseThrow(
                          () ->
                              Refusal.notOneOf(
                                  "body",
                                  "roles." + queue,
                                  role,
                                  Arrays.stream(Role.values()).map(Enum::name).toList())));
            });
    return roles;
  }

  @DELETE
  @Path("/users/{name}")
  @Operation(operationId = "removeUser", summary = "Take all roles from a user")
  @APIResponse(responseCode = "204", description = "Done")
  public Response removeUser(@PathParam("name") String name) {
    Caller caller = asking.mustBe(Role.ADMIN);
    user(name);
    state(caller, weir.directory().user(name, Optional.empty(), caller.name()));
    return Response.noContent().build();
  }

  @GET
  @Path("/tokens")
  @Operation(operationId = "listTokens", summary = "Tokens, without their secrets")
  public List<TokenView> tokens() {
    asking.mustBe(Role.ADMIN);
    return weir.directory().tokens();
  }

  @POST
  @Path("/tokens")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "makeToken",
      summary = "Make a token",
      description = "Its secret is in this answer and nowhere else; the server keeps a hash.")
  @RequestBody(content = @Content(schema = @Schema(implementation = TokenRequest.class)))
  @APIResponse(
      responseCode = "201",
      content = @Content(schema = @Schema(implementation = TokenView.class)))
  public Response makeToken(byte[] body) {
    Caller caller = asking.mustBe(Role.ADMIN);
    TokenRequest request = Bodies.read(body, TokenRequest.class);
    mustBeName("name", request.name());
    mustBeName("user", request.user());
    if (weir.directory().hasToken(request.name())) {
      throw Refusal.conflict("there is a token \"" + request.name() + "\" already");
    }
    Directory.Made made =
        weir.directory().make(request.name(), request.user(), request.expiresAt(), caller.name());
    state(caller, made.fact());
    return Response.status(201).entity(made.view()).header("Cache-Control", "no-store").build();
  }

  @DELETE
  @Path("/tokens/{name}")
  @Operation(operationId = "revokeToken", summary = "Revoke a token, at once")
  @APIResponse(responseCode = "204", description = "Revoked")
  public Response revoke(@PathParam("name") String name) {
    Caller caller = asking.mustBe(Role.ADMIN);
    if (!weir.directory().hasToken(name)) {
      throw Refusal.notFound("token", name);
    }
    state(caller, weir.directory().revoke(name, caller.name()));
    return Response.noContent().build();
  }

  @GET
  @Path("/audit")
  @Operation(operationId = "audit", summary = "What people and programs stated, newest first")
  public Page<AuditRow> audit(
      @QueryParam("by") Optional<String> by,
      @QueryParam("limit") Optional<String> limit,
      @QueryParam("cursor") Optional<String> cursor) {
    asking.mustBe(Role.ADMIN);
    dev.weir.store.Page<AuditEntry> page =
        weir.runtime()
            .store()
            .reads()
            .audit(by, Parameters.cursor(cursor), Parameters.limit(limit));
    OptionalLong next = page.next();
    return new Page<>(
        page.items().stream()
            .map(
                e ->
                    new AuditRow(
                        e.turn(),
                        Instant.ofEpochMilli(e.at()),
                        e.by(),
                        e.via(),
                        e.key(),
                        List.of(e.what())))
            .toList(),
        next.isPresent() ? Optional.of(Long.toString(next.getAsLong())) : Optional.empty());
  }

  /** Holds from the answer on. */
  private void state(Caller caller, Event fact) {
    weir.runtime().submit(List.of(fact), Origin.of(caller.name(), asking.via(), Optional.empty()));
    weir.directory().refresh();
  }

  private static void mustBeName(String field, String name) {
    if (!name.matches(NAME)) {
      throw invalid(field, "is no name", NAME_MEANING, name);
    }
  }

  private static Refusal invalid(String field, String message, String expected, String got) {
    return Refusal.field(
        422, Refusal.error("body", field, message, Optional.of(expected), got, Optional.empty()));
  }
}
