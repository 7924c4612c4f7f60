package dev.weir.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.api.wire.Problem;
import dev.weir.model.problem.InvalidInput;
import dev.weir.server.problem.Refusal;
import dev.weir.server.runtime.NotLeading;
import dev.weir.server.runtime.Unavailable;
import dev.weir.store.StoreFailure;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Everything that goes wrong, as a problem. What is our own fault is told to the log alone. */
class ProblemMapping {
  private static final Logger LOG = Logger.getLogger("dev.weir.server");

  @ServerExceptionMapper
  Response refused(Refusal e, UriInfo uri) {
    return answer(e, uri);
  }

  @ServerExceptionMapper
  Response invalid(InvalidInput e, UriInfo uri) {
    return answer(Refusal.document(e), uri);
  }

  @ServerExceptionMapper
  Response notLeading(NotLeading e, UriInfo uri) {
    Refusal refusal = Refusal.of(503, "not-leading", "Another server leads", message(e));
    return answer(
        e.leader()
            .map(l -> refusal.withHeader(HttpHeaders.LOCATION, l + uri.getPath()))
            .orElse(refusal.withHeader(HttpHeaders.RETRY_AFTER, "1")),
        uri);
  }

  @ServerExceptionMapper
  Response unavailable(Unavailable e, UriInfo uri) {
    LOG.warnf(e, "%s", e.getMessage());
    return answer(
        Refusal.of(
            503,
            "unavailable",
            "Not available",
            "the server could not make sure of the outcome; ask again before you repeat it"),
        uri);
  }

  @ServerExceptionMapper
  Response storeFailed(StoreFailure e, UriInfo uri) {
    LOG.warnf(e, "the store did not answer");
    return answer(Refusal.of(503, "unavailable", "Not available", "the store did not answer"), uri);
  }

  @ServerExceptionMapper
  Response http(WebApplicationException e, UriInfo uri) {
    int status = e.getResponse().getStatus();
    String title = e.getResponse().getStatusInfo().getReasonPhrase();
    String detail =
        switch (status) {
          case 404 ->
              "there is nothing at this path, or a parameter of it has not the form expected";
          case 405 -> "this path does not take this method";
          case 415 -> "this path does not take this type of content";
          case 406 -> "this path does not give this type of content";
          default -> title;
        };
    return answer(Refusal.of(status, "http", title, detail), uri);
  }

  @ServerExceptionMapper
  Response defect(Throwable e, UriInfo uri) {
    String incident = UUID.randomUUID().toString();
    LOG.errorf(e, "incident %s", incident);
    return answer(
        Refusal.of(
            500, "defect", "A defect of the server", "the server's log has it as " + incident),
        uri);
  }

  private static String message(Throwable e) {
    return String.valueOf(e.getMessage());
  }

  private static Response answer(Refusal refusal, UriInfo uri) {
    Problem p = refusal.problem();
    Problem at =
        new Problem(
            p.type(), p.title(), p.status(), p.detail(), Optional.of(uri.getPath()), p.errors());
    Response.ResponseBuilder answer = Response.status(p.status()).type(Problem.MEDIA_TYPE);
    for (Map.Entry<String, String> header : refusal.headers().entrySet()) {
      answer.header(header.getKey(), header.getValue());
    }
    return answer.entity(json(at)).build();
  }

  /** As text, whatever the request accepts. */
  static String json(Problem problem) {
    try {
      return Wire.strict().writeValueAsString(problem);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
