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
 * Takes back the tasks of holders whose lease has ended, a round a call. In an outage of the store all leases end, those of
 * holders that live too: after it no holder is taken for dead at once. Used by one thread.
 */
final class TaskRecovery {
    /**
     * How long after an outage holders have to be heard of again: on another node statements may fail for 5 s longer than
     * on this one.
     */
    static final Duration HEARD_AGAIN = Duration.ofSeconds(7);

    private final InstantSource clock;
    private final TaskMaintenance store;
    private final int attempts;
    private final ToIntFunction<List<TaskId>> recovered;
    private boolean wasAway;
    private Instant notBefore = Instant.MIN;

    /**
     * The recovery of a node.
     *
     * @param attempts how many a task may have in all
     * @param recovered is told of tasks that were taken back; returns how many they are
     */
    TaskRecovery(InstantSource clock, TaskMaintenance store, int attempts, ToIntFunction<List<TaskId>> recovered) {
        this.clock = clock;
        this.store = store;
        this.attempts = attempts;
        this.recovered = recovered;
    }

    void run() {
        try {
            if (wasAway) {
                // Takes nothing, but fails while the store is away.
                recover(0);
                notBefore = clock.instant().plus(HEARD_AGAIN);
                wasAway = false;
            }
            if (!clock.instant().isBefore(notBefore)) {
                BatchedSweep.sweep(most -> recovered.applyAsInt(recover(most)));
            }
        } catch (RuntimeException outage) {
            wasAway = true;
            throw outage;
        }
    }

    private List<TaskId> recover(int most) {
        return store.recover(attempts, TaskErrors.WORKER_LOST, most);
    }
}
