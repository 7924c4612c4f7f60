package dev.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.api.Wire;
import dev.weir.api.client.JobQuery;
import dev.weir.api.client.Refused;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.api.wire.UserView;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is off by default, turned on: TLS, an OpenID provider, traces, webhooks. */
@Tag("server")
class ConfiguredProcessTest {
  @TempDir Path folder;

  private static HttpResponse<String> me(HttpClient http, URI url, String token) throws Exception {
    return http.send(
        HttpRequest.newBuilder(url.resolve("/api/v1/me"))
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + token)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void withACertificateTheServerSpeaksTlsAloneAndTraces() throws Exception {
    Certificate certificate = Certificate.make(folder);
    Path data = folder.resolve("data");
    try (Receiver collector = new Receiver(_ -> 200);
        RealServer server =
            RealServer.start(
                data,
                "cpu:1",
                "weir.tls.certificate=" + certificate.pem(),
                "weir.tls.key=" + certificate.key(),
                "quarkus.otel.sdk.disabled=false",
                "quarkus.otel.exporter.otlp.protocol=http/protobuf",
                "quarkus.otel.exporter.otlp.endpoint=" + collector.url(),
                "quarkus.otel.bsp.schedule.delay=200ms")) {
      URI url = server.url();
      assertThat(url.getScheme()).isEqualTo("https");
      HttpClient trusting = HttpClient.newBuilder().sslContext(certificate.trust()).build();
      assertThat(me(trusting, url, server.token()).statusCode()).isEqualTo(200);
      assertThat(me(trusting, url, "x").statusCode()).isEqualTo(401);
      assertThatThrownBy(() -> me(HttpClient.newHttpClient(), url, server.token()))
          .isInstanceOf(SSLHandshakeException.class);
      URI plain = URI.create(url.toString().replace("https:", "http:"));
      assertThatThrownBy(() -> me(HttpClient.newHttpClient(), plain, server.token()))
          .as("nothing is said in plain text")
          .isInstanceOf(IOException.class);

      assertThat(certificate.weir(true, "status", "--data", data.toString())).isZero();
      assertThat(certificate.weir(false, "status", "--data", data.toString())).isEqualTo(3);

      String spans = collector.next();
      while (!spans.contains("/api/v1/me")) {
        spans = collector.next();
      }
      assertThat(spans).startsWith("/v1/traces\n").contains("weir").doesNotContain(server.token());
    }
  }

  @Test
  void whoAnOpenIdProviderVouchesForIsLetInAndNobodyElse() throws Exception {
    try (Issuer issuer = new Issuer();
        Receiver collector = new Receiver(_ -> 200);
        RealServer server =
            RealServer.start(
                folder.resolve("data"),
                "cpu:1",
                "quarkus.oidc.tenant-enabled=true",
                "quarkus.oidc.auth-server-url=" + issuer.url(),
                "quarkus.oidc.client-id=weir",
                "quarkus.oidc.token.audience=weir",
                "quarkus.otel.exporter.otlp.endpoint=" + collector.url())) {
      URI url = server.url();
      WeirClient root = server.client();
      root.putUser(new UserView("ann", Map.of("default", "USER")));
      WeirClient ann = new WeirClient(url, issuer.token("ann"));
      assertThat(ann.me().name()).isEqualTo("ann");
      assertThat(ann.me().admin()).isFalse();
      String id =
          ann.submit(SubmitRequest.of("job.yaml", "name: x\ncommand: 'true'"))
              .jobs()
              .getFirst()
              .id();
      assertThat(root.job(id).job().user()).isEqualTo("ann");

      WeirClient unknown = new WeirClient(url, issuer.token("nora"));
      assertThat(unknown.me().roles()).isEmpty();
      assertThat(unknown.jobs(JobQuery.ALL).items()).isEmpty();
      assertThatThrownBy(() -> unknown.job(id)).isInstanceOf(Refused.class);

      HttpClient http = HttpClient.newHttpClient();
      for (String wrong :
          List.of(
              Issuer.token("ann", issuer.url(), "weir", -600, "RS256", issuer.key()),
              Issuer.token("ann", issuer.url(), "weir", 600, "RS256", Issuer.pair()),
              Issuer.token("ann", "http://127.0.0.1:1", "weir", 600, "RS256", issuer.key()),
              Issuer.token("ann", issuer.url(), "other", 600, "RS256", issuer.key()),
              Issuer.token("ann", issuer.url(), "weir", 600, "none", issuer.key()),
              issuer.token("ann") + "x",
              "x")) {
        String claims =
            wrong.contains(".")
                ? new String(
                    Base64.getUrlDecoder().decode(wrong.split("\\.", -1)[1]),
                    StandardCharsets.UTF_8)
                : wrong;
        var answer = me(http, url, wrong);
        assertThat(answer.statusCode()).as("%s: %s", claims, answer.body()).isEqualTo(401);
      }
      assertThat(root.me().admin()).as("the server's own token holds as well").isTrue();
      assertThat(collector.received()).as("traces are off").isEmpty();
    }
  }

  @Test
  void aHookIsToldAgainAfterAFailureAndOneThatIsDownHoldsUpNobody() throws Exception {
    try (Receiver receiver = new Receiver(number -> number == 1 ? 500 : 200);
        ServerSocket silent = new ServerSocket(0);
        RealServer server = RealServer.start(folder.resolve("data"), "cpu:2")) {
      WeirClient client = server.client();
      String hook = "{\"url\": \"%s\", \"when\": [\"COMPLETED\", \"FAILED\"]}";
      int closed = closedPort();
      client.putSetting(
          "webhooks",
          Wire.strict()
              .readTree(
                  "{\"hooks\": [%s, %s, %s]}"
                      .formatted(
                          hook.formatted("http://127.0.0.1:" + closed + "/down"),
                          hook.formatted("http://127.0.0.1:" + silent.getLocalPort() + "/silent"),
                          hook.formatted(receiver.url() + "/hook"))),
          false);
      client.submit(SubmitRequest.of("job.yaml", "name: first\ncommand: 'true'"));
      String refused = receiver.next();
      String again = receiver.next();
      assertThat(again).isEqualTo(refused).startsWith("/hook\n");
      var message = Wire.strict().readTree(again.substring(again.indexOf('\n')));
      assertThat(message.path("what").asText()).isEqualTo("COMPLETED");
      assertThat(message.path("name").asText()).isEqualTo("first");
      assertThat(message.path("job").asText()).isEqualTo("j1");

      int jobs = 20;
      client.submit(
          SubmitRequest.of(
              "job.yaml", "name: more\narray: " + jobs + "\ncommand: 'false'\nmaxRestarts: 0"));
      for (int i = 0; i < jobs; i++) {
        assertThat(receiver.next()).contains("\"what\":\"FAILED\"").contains("\"name\":\"more");
      }
      assertThat(client.status().waiting()).isZero();
    }
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
