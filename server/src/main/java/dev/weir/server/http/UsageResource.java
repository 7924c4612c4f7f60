package dev.weir.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.weir.api.Wire;
import dev.weir.api.wire.ChangeView;
import dev.weir.api.wire.PriceBook;
import dev.weir.api.wire.SettingView;
import dev.weir.api.wire.UsageRow;
import dev.weir.control.Origin;
import dev.weir.driver.local.health.HealthSettings;
import dev.weir.model.event.Event;
import dev.weir.model.id.QueueId;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.document.Differences;
import dev.weir.server.document.DocumentText;
import dev.weir.server.notify.WebhookSetting;
import dev.weir.server.problem.Refusal;
import dev.weir.server.usage.UsageReads;
import dev.weir.store.Setting;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Metered usage, the price book, and other settings. */
@Path("/api/v1")
@Tag(name = "usage and settings")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class UsageResource {
  /** Settings that people may read and write here, and the form of each. */
  private static final Map<String, Class<? extends Record>> SETTINGS =
      Map.of(
          UsageReads.PRICES,
          PriceBook.class,
          WebhookSetting.NAME,
          WebhookSetting.class,
          HealthSettings.NAME,
          HealthSettings.class);

  private static final Duration USUAL_SPAN = Duration.ofDays(30);

  private final Assembly weir;
  private final Asking asking;

  UsageResource(Assembly weir, Asking asking) {
    this.weir = weir;
    this.asking = asking;
  }

  @GET
  @Path("/usage")
  @Operation(
      operationId = "usage",
      summary = "Metered usage, by default of the last 30 days",
      description = "Device-time is charged from the decision to start until the end.")
  public List<UsageRow> usage(
      @QueryParam("by") Optional<String> by,
      @QueryParam("from") Optional<String> from,
      @QueryParam("until") Optional<String> until,
      @QueryParam("user") Optional<String> user) {
    Caller caller = asking.caller();
    Instant end = Parameters.moment("until", until).orElse(Instant.now());
    Instant begin = Parameters.moment("from", from).orElse(end.minus(USUAL_SPAN));
    if (begin.isAfter(end)) {
      throw Refusal.query("from", "is after until", "a moment before " + end, begin.toString());
    }
    boolean all = caller.rights().everywhere(Role.VIEWER);
    List<String> queues =
        weir.names().cluster().queues().stream()
            .map(q -> q.id())
            .map(QueueId::value)
            .filter(caller::sees)
            .toList();
    if (!all && queues.isEmpty()) {
      return List.of();
    }
    return weir.usage()
        .usage(by(by), begin.toEpochMilli(), end.toEpochMilli(), all ? List.of() : queues, user);
  }

  private static UsageReads.By by(Optional<String> by) {
    String wanted = by.orElse("queue");
    return Arrays.stream(UsageReads.By.values())
        .filter(b -> word(b).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                Refusal.notOneOf(
                    "query",
                    "by",
                    wanted,
                    Arrays.stream(UsageReads.By.values()).map(UsageResource::word).toList()));
  }

  private static String word(UsageReads.By by) {
    return by.name().toLowerCase(Locale.ROOT);
  }

  @GET
  @Path("/prices")
  @Operation(operationId = "getPrices", summary = "The price book")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = PriceBook.class)))
  public Response prices() {
    Setting setting = setting(UsageReads.PRICES);
    return Response.ok(value(setting)).tag(Tags.of(DocumentText.tag(setting.json()))).build();
  }

  @PUT
  @Path("/prices")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(operationId = "putPrices", summary = "Replace the price book")
  @RequestBody(content = @Content(schema = @Schema(implementation = PriceBook.class)))
  @APIResponse(
      responseCode = "200",
      description = "What changed, or with dryRun=true would",
      content = @Content(schema = @Schema(implementation = ChangeView.class)))
  public Response putPrices(
      byte[] body,
      @QueryParam("dryRun") Optional<String> dryRun,
      @HeaderParam("If-Match") Optional<String> ifMatch) {
    return put(UsageReads.PRICES, body, dryRun, ifMatch);
  }

  @GET
  @Path("/settings")
  @Operation(operationId = "listSettings", summary = "Settings that are configured")
  public List<SettingView> settings() {
    asking.mustBe(Role.ADMIN);
    return SETTINGS.keySet().stream()
        .sorted()
        .flatMap(name -> weir.runtime().store().reads().setting(name).stream())
        .map(s -> new SettingView(s.name(), DocumentText.tag(s.json()), value(s)))
        .toList();
  }

  @GET
  @Path("/settings/{name}")
  @Operation(operationId = "getSetting", summary = "One setting")
  public SettingView getSetting(@PathParam("name") String name) {
    asking.mustBe(Role.ADMIN);
    form(name);
    Setting setting = setting(name);
    return new SettingView(name, DocumentText.tag(setting.json()), value(setting));
  }

  @PUT
  @Path("/settings/{name}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "putSetting",
      summary = "Replace a setting",
      description = "With dryRun=true nothing changes, and the answer says what would.")
  @RequestBody(content = @Content(schema = @Schema(implementation = Object.class)))
  @APIResponse(
      responseCode = "200",
      description = "What changed, or with dryRun=true would",
      content = @Content(schema = @Schema(implementation = ChangeView.class)))
  public Response putSetting(
      @PathParam("name") String name,
      byte[] body,
      @QueryParam("dryRun") Optional<String> dryRun,
      @HeaderParam("If-Match") Optional<String> ifMatch) {
    return put(name, body, dryRun, ifMatch);
  }

  private static Class<? extends Record> form(String name) {
    Class<? extends Record> form = SETTINGS.get(name);
    if (form == null) {
      throw Refusal.notFound("setting", name);
    }
    return form;
  }

  private Setting setting(String name) {
    return weir.runtime()
        .store()
        .reads()
        .setting(name)
        .orElseThrow(
            () ->
                Refusal.of(404, "not-configured", "Not configured", name + " are not configured"));
  }

  private static JsonNode value(Setting setting) {
    try {
      return Wire.strict().readTree(setting.json());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("setting " + setting.name() + " cannot be read", e);
    }
  }

  private static void known(HealthSettings health) {
    for (String rule : health.rules().keySet()) {
      if (!HealthSettings.RULES.contains(rule)) {
        throw Refusal.notOneOf("body", "rules." + rule, rule, HealthSettings.RULES);
      }
    }
  }

  private Response put(
      String name, byte[] body, Optional<String> dryRun, Optional<String> ifMatch) {
    Caller caller = asking.mustBe(Role.ADMIN);
    Parameters.limit(body, weir.config().limits().bodyBytes());
    Record document = Bodies.read(body, form(name));
    if (document instanceof HealthSettings health) {
      known(health);
    }
    JsonNode after = Wire.strict().valueToTree(document);
    Optional<Setting> former = weir.runtime().store().reads().setting(name);
    String present = former.map(s -> DocumentText.tag(s.json())).orElse("none");
    boolean dry = Parameters.truth("dryRun", dryRun);
    if (!dry) {
      Tags.require(ifMatch, present);
    }
    List<String> differences =
        Differences.between(
            former.map(UsageResource::value).orElse(MissingNode.getInstance()), after);
    boolean apply = !dry && !differences.isEmpty();
    String json = after.toString();
    if (apply) {
      weir.runtime()
          .submit(
              List.of(new Event.SettingChanged(name, Optional.of(json), caller.name())),
              Origin.of(caller.name(), asking.via(), Optional.empty()));
    }
    String tag = apply ? DocumentText.tag(json) : present;
    return Response.ok(new ChangeView(apply, tag, differences)).tag(Tags.of(tag)).build();
  }
}
