package dev.weir.api.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A path with its parameters. */
final class Query {
  private final StringBuilder text;
  private char separator = '?';

  private Query(String path) {
    text = new StringBuilder(path);
  }

  static Query of(String path) {
    return new Query(path);
  }

  /** One part of a path, with all that is not plain escaped. */
  static String part(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  Query with(String name, Object value) {
    text.append(separator).append(name).append('=').append(part(value.toString()));
    separator = '&';
    return this;
  }

  Query with(String name, Optional<?> value) {
    value.ifPresent(v -> with(name, v));
    return this;
  }

  String text() {
    return text.toString();
  }
}
