package dev.weir.checkpoint.look;

import java.io.IOException;

/**
 * A name or a symbolic link that leads out of the folder, or to something that is no plain file.
 */
public final class RefusedName extends IOException {
  private static final long serialVersionUID = 1;

  RefusedName(String name, String why) {
    super("'" + name + "' " + why);
  }
}
