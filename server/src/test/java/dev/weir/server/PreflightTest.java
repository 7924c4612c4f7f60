package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
  private static Map<String, String> check(Map<String, String> settings) throws Exception {
    return new Preflight(name -> Optional.ofNullable(settings.get(name))).check();
  }

  @Test
  void loopbackNeedsNothing() throws Exception {
    assertThat(check(Map.of())).isEmpty();
    assertThat(check(Map.of("weir.host", "::1"))).isEmpty();
  }

  @Test
  void whatOthersReachIsEncrypted() throws Exception {
    assertThatThrownBy(() -> check(Map.of("weir.host", "0.0.0.0")))
        .isInstanceOf(Preflight.Refused.class)
        .hasMessageContaining("weir.tls.certificate");
    assertThat(check(Map.of("weir.host", "0.0.0.0", "weir.tls.elsewhere", "true"))).isEmpty();
  }

  @Test
  void aCertificateClosesThePlainPort(@TempDir Path folder) throws Exception {
    Path pem = Files.writeString(folder.resolve("a.pem"), "x");
    assertThat(
            check(
                Map.of(
                    "weir.host",
                    "0.0.0.0",
                    "weir.port",
                    "8443",
                    "weir.tls.certificate",
                    pem.toString(),
                    "weir.tls.key",
                    pem.toString())))
        .containsEntry("quarkus.http.insecure-requests", "disabled")
        .containsEntry("quarkus.http.ssl-port", "8443");
    assertThatThrownBy(() -> check(Map.of("weir.tls.certificate", pem.toString())))
        .hasMessageContaining("need each other");
    assertThatThrownBy(
            () ->
                check(
                    Map.of("weir.tls.certificate", pem.toString(), "weir.tls.key", "/no/such/key")))
        .hasMessageContaining("/no/such/key");
  }
}
