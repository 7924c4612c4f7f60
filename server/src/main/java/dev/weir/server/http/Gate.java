package dev.weir.server.http;

import dev.weir.api.Wire;
import dev.weir.server.access.Caller;
import dev.weir.server.problem.Refusal;
import io.quarkus.oidc.OIDCException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What every request passes: who asks, how often, how much, and no parameter that nobody reads. All
 * of the API stands behind it.
 */
@Provider
@Priority(Priorities.AUTHENTICATION)
class Gate implements ContainerRequestFilter {
  private static final Logger LOG = Logger.getLogger("dev.weir.server");
  private static final String BEARER = "Bearer ";

  private final Assembly assembly;
  private final Asking asking;
  private final CurrentIdentityAssociation identity;
  private final Map<Method, Map<String, Boolean>> parameters = new ConcurrentHashMap<>();

  @Context @Nullable ResourceInfo resource;

  /** Filters are made while the application is built: nothing of the process is known yet. */
  @Inject
  Gate(Assembly assembly, Asking asking, CurrentIdentityAssociation identity) {
    this.assembly = assembly;
    this.asking = asking;
    this.identity = identity;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    if (!request.getUriInfo().getPath().startsWith(Wire.ROOT)) {
      return;
    }
    Caller caller = caller(request);
    OptionalLong wait = assembly.rates().take(caller.token().orElse(caller.name()));
    if (wait.isPresent()) {
      throw Refusal.of(429, "rate", "Too many requests", "the limit of this token is reached")
          .withHeader(HttpHeaders.RETRY_AFTER, Long.toString(wait.getAsLong()));
    }
    int most = assembly.config().limits().bodyBytes();
    if (request.getLength() > most) {
      throw tooLarge(most);
    }
    if (request.getLength() < 0 && request.hasEntity()) {
      request.setEntityStream(new LimitedBody(request.getEntityStream(), most));
    }
    Map<String, Boolean> known = parameters.computeIfAbsent(method(), Gate::queries);
    request.getUriInfo().getQueryParameters().forEach((name, values) -> check(name, values, known));
    asking.is(caller, request.getMethod() + " " + request.getUriInfo().getPath());
  }

  /** What nobody would read is refused: a name, a second value, and a value that is none. */
  private static void check(String name, List<String> values, Map<String, Boolean> known) {
    Boolean several = known.get(name);
    if (several == null) {
      throw Refusal.unknownQuery(name, known.keySet());
    }
    if (values.size() > 1 && !several) {
      throw Refusal.query(name, "stands twice", "one value", values.getLast());
    }
    if (values.stream().anyMatch(String::isEmpty)) {
      throw Refusal.query(name, "has no value", "a value, or no such parameter", "");
    }
  }

  private Method method() {
    if (resource == null) {
      throw new IllegalStateException("the framework did not say which method is asked");
    }
    return resource.getResourceMethod();
  }

  static Refusal tooLarge(int bytes) {
    return Refusal.of(
        413, "too-large", "Body too large", "a body has at most %d bytes".formatted(bytes));
  }

  private Caller caller(ContainerRequestContext request) {
    String header = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      throw unauthorised("the request carries no bearer token");
    }
    return assembly
        .directory()
        .bySecret(header.substring(BEARER.length()).strip())
        .or(this::vouchedFor)
        .orElseThrow(() -> unauthorised("the token is not known, or no longer valid"));
  }

  /** The user of an OpenID Connect token, when a provider is configured. */
  private Optional<Caller> vouchedFor() {
    if (!assembly.oidc()) {
      return Optional.empty();
    }
    try {
      return Optional.of(identity.getDeferredIdentity().await().indefinitely())
          .filter(i -> !i.isAnonymous())
          .map(i -> assembly.directory().vouchedFor(i.getPrincipal().getName()));
    } catch (AuthenticationFailedException e) {
      LOG.debugf(e, "the OpenID provider's token does not hold");
      return Optional.empty();
    } catch (OIDCException e) {
      LOG.warnf("the OpenID provider does not answer: %s", e.getMessage());
      throw Refusal.of(503, "unavailable", "Not available", "the OpenID provider does not answer");
    }
  }

  private static Refusal unauthorised(String why) {
    return Refusal.of(401, "unauthorised", "Who are you?", why)
        .withHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"weir\"");
  }

  /** Names of the parameters, and whether one may have several values. */
  private static Map<String, Boolean> queries(Method method) {
    Map<String, Boolean> names = new TreeMap<>();
    for (Parameter parameter : method.getParameters()) {
      QueryParam query = parameter.getAnnotation(QueryParam.class);
      if (query != null) {
        names.put(query.value(), List.class.isAssignableFrom(parameter.getType()));
      }
    }
    return names;
  }
}
