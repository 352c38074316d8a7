package dev.guildhall.core.tool;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.InstantSource;

/** Removes old executions and old idempotency keys, in batches. */
public final class ToolSweep implements Runnable {
    private final InstantSource clock;
    private final Stores stores;
    private final ToolLimits limits;

    public ToolSweep(InstantSource clock, Stores stores, ToolLimits limits) {
        this.clock = clock;
        this.stores = stores;
        this.limits = limits;
    }

    @Override
    public void run() {
        Instant now = clock.instant();
        BatchedSweep.remove(most -> stores.executions().sweep(now.minus(limits.executionsKept()), most));
        BatchedSweep.remove(most -> stores.idempotency().sweep(now.minus(limits.answersKept()), most));
    }
}
