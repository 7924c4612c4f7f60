package dev.weir.driver.local.launch;

import dev.weir.driver.local.isolation.Identity;
import dev.weir.driver.local.isolation.Refused;
import dev.weir.driver.local.supervise.Supervisors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A container runtime of this machine, if there is one. */
final class Containers {
  private static final List<String> RUNTIMES = List.of("podman", "docker");

  private Containers() {}

  /**
   * The runtime.
   *
   * @throws Refused there is none
   */
  static String runtime(String image) throws Refused {
    if (image.startsWith("-")) {
      // Behind the runtime's own options it would be one of them.
      throw Refused.forGood("'" + image + "' is no reference of an image");
    }
    for (String runtime : RUNTIMES) {
      if (Supervisors.find(runtime).isPresent()) {
        return runtime;
      }
    }
    throw new Refused(
        "image %s asks for a container, and neither %s is in %s"
            .formatted(image, String.join(" nor ", RUNTIMES), Supervisors.SAFE_PATH));
  }

  /**
   * Words before the command inside the image. The runtime's client is the task's process and hands
   * signals on.
   *
   * @param environment file of {@code NAME=value} lines
   * @param folders that stand at the same place inside
   */
  static List<String> command(
      String runtime,
      String name,
      String image,
      Path environment,
      Path workingDirectory,
      List<Path> folders,
      Identity identity) {
    List<String> words =
        new ArrayList<>(
            List.of(
                runtime,
                "run",
                "--rm",
                "--init",
                "--network=host",
                "--name=" + name,
                "--env-file=" + environment,
                "--workdir=" + workingDirectory));
    identity.uid().ifPresent(uid -> words.add("--user=" + uid + ":" + uid));
    folders.forEach(f -> words.add("--volume=" + f + ":" + f));
    words.add(image);
    return words;
  }
}
