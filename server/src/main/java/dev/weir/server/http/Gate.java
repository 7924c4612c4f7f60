package dev.weir.server.http;

import dev.weir.api.Wire;
import dev.weir.server.access.Caller;
import dev.weir.server.problem.Refusal;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What every request passes: who asks, how often, how much, and no parameter that nobody reads. All
 * of the API stands behind it.
 */
@Provider
@Priority(Priorities.AUTHENTICATION)
class Gate implements ContainerRequestFilter {
  private static final String BEARER = "Bearer ";

  private final Assembly assembly;
  private final Asking asking;
  private final CurrentIdentityAssociation identity;
  private final Map<Method, Set<String>> parameters = new ConcurrentHashMap<>();

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
    Set<String> known = parameters.computeIfAbsent(method(), Gate::queries);
    for (String name : request.getUriInfo().getQueryParameters().keySet()) {
      if (!known.contains(name)) {
        throw Refusal.unknownQuery(name, known);
      }
    }
    asking.is(caller, request.getMethod() + " " + request.getUriInfo().getPath());
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
    return Optional.of(identity.getDeferredIdentity().await().indefinitely())
        .filter(i -> !i.isAnonymous())
        .map(i -> assembly.directory().vouchedFor(i.getPrincipal().getName()));
  }

  private static Refusal unauthorised(String why) {
    return Refusal.of(401, "unauthorised", "Who are you?", why)
        .withHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"weir\"");
  }

  private static Set<String> queries(Method method) {
    Set<String> names = new TreeSet<>();
    for (Parameter parameter : method.getParameters()) {
      QueryParam query = parameter.getAnnotation(QueryParam.class);
      if (query != null) {
        names.add(query.value());
      }
    }
    return names;
  }
}
