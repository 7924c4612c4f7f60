package dev.weir.server.notify;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The setting {@value #NAME}.
 *
 * @param hooks each is told by itself
 */
public record WebhookSetting(List<Hook> hooks) {
  /** Its name. */
  public static final String NAME = "webhooks";

  public WebhookSetting {
    hooks = List.copyOf(hooks);
  }

  /** What a hook can be told of. */
  public enum When {
    COMPLETED,
    FAILED,
    PREEMPTED
  }

  /**
   * Somebody to be told.
   *
   * @param url gets a POST with a JSON object
   * @param when of what
   * @param queue of jobs of this queue and those below; absent = of all
   */
  public record Hook(URI url, List<When> when, Optional<String> queue) {
    public Hook {
      when = List.copyOf(when);
      if (!List.of("http", "https").contains(String.valueOf(url.getScheme()))
          || url.getHost() == null) {
        throw new IllegalArgumentException("a webhook needs an http or https URL, not " + url);
      }
    }

    boolean concerns(When what, String jobQueue) {
      return when.contains(what)
          && queue.filter(q -> !jobQueue.equals(q) && !jobQueue.startsWith(q + "/")).isEmpty();
    }
  }
}
