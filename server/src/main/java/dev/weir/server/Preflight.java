package dev.weir.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is decided before the framework starts: whether this server may listen where it was told to,
 * and the framework's settings that follow from ours.
 */
final class Preflight {
  /** The configuration is refused; the message is for people. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  private final Function<String, Optional<String>> settings;

  /**
   * @param settings the value of a setting such as {@code weir.host}
   */
  Preflight(Function<String, Optional<String>> settings) {
    this.settings = settings;
  }

  /** Settings of the framework. */
  Map<String, String> check() throws Refused {
    Optional<Path> certificate = file("weir.tls.certificate");
    Optional<Path> key = file("weir.tls.key");
    if (certificate.isPresent() != key.isPresent()) {
      throw new Refused("weir.tls.certificate and weir.tls.key need each other");
    }
    String host = settings.apply("weir.host").orElse("127.0.0.1");
    boolean elsewhere = settings.apply("weir.tls.elsewhere").filter("true"::equals).isPresent();
    if (!loopback(host) && certificate.isEmpty() && !elsewhere) {
      throw new Refused(
          "weir.host is %s, which others reach: set weir.tls.certificate and weir.tls.key, or weir.tls.elsewhere=true where something in front of this server encrypts"
              .formatted(host));
    }
    Map<String, String> framework = new LinkedHashMap<>();
    if (certificate.isPresent() && key.isPresent()) {
      framework.put("quarkus.tls.weir.key-store.pem.0.cert", certificate.get().toString());
      framework.put("quarkus.tls.weir.key-store.pem.0.key", key.get().toString());
      framework.put("quarkus.http.tls-configuration-name", "weir");
      framework.put("quarkus.http.insecure-requests", "disabled");
      framework.put("quarkus.http.ssl-port", settings.apply("weir.port").orElse("7420"));
    }
    return framework;
  }

  private Optional<Path> file(String setting) throws Refused {
    Optional<Path> file = settings.apply(setting).map(Path::of);
    if (file.isPresent() && !Files.isReadable(file.get())) {
      throw new Refused(setting + " names " + file.get() + ", which cannot be read");
    }
    return file;
  }

  private static boolean loopback(String host) throws Refused {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException _) {
      throw new Refused("weir.host is \"" + host + "\", which is no address of this machine");
    }
  }
}
