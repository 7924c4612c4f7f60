package dev.weir.engine.place;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Node;
import org.jspecify.annotations.Nullable;

/**
 * Where one task may go.
 *
 * @param within all of its nodes, or one node of it when {@code single} is set
 * @param pool only devices of this pool, or {@link DeviceOptions#ANY_POOL}
 * @param neighbours conditions on tasks that run already; null when the request states none
 */
record Search(
    Job job,
    Ask ask,
    Domain within,
    @Nullable Node single,
    int pool,
    PlaceOptions options,
    @Nullable Neighbours neighbours) {}
