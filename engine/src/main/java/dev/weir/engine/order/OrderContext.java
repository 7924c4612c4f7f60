package dev.weir.engine.order;

import dev.weir.model.policy.PolicySpec;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an order may know beside the job: the policy's numbers, by {@code order.parameter}, for
 * example {@code las.promote}.
 */
public record OrderContext(Map<String, Double> parameters) {
  /** No parameter is set: every order takes its defaults. */
  public static final OrderContext DEFAULTS = new OrderContext(Map.of());

  public OrderContext {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  public static OrderContext of(PolicySpec policy) {
    return new OrderContext(policy.parameters());
  }

  /** The parameter's value, or the default when the policy does not set it. */
  public double parameter(String key, double otherwise) {
    Double set = parameters.get(key);
    return set == null ? otherwise : set;
  }
}
