package dev.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.api.Wire;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.Problem;
import dev.weir.api.wire.TokenRequest;
import dev.weir.api.wire.UserView;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a server does when it is told to. */
@QuarkusTest
@TestProfile(ConfiguredServer.class)
class ConfiguredServerTest {
  @TestHTTPResource("/")
  URI url;

  private final HttpClient http = HttpClient.newHttpClient();

  private WeirClient root() throws IOException {
    return new WeirClient(url, Files.readString(ConfiguredServer.DATA.resolve("token")).strip());
  }

  private HttpResponse<String> me(String token) throws Exception {
    return http.send(
        HttpRequest.newBuilder(url.resolve("/api/v1/me"))
            .header("Authorization", "Bearer " + token)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void whoAsksTooOftenIsToldWhenToAskAgainAndNobodyElseWaits() throws Exception {
    root().putUser(new UserView("eager", Map.of()));
    String eager =
        root()
            .makeToken(new TokenRequest("eager", "eager", Optional.empty()))
            .secret()
            .orElseThrow();
    var answer = me(eager);
    for (int i = 0; answer.statusCode() == 200 && i < 5_000; i++) {
      answer = me(eager);
    }
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("content-type").orElse(""))
        .startsWith(Problem.MEDIA_TYPE);
    assertThat(Wire.strict().readValue(answer.body(), Problem.class).type())
        .isEqualTo("urn:weir:problem:rate");
    long seconds = Long.parseLong(answer.headers().firstValue("retry-after").orElseThrow());
    assertThat(seconds).isBetween(1L, 10L);
    assertThat(root().me().name()).as("another token").isNotEqualTo("eager");
    Thread.sleep(seconds * 1000);
    assertThat(me(eager).statusCode()).isEqualTo(200);
  }
}
