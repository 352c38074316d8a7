package dev.guildhall.core.inmemory.task;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.WorkerScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Who may hold tasks and until when, and which kinds wait for workers outside. Used under the lock of its transactions.
 */
final class TaskHolders {
    private record HolderLease(Instant heardAt, Instant until) {}

    /** Tasks of one type, of one owner or of all users. */
    private record Kind(Optional<UserId> owner, TaskType type) {}

    private final UndoableMap<String, HolderLease> leases;
    private final UndoableMap<Kind, Instant> askedFor;

    TaskHolders(InMemoryTransactions transactions) {
        this.leases = new UndoableMap<>(transactions);
        this.askedFor = new UndoableMap<>(transactions);
    }

    void give(String holder, Duration lease, Instant now) {
        leases.put(holder, new HolderLease(now, now.plus(lease)));
    }

    void forget(String holder) {
        leases.remove(holder);
    }

    boolean isKnown(String holder) {
        return leases.get(holder).isPresent();
    }

    boolean isLive(String holder, Instant now) {
        return leases.get(holder).filter(lease -> now.isBefore(lease.until())).isPresent();
    }

    /** Those whose lease has ended. */
    List<String> ended(Instant now) {
        return leases.keys().stream().filter(holder -> !isLive(holder, now)).toList();
    }

    /** The last heartbeat of the holder of a task; empty when it is not known, or the task does not run. */
    Optional<Instant> heardOf(TaskRow row) {
        return row.lease().map(Lease::holder).flatMap(leases::get).map(HolderLease::heardAt);
    }

    void ask(WorkerScope scope, Instant now) {
        scope.types().forEach(type -> askedFor.put(new Kind(scope.owner(), type), now));
    }

    /** Whether a task is one that a worker outside has asked for lately. */
    boolean waitsForWorker(Task task, Instant now) {
        TaskType type = task.spec().type();
        return type.equals(TaskType.TEST_RUN)
                || isAsked(new Kind(Optional.empty(), type), now)
                || isAsked(new Kind(Optional.of(task.owner()), type), now);
    }

    private boolean isAsked(Kind kind, Instant now) {
        return askedFor.get(kind)
                .filter(asked -> now.isBefore(asked.plus(TaskWorkers.WAITED_FOR)))
                .isPresent();
    }

    void forgetKinds(UserId owner) {
        askedFor.keys().stream()
                .filter(kind -> kind.owner().equals(Optional.of(owner)))
                .forEach(askedFor::remove);
    }
}
