package dev.weir.api.client;

import java.net.URI;

/** No answer came, or none that a server of Weir would give. */
public final class ServerUnreachable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServerUnreachable(URI server, String why, Throwable cause) {
    super("no answer from " + server + ": " + why, cause);
  }

  public ServerUnreachable(URI server, String why) {
    super("no answer from " + server + ": " + why);
  }
}
