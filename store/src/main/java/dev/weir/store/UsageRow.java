package dev.weir.store;

/**
 * Metered usage: devices booked from the decision to start until the end, whether they computed or
 * not.
 *
 * @param hour begin of the hour, ms; 0 where hours are summed up
 * @param queue empty where queues are summed up; so too {@code user}, {@code domain}, {@code model}
 * @param deviceHours whole devices × hours
 */
public record UsageRow(
    long hour, String queue, String user, String domain, String model, double deviceHours) {}
