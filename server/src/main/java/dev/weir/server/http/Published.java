package dev.weir.server.http;

import dev.weir.api.Wire;
import dev.weir.api.wire.Problem;
import dev.weir.server.local.JobLogs;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/** Says in the published description what holds for all of the API: refusals and parameters. */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class Published implements OASFilter {
  private static final String PROBLEM = "Problem";
  private static final String REFERENCE = "#/components/schemas/";

  private static final Map<String, String> ALWAYS =
      ordered(
          "400", "A parameter is unknown or has not the form expected",
          "401", "No token, or one that does not hold",
          "403", "The caller's roles do not allow it",
          "404", "Nothing of that name is there, or nothing that the caller may see",
          "406", "This path gives no content of the type asked for",
          "421", "The request names another host",
          "429", "Too many requests; Retry-After says how many seconds to wait",
          "503", "The server does not lead, or cannot make sure of the outcome");

  private static final Map<String, String> CHANGES = ordered("409", "Not possible now");

  private static final Map<String, String> BODIES =
      ordered(
          "413", "The body is too large",
          "415", "This path takes no content of that type",
          "422", "The body is wrong; errors say where, and what was expected");

  private static final Map<String, String> CONDITIONS =
      ordered(
          "412", "The document is no longer the one that If-Match names",
          "428", "If-Match is missing");

  private static Map<String, String> ordered(String... pairs) {
    Map<String, String> all = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      all.put(pairs[i], pairs[i + 1]);
    }
    return all;
  }

  @Override
  public void filterOpenAPI(OpenAPI api) {
    DescribedTypes.correct(api.getComponents());
    PublishedExamples examples = PublishedExamples.of(Published.class);
    api.getComponents().addSchema(PROBLEM, problem().examples(examples.problems()));
    TreeSet<String> asked = new TreeSet<>();
    for (Map.Entry<String, PathItem> path : api.getPaths().getPathItems().entrySet()) {
      path.getValue()
          .getOperations()
          .forEach(
              (method, operation) -> {
                refusals(method, operation);
                parameters(path.getKey(), operation);
                documents(path.getKey(), operation);
                asked.addAll(bodies(operation));
              });
    }
    examples.addTo(api);
    // Fields that nobody reads are refused.
    for (String name : asked) {
      Schema schema = api.getComponents().getSchemas().get(name);
      if (schema != null && schema.getAdditionalPropertiesSchema() == null) {
        schema.setAdditionalPropertiesSchema(OASFactory.createSchema().booleanSchema(false));
      }
    }
  }

  /** A document is an object, whichever way it is written; a reason may be left out. */
  private static void documents(String path, Operation operation) {
    if (path.endsWith("/file")) {
      APIResponse given = operation.getResponses().getAPIResponse("200");
      if (given != null && given.getContent() != null) {
        given.getContent().getMediaTypes().values().stream()
            .filter(m -> m.getSchema() == null || m.getSchema().getRef() == null)
            .forEach(m -> m.setSchema(object()));
      }
    }
    if (operation.getRequestBody() != null && operation.getRequestBody().getContent() != null) {
      var types = operation.getRequestBody().getContent().getMediaTypes();
      boolean setting = path.startsWith(Wire.ROOT + "/settings/");
      if (types.containsKey(Wire.YAML) || setting) {
        types.values().forEach(m -> m.setSchema(document(path)));
      }
    }
    if (bodies(operation).contains("ReasonRequest")
        || bodies(operation).contains("ReturnRequest")) {
      operation.getRequestBody().setRequired(false);
    }
  }

  private static Schema document(String path) {
    return path.equals(Wire.ROOT + "/policy/file")
        ? OASFactory.createSchema()
            .type(List.of(SchemaType.OBJECT, SchemaType.STRING))
            .description("A policy, or the name of one")
        : object();
  }

  private static void refusals(PathItem.HttpMethod method, Operation operation) {
    Map<String, String> all = new LinkedHashMap<>(ALWAYS);
    if (method != PathItem.HttpMethod.GET) {
      all.putAll(CHANGES);
    }
    if (operation.getRequestBody() != null) {
      all.putAll(BODIES);
    }
    if (parameters(operation).stream().anyMatch(p -> "If-Match".equals(p.getName()))) {
      all.putAll(CONDITIONS);
    }
    all.forEach((status, why) -> operation.getResponses().addAPIResponse(status, answer(why)));
  }

  private static APIResponse answer(String why) {
    return OASFactory.createAPIResponse()
        .description(why)
        .content(
            OASFactory.createContent()
                .addMediaType(
                    Problem.MEDIA_TYPE,
                    OASFactory.createMediaType()
                        .schema(OASFactory.createSchema().ref(REFERENCE + PROBLEM))));
  }

  private static List<Parameter> parameters(Operation operation) {
    List<Parameter> parameters = operation.getParameters();
    return parameters == null ? List.of() : parameters;
  }

  private static void parameters(String path, Operation operation) {
    for (Parameter parameter : parameters(operation)) {
      Schema schema = parameter.getSchema();
      switch (parameter.getName()) {
        case "dryRun", "all" -> schema.setType(List.of(SchemaType.BOOLEAN));
        case "limit" -> whole(schema, 1, path.endsWith("/logs") ? JobLogs.MOST : 1000);
        case "incarnation", "task", "tail" -> whole(schema, 0, 1_000_000);
        case "since", "until" -> schema.format("date-time");
        case "id" -> {
          if (path.startsWith("/api/v1/jobs/")) {
            schema.pattern("^j?[1-9][0-9]{0,17}$");
          }
        }
        case "Idempotency-Key" -> schema.pattern("^[!-~]{1,200}$");
        case "stream" -> schema.enumeration(new ArrayList<>(List.of("stdout", "stderr")));
        default -> {}
      }
    }
  }

  private static void whole(Schema schema, long least, long most) {
    schema
        .type(List.of(SchemaType.INTEGER))
        .minimum(BigDecimal.valueOf(least))
        .maximum(BigDecimal.valueOf(most));
  }

  /** Names of the schemas of a request's body. */
  private static List<String> bodies(Operation operation) {
    if (operation.getRequestBody() == null || operation.getRequestBody().getContent() == null) {
      return List.of();
    }
    return operation.getRequestBody().getContent().getMediaTypes().values().stream()
        .map(m -> m.getSchema())
        .filter(s -> s != null && s.getRef() != null)
        .map(s -> s.getRef().substring(REFERENCE.length()))
        .toList();
  }

  private static Schema problem() {
    Schema error = object();
    for (String field : List.of("file", "field", "message", "expected", "got", "nearest")) {
      error.addProperty(field, text());
    }
    error.addProperty("line", number());
    error.addProperty("column", number());
    Schema problem = object().description("What is wrong with a request (RFC 9457)");
    for (String field : List.of("type", "title", "detail", "instance")) {
      problem.addProperty(field, text());
    }
    problem.addProperty("status", number());
    problem.addProperty(
        "errors", OASFactory.createSchema().type(List.of(SchemaType.ARRAY)).items(error));
    return problem.required(new ArrayList<>(List.of("type", "title", "status")));
  }

  private static Schema object() {
    return OASFactory.createSchema().type(List.of(SchemaType.OBJECT));
  }

  private static Schema text() {
    return OASFactory.createSchema().type(List.of(SchemaType.STRING));
  }

  private static Schema number() {
    return OASFactory.createSchema().type(List.of(SchemaType.INTEGER));
  }
}
