package dev.weir.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.api.wire.ChangeView;
import dev.weir.api.wire.PriceBook;
import dev.weir.cli.command.CommandFailed;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code weir prices}. */
@Command(
    name = "prices",
    description = "Shows the price book, from which cost, energy and carbon come.",
    mixinStandardHelpOptions = true,
    subcommands = PricesCommand.Apply.class)
final class PricesCommand extends Listing {
  PricesCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    Optional<PriceBook> prices = client().prices();
    if (json) {
      prices.ifPresent(this::json);
      return prices.isPresent() ? ExitCode.DONE : ExitCode.FAILED;
    }
    if (prices.isEmpty()) {
      say("no price book is configured (weir prices apply FILE)");
      return ExitCode.DONE;
    }
    Table table = new Table("MODEL", "REGION", "HOURS", "PER DEVICE-HOUR", "WATTS");
    for (PriceBook.DevicePrice price : prices.get().devices()) {
      table.row(
          price.model(),
          Show.text(price.region()),
          price.fromHour().orElse(0) + "-" + price.untilHour().orElse(24),
          "%.4f %s".formatted(price.perDeviceHour(), prices.get().currency()),
          price.watts().isPresent() ? Show.number(price.watts().getAsDouble()) : Show.NOTHING);
    }
    table.print(terminal);
    say(prices.get().carbon().size() + " points of carbon intensity");
    return ExitCode.DONE;
  }

  /** {@code weir prices apply}. */
  @Command(
      name = "apply",
      description = "Replaces the price book by that of a JSON file.",
      mixinStandardHelpOptions = true)
  static final class Apply extends Applying {
    Apply(Terminal terminal) {
      super(terminal);
    }

    @Override
    ChangeView put(String text, boolean dry) {
      try {
        return client().putPrices(Wire.strict().readValue(text, PriceBook.class), dry);
      } catch (JsonProcessingException wrong) {
        throw new CommandFailed("this is no price book: " + wrong.getOriginalMessage(), wrong);
      }
    }
  }
}
