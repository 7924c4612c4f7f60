package dev.weir.server.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** The figures name queues' sizes and the fleet's use, so they are for those who have a token. */
@ApplicationScoped
class MetricsGuard {
  private static final String BEARER = "Bearer ";

  private final Assembly weir;

  MetricsGuard(Assembly weir) {
    this.weir = weir;
  }

  void guard(@Observes Router router) {
    router.route("/metrics").order(Integer.MIN_VALUE).handler(this::check);
  }

  private void check(RoutingContext request) {
    String header = request.request().getHeader(HttpHeaders.AUTHORIZATION);
    boolean known =
        header != null
            && header.startsWith(BEARER)
            && weir.directory().bySecret(header.substring(BEARER.length()).strip()).isPresent();
    if (known) {
      request.next();
    } else {
      request
          .response()
          .setStatusCode(401)
          .putHeader("WWW-Authenticate", "Bearer realm=\"weir\"")
          .end();
    }
  }
}
