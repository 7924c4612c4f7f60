package dev.weir.api.wire;

import dev.weir.api.wire.Problem.FieldError;
import java.util.List;
import java.util.Optional;

/**
 * What {@code weir check --json} says of one file.
 *
 * @param what kind and size of a right one; absent when it is wrong
 * @param errors all that is wrong with it, in the order of reading
 */
public record CheckedFile(String file, Optional<String> what, List<FieldError> errors) {
  public CheckedFile {
    errors = List.copyOf(errors);
  }
}
