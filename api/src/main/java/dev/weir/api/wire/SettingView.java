package dev.weir.api.wire;

import com.fasterxml.jackson.databind.JsonNode;

/** A setting. */
public record SettingView(String name, String etag, JsonNode value) {}
