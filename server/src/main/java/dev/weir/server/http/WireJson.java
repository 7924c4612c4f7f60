package dev.weir.server.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.api.Wire;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The framework writes records as the API's client reads them. */
class WireJson {
  @Produces
  @Singleton
  ObjectMapper mapper() {
    return Wire.strict();
  }
}
