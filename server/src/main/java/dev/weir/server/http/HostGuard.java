package dev.weir.server.http;

import dev.weir.api.wire.Problem;
import dev.weir.server.problem.Refusal;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A server on loopback answers to loopback's names alone. A page of another site whose name was
 * pointed at loopback (DNS rebinding) asks under that name.
 */
@ApplicationScoped
class HostGuard {
  private static final Set<String> LOOPBACK = Set.of("localhost", "::1", "[::1]");
  private static final Pattern LOOPBACK_ADDRESS = Pattern.compile("127(\\.[0-9]{1,3}){3}");

  private final Assembly weir;

  HostGuard(Assembly weir) {
    this.weir = weir;
  }

  void guard(@Observes Router router) {
    router.route().order(Integer.MIN_VALUE).handler(this::check);
  }

  private void check(RoutingContext request) {
    HostAndPort asked = request.request().authority();
    if (!isLoopback(weir.config().host()) || asked != null && isOurs(asked.host())) {
      request.next();
      return;
    }
    Refusal refusal =
        Refusal.of(
            421,
            "host",
            "Another host's name",
            "this server listens on loopback and answers to localhost, 127.0.0.1 and [::1]; weir.url"
                + " adds a name");
    request
        .response()
        .setStatusCode(421)
        .putHeader("Content-Type", Problem.MEDIA_TYPE)
        .end(ProblemMapping.json(refusal.problem()));
  }

  private boolean isOurs(String host) {
    return isLoopback(host)
        || weir.config()
            .url()
            .map(u -> host.equalsIgnoreCase(URI.create(u).getHost()))
            .orElse(false);
  }

  private static boolean isLoopback(String host) {
    return LOOPBACK.contains(host.toLowerCase(Locale.ROOT))
        || LOOPBACK_ADDRESS.matcher(host).matches();
  }
}
