package dev.weir.cli.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Somebody elsewhere who is told something over HTTP. */
final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private int taken;

  /** What is answered to a request, by its number from 1. */
  @FunctionalInterface
  interface Answer {
    int status(int number);
  }

  Receiver(Answer answer) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", exchange -> take(exchange, answer));
    server.start();
  }

  private synchronized void take(HttpExchange exchange, Answer answer) throws IOException {
    try (exchange) {
      String body =
          new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
      taken++;
      exchange.sendResponseHeaders(answer.status(taken), -1);
      received.add(exchange.getRequestURI().getPath() + "\n" + body);
    }
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Path and body of requests, in their order. */
  BlockingQueue<String> received() {
    return received;
  }

  /** The next one. */
  String next() throws InterruptedException {
    String next = received.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing came within a minute");
    }
    return next;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
