package dev.weir.checkpoint.format;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Locale;

/** Which format a file's name promises, and whether the file keeps it. */
public final class FileStructure {
  private FileStructure() {}

  /**
   * Looks at an open file. Its position may change.
   *
   * @param name decides the format by its ending
   */
  public static Structure of(String name, FileChannel file) throws IOException {
    String lower = name.toLowerCase(Locale.ROOT);
    try {
      if (lower.endsWith(".safetensors")) {
        return Safetensors.read(file);
      }
      if (lower.endsWith(".json")) {
        return JsonText.read(file);
      }
      boolean torch =
          lower.endsWith(".pt")
              || lower.endsWith(".pth")
              || lower.endsWith(".bin")
              || lower.endsWith(".ckpt");
      return torch ? TorchFile.read(file) : new Structure.Unknown("has no structure that is known");
    } catch (EOFException shrunk) {
      return new Structure.Torn("became shorter while it was read");
    }
  }

  /** The same for PyTorch files under any name. */
  public static Structure ofTorch(FileChannel file) throws IOException {
    try {
      return TorchFile.read(file);
    } catch (EOFException shrunk) {
      return new Structure.Torn("became shorter while it was read");
    }
  }
}
