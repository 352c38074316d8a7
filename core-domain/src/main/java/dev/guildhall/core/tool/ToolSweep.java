package dev.guildhall.core.tool;

import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.idempotency.Idempotency;
import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.InstantSource;

/** Removes old executions and old idempotency keys, in batches. */
public final class ToolSweep implements Runnable {
    private final InstantSource clock;
    private final Stores stores;
    private final ToolLimits limits;
    private final Idempotency once;

    public ToolSweep(InstantSource clock, Stores stores, ToolLimits limits) {
        this.clock = clock;
        this.stores = stores;
        this.limits = limits;
        this.once = new Idempotency(clock, stores);
    }

    @Override
    public void run() {
        Instant now = clock.instant();
        BatchedSweep.remove(most -> stores.executions().sweep(now.minus(limits.executionsKept()), most));
        BatchedSweep.remove(once::sweep);
    }
}
