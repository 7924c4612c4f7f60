package dev.weir.api.wire;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A policy.
 *
 * @param file as a policy file
 */
public record PolicyView(String name, boolean active, JsonNode file) {}
