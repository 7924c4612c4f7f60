package dev.weir.server.http;

import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.problem.Refusal;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** Who asks, and by which request. */
@RequestScoped
class Asking {
  private @Nullable Caller caller;
  private String via = "";

  void is(Caller value, String request) {
    caller = value;
    via = request;
  }

  Caller caller() {
    if (caller == null) {
      throw new IllegalStateException("a request came past the gate");
    }
    return caller;
  }

  /** For the audit log, such as {@code POST /api/v1/jobs}. */
  String via() {
    return via;
  }

  /** The caller, if the role holds for all queues. */
  Caller mustBe(Role role) {
    Caller asking = caller();
    if (!asking.rights().everywhere(role)) {
      throw Refusal.forbidden(
          "this needs the role %s on all queues; %s has not got it".formatted(role, asking.name()));
    }
    return asking;
  }
}
