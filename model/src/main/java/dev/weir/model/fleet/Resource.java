package dev.weir.model.fleet;

/** Names of the countable resources in quotas and usage. */
public final class Resource {
  /** Milli-cores. */
  public static final String CPU = "cpu";

  /** Bytes. */
  public static final String MEMORY = "memory";

  /** Milli-devices over all models. */
  public static final String DEVICES = "devices";

  private Resource() {}

  /** Milli-devices of one model. */
  public static String devicesOf(String model) {
    return DEVICES + "/" + model;
  }

  /** Counted licences of one name. */
  public static String licence(String name) {
    return "licences/" + name;
  }
}
