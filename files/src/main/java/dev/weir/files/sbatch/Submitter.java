package dev.weir.files.sbatch;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who submits, and from where: what sbatch takes from the shell that it is called in.
 *
 * @param environment of the shell
 * @param folder absolute path of the folder in which it is called
 * @param host name of the machine
 * @param user Unix name
 * @param arguments of the script
 * @param queue chosen by the person, over what the script says
 * @param queues that exist, so that an account or a partition can be found among them; empty =
 *     nobody was asked
 * @param now for relative times
 * @param zone for times without one
 */
public record Submitter(
    Map<String, String> environment,
    String folder,
    String host,
    String user,
    List<String> arguments,
    Optional<String> queue,
    Optional<Set<String>> queues,
    Instant now,
    ZoneId zone) {}
