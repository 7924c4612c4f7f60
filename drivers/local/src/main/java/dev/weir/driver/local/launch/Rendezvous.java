package dev.weir.driver.local.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the tasks of a gang find each other: the variables of torch.distributed's {@code env://} and
 * of torchelastic, one start long. On one machine the local rank is the rank.
 *
 * @param port a port that was free a moment ago
 * @param size tasks of the gang
 */
record Rendezvous(int port, int size) {

  /** With a free port. */
  static Rendezvous open(int size) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new Rendezvous(socket.getLocalPort(), size);
    }
  }

  /**
   * A job of one task is told nothing: frameworks take the mere presence of a rank for a gang.
   *
   * @param rank over all roles
   * @param roleRank inside the role
   * @param roleSize tasks of the role
   */
  Map<String, String> of(int rank, int roleRank, int roleSize, String role) {
    Map<String, String> variables = new TreeMap<>();
    if (size > 1) {
      variables.put("MASTER_ADDR", "127.0.0.1");
      variables.put("MASTER_PORT", Integer.toString(port));
      variables.put("RANK", Integer.toString(rank));
      variables.put("WORLD_SIZE", Integer.toString(size));
      variables.put("LOCAL_RANK", Integer.toString(rank));
      variables.put("LOCAL_WORLD_SIZE", Integer.toString(size));
      variables.put("GROUP_RANK", "0");
      variables.put("GROUP_WORLD_SIZE", "1");
      variables.put("ROLE_NAME", role);
      variables.put("ROLE_RANK", Integer.toString(roleRank));
      variables.put("ROLE_WORLD_SIZE", Integer.toString(roleSize));
    }
    return variables;
  }
}
