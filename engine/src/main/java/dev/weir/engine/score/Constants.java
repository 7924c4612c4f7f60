package dev.weir.engine.score;

/**
 * Constants of the estimate.
 *
 * @param tau milli; how choosy the fill is, see {@link SoftFill}
 * @param end chance that nothing comes any more
 * @param idleShare tasks to come ask for at least so many times what is idle
 * @param arrivedShare and for at least this share of what has arrived
 * @param rounds steps of the ascent per estimate
 * @param wholeNode milli per device that breaking into a wholly idle node costs, so that jobs which
 *     need a whole node find one
 */
record Constants(
    double tau, double end, double idleShare, double arrivedShare, int rounds, double wholeNode) {
  static final Constants STANDARD = new Constants(12, .02, 1.4, .3, 4, 1.25);
}
