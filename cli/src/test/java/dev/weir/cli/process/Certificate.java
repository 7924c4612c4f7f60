package dev.weir.cli.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate for loopback, signed by itself.
 *
 * @param store key store of keytool
 * @param pem the certificate
 * @param key its key
 */
record Certificate(Path store, Path pem, Path key) {
  private static final String PASSWORD = "changeit";

  static Certificate make(Path folder) throws Exception {
    Path store = folder.resolve("store.p12");
    run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "weir",
            "-keyalg",
            "RSA",
            "-keysize",
            "2048",
            "-validity",
            "2",
            "-dname",
            "CN=localhost",
            "-ext",
            "san=dns:localhost,ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD));
    KeyStore keys = read(store);
    Path pem = folder.resolve("certificate.pem");
    Path key = folder.resolve("key.pem");
    Files.writeString(pem, pem("CERTIFICATE", keys.getCertificate("weir").getEncoded()));
    Files.writeString(
        key, pem("PRIVATE KEY", keys.getKey("weir", PASSWORD.toCharArray()).getEncoded()));
    return new Certificate(store, pem, key);
  }

  private static KeyStore read(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, text);
  }

  /** For a client that trusts this certificate alone. */
  SSLContext trust() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("weir", read(store).getCertificate("weir"));
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }

  /** Exit code of the command line in a process of its own, which trusts it or does not. */
  int weir(boolean trusting, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (trusting) {
      command.add("-Djavax.net.ssl.trustStore=" + store);
      command.add("-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.weir.cli.Main"));
    command.addAll(List.of(words));
    return run(command);
  }

  private static int run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(90, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("does not end: " + command.getFirst());
    }
    return process.exitValue();
  }
}
