package dev.weir.cli.command;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of Weir and of the Java that runs it, as a bug report needs them. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String weir =
        Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
            .orElse("(not packaged)");
    return new String[] {
      "weir " + weir,
      "Java %s (%s), %s %s"
          .formatted(
              System.getProperty("java.version"),
              System.getProperty("java.vendor"),
              System.getProperty("os.name"),
              System.getProperty("os.arch"))
    };
  }
}
