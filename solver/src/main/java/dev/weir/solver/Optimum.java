package dev.weir.solver;

/**
 * The best that any placement can reach.
 *
 * @param deviceMilli largest sum of charged milli-devices of placed jobs that was found
 * @param bound proven upper bound of it; equal to {@code deviceMilli} when {@code proven}
 * @param proven whether the solver finished
 */
public record Optimum(long deviceMilli, long bound, boolean proven) {}
