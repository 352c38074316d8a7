package dev.guildhall.core.tool;

import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.IntSupplier;

/** Ends executions whose node died, and forgets old ones and old idempotency keys, in small steps. */
public final class ToolSweep implements Runnable {
    private static final int STEP = 500;
    private static final int STEPS = 200;

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
        stores.executions().endAbandoned(now.minus(limits.abandonedAfter()), now);
        sweep(() -> stores.executions().sweep(now.minus(limits.executionsKept()), STEP));
        sweep(() -> stores.idempotency().sweep(now.minus(limits.answersKept()), STEP));
    }

    private static void sweep(IntSupplier step) {
        int steps = 1;
        while (step.getAsInt() == STEP && steps < STEPS) {
            steps++;
        }
    }
}
