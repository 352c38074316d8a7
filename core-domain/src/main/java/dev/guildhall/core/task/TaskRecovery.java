package dev.guildhall.core.task;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskMaintenance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Recovers the tasks of nodes and workers whose lease has expired. In an outage of the store all leases expire, those
 * of live holders too; so the recovery pauses after an outage. Used by one thread.
 */
final class TaskRecovery {
    /**
     * How long after an outage holders have time to renew their leases: on another node statements may fail for 5 s
     * longer than on this one.
     */
    static final Duration RENEWAL_TIME = Duration.ofSeconds(7);

    private final InstantSource clock;
    private final TaskMaintenance store;
    private final int attempts;
    private final ToIntFunction<List<TaskId>> recovered;
    private boolean wasAway;
    private Instant notBefore = Instant.MIN;

    /** Tasks may have so many attempts in all; {@code recovered} returns how many recovered tasks it received. */
    TaskRecovery(InstantSource clock, TaskMaintenance store, int attempts, ToIntFunction<List<TaskId>> recovered) {
        this.clock = clock;
        this.store = store;
        this.attempts = attempts;
        this.recovered = recovered;
    }

    void run() {
        try {
            if (wasAway) {
                // Claims nothing, and fails while the store is unavailable.
                recover(0);
                notBefore = clock.instant().plus(RENEWAL_TIME);
                wasAway = false;
            }
            if (!clock.instant().isBefore(notBefore)) {
                BatchedSweep.sweep(most -> recovered.applyAsInt(recover(most)));
            }
        } catch (RuntimeException | Error outage) {
            wasAway = true;
            throw outage;
        }
    }

    private List<TaskId> recover(int most) {
        return store.recover(attempts, TaskErrors.WORKER_LOST, most);
    }
}
