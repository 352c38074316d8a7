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
 * The leases of nodes and workers, and the kinds of tasks that wait for external workers. Callers hold the lock of the
 * transactions.
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

    Optional<Instant> heardAt(String holder) {
        return leases.get(holder).map(HolderLease::heardAt);
    }

    /** The holders whose lease has expired. */
    List<String> ended(Instant now) {
        return leases.keys().stream().filter(holder -> !isLive(holder, now)).toList();
    }

    /** The last heartbeat of the holder of a task; empty when the holder has no lease, or the task is not running. */
    Optional<Instant> heardOf(TaskRow row) {
        return row.lease().map(Lease::holder).flatMap(leases::get).map(HolderLease::heardAt);
    }

    void ask(WorkerScope scope, Instant now) {
        scope.types().forEach(type -> askedFor.put(new Kind(scope.owner(), type), now));
    }

    /** Whether the task waits for an external worker, because one has recently asked for tasks of its kind. */
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

    /** Forgets the kinds that no external worker has asked for recently. */
    void forgetKinds(Instant now) {
        askedFor.keys().stream().filter(kind -> !isAsked(kind, now)).forEach(askedFor::remove);
    }

    void forgetKinds(UserId owner) {
        askedFor.keys().stream()
                .filter(kind -> kind.owner().equals(Optional.of(owner)))
                .forEach(askedFor::remove);
    }
}
