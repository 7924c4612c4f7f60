package dev.weir.cli.command;

import dev.weir.simulator.experiment.Seeds;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --seeds 42..51}. */
public final class SeedsOption implements ITypeConverter<Seeds> {
  @Override
  public Seeds convert(String text) {
    try {
      return Seeds.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
