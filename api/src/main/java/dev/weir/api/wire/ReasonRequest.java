package dev.weir.api.wire;

import java.util.Optional;

/** Why a person does something to a node. */
public record ReasonRequest(Optional<String> reason) {}
