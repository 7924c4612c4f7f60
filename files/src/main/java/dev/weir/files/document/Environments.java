package dev.weir.files.document;

import dev.weir.model.job.Role;
import dev.weir.model.job.Variant;
import java.util.Map;

/** Adds environment variables to what a role's tasks see. */
final class Environments {
  private Environments() {}

  static Role with(Role role, Map<String, String> more) {
    if (more.isEmpty()) {
      return role;
    }
    return new Role(
        role.name(),
        role.count(),
        role.sizes(),
        role.variants().stream().map(variant -> with(variant, more)).toList(),
        role.topology(),
        role.groups());
  }

  private static Variant with(Variant variant, Map<String, String> more) {
    return new Variant(
        variant.name(), variant.count(), variant.request(), variant.launch().withEnvironment(more));
  }
}
