package dev.weir.cli.process;

import com.sun.net.httpserver.HttpServer;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** A small OpenID provider: discovery, keys, and tokens signed with RS256. */
final class Issuer implements AutoCloseable {
  private static final String AUDIENCE = "weir";

  private final HttpServer server;
  private final KeyPair key = pair();

  Issuer() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve(
        "/.well-known/openid-configuration",
        """
        {"issuer": "%1$s", "jwks_uri": "%1$s/keys", "token_endpoint": "%1$s/token",
         "authorization_endpoint": "%1$s/authorize", "response_types_supported": ["code"],
         "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"]}
        """
            .formatted(url()));
    RSAPublicKey open = (RSAPublicKey) key.getPublic();
    serve(
        "/keys",
        """
        {"keys": [{"kty": "RSA", "kid": "one", "use": "sig", "alg": "RS256", "n": "%s", "e": "%s"}]}
        """
            .formatted(number(open.getModulus()), number(open.getPublicExponent())));
    server.start();
  }

  static KeyPair pair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  private void serve(String path, String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** A token that holds for ten minutes. */
  String token(String user) throws GeneralSecurityException {
    return token(user, url(), AUDIENCE, 600, "RS256", key);
  }

  /** A token as it is said, be it right or not. */
  static String token(
      String user, String issuer, String audience, int seconds, String algorithm, KeyPair key)
      throws GeneralSecurityException {
    long now = Instant.now().getEpochSecond();
    String head = "{\"alg\": \"%s\", \"kid\": \"one\", \"typ\": \"JWT\"}".formatted(algorithm);
    String claims =
        """
        {"iss": "%s", "aud": "%s", "sub": "7d1f", "preferred_username": "%s", "iat": %d, "exp": %d}
        """
            .formatted(issuer, audience, user, now - 1200, now + seconds);
    String signed = text(head) + "." + text(claims);
    if (algorithm.equals("none")) {
      return signed + ".";
    }
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key.getPrivate());
    signature.update(signed.getBytes(StandardCharsets.US_ASCII));
    return signed + "." + base64(signature.sign());
  }

  KeyPair key() {
    return key;
  }

  private static String text(String json) {
    return base64(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String number(BigInteger number) {
    byte[] bytes = number.toByteArray();
    int from = bytes[0] == 0 ? 1 : 0;
    return base64(Arrays.copyOfRange(bytes, from, bytes.length));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
