package dev.weir.server.runtime;

import dev.weir.control.Driver;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** A world that this server can drive when it leads. */
public interface World {
  /**
   * Opens its driver, once, when this server begins to lead.
   *
   * @param domain under which name the fleet knows it
   * @param specs the jobs that live; asked on the loop's thread
   * @param mayAct false for good once another server may lead; nothing may be done then
   */
  Driver open(DomainId domain, Function<JobId, Optional<JobSpec>> specs, BooleanSupplier mayAct);

  /** Its nodes as they are now; once it is open. */
  java.util.List<dev.weir.model.fleet.NodeSpec> nodes();

  /** How tenants are kept apart there, in words; once it is open. */
  String isolation();

  /** What a person should know about it. */
  java.util.List<String> warnings();
}
