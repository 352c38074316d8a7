package dev.guildhall.core.inmemory.task;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * All tasks, with an index for each state in the order in which the queue reads it. Callers hold the lock of the
 * transactions.
 */
final class TaskTable {
    private final InMemoryTransactions transactions;
    private final UndoableMap<TaskId, TaskRow> rows;
    private final TaskIndex ready = new TaskIndex(when(TaskRow::isReady, TaskRow::order));
    private final TaskIndex delayed = new TaskIndex(TaskRow::wakeAt);
    private final TaskIndex running =
            new TaskIndex(when(row -> row.lease().isPresent(), row -> row.task().createdAt()));
    private final TaskIndex sleeping = new TaskIndex(TaskRow::sleepsUntil);
    private final TaskIndex expiring =
            new TaskIndex(when(row -> !row.isFinal(), row -> row.task().expiresAt()));
    private final TaskIndex queued = new TaskIndex(when(
            row -> row.task().state() instanceof TaskState.Queued,
            row -> row.task().createdAt()));
    private final TaskIndex forOwner =
            new TaskIndex(when(TaskRow::waits, row -> row.task().createdAt()));
    private final TaskIndex unprocessed =
            new TaskIndex(row -> row.unprocessed() ? row.task().completedAt() : Optional.empty());
    private final TaskIndex finished =
            new TaskIndex(row -> row.task().part().isEmpty() ? row.task().completedAt() : Optional.empty());
    private final List<TaskIndex> indexes =
            List.of(ready, delayed, running, sleeping, expiring, queued, forOwner, unprocessed, finished);
    private final FairQueueIndex flows = new FairQueueIndex();
    private final TaskKeys keys = new TaskKeys();
    private final Map<UserId, Integer> sleepingOf = new HashMap<>();
    private long numbers;

    TaskTable(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.rows = new UndoableMap<>(transactions);
    }

    private static Function<TaskRow, Optional<Instant>> when(
            Predicate<TaskRow> belongs, Function<TaskRow, Instant> time) {
        return row -> belongs.test(row) ? Optional.of(time.apply(row)) : Optional.empty();
    }

    /** The number of the next task. */
    long nextNumber() {
        return ++numbers;
    }

    Optional<TaskRow> get(TaskId id) {
        return rows.get(id);
    }

    List<TaskRow> all() {
        return rows.values();
    }

    TaskRow put(TaskRow row) {
        TaskId id = row.task().id();
        Optional<TaskRow> before = rows.get(id);
        rows.put(id, row);
        reindex(before, Optional.of(row));
        return row;
    }

    void remove(TaskId id) {
        reindex(rows.remove(id), Optional.empty());
    }

    private void reindex(Optional<TaskRow> before, Optional<TaskRow> after) {
        replace(before, after);
        transactions.onUndo(() -> replace(after, before));
    }

    private void replace(Optional<TaskRow> before, Optional<TaskRow> after) {
        indexes.forEach(index -> index.replace(before, after));
        flows.replace(before, after);
        keys.replace(before, after);
        before.filter(TaskTable::isSleeping)
                .ifPresent(row -> sleepingOf.computeIfPresent(
                        row.task().countsFor(), (ignored, count) -> count == 1 ? null : count - 1));
        after.filter(TaskTable::isSleeping)
                .ifPresent(row -> sleepingOf.merge(row.task().countsFor(), 1, Integer::sum));
    }

    private static boolean isSleeping(TaskRow row) {
        return row.sleepsUntil().isPresent() || row.wakeAt().isPresent();
    }

    /** Computes the place of a task that is enqueued now. */
    TaskRow.Place place(UserId countsFor, int priority, Instant now) {
        return flows.place(countsFor, priority, now);
    }

    TaskKeys keys() {
        return keys;
    }

    /** The tasks that can be claimed, in the order of the queue. */
    Stream<TaskRow> ready() {
        return rowsOf(ready.all());
    }

    /** How many tasks are queued, whether they can be claimed or not. */
    int queued() {
        return queued.size();
    }

    /** How many tasks can be claimed. */
    int claimable() {
        return ready.size();
    }

    /** How many of the tasks that count for a user can be claimed. */
    long claimableOf(UserId user) {
        return ready().filter(row -> row.task().countsFor().equals(user)).count();
    }

    /** The waiting task that was created first. */
    Optional<Task> oldest() {
        return rowsOf(queued.all()).map(TaskRow::task).findFirst();
    }

    /** The running tasks that a node or a worker has. */
    Stream<TaskRow> running() {
        return rowsOf(running.all());
    }

    /** The tasks that wait for their owners. */
    Stream<TaskRow> waitingForOwners() {
        return rowsOf(forOwner.all());
    }

    int runningNow() {
        return running.size() + sleeping.size();
    }

    /** How many of the tasks that count for a user sleep, or wait for something else than a slot. */
    int sleepingOf(UserId user) {
        return sleepingOf.getOrDefault(user, 0);
    }

    /** The sleeping tasks, those first that end first. */
    Stream<TaskRow> sleeping() {
        return rowsOf(sleeping.all());
    }

    /** The tasks whose time has come, and that wait for no key. */
    Stream<TaskRow> awake(Instant now) {
        return rowsOf(delayed.until(now));
    }

    /** The tasks that have not ended and whose time to live has passed. */
    Stream<TaskRow> expired(Instant now) {
        return rowsOf(expiring.until(now));
    }

    /** The ended steps that their workflow has not processed, oldest end first. */
    Stream<TaskRow> unprocessed() {
        return rowsOf(unprocessed.all());
    }

    /** The tasks that have ended and belong to no workflow, oldest end first. */
    Stream<TaskRow> finished() {
        return rowsOf(finished.all());
    }

    /** Removes the tasks that ended first, without those of workflows, so that no more than so many are left. */
    void keepFinished(int most) {
        while (finished.size() > most) {
            finished.all().findFirst().ifPresent(this::remove);
        }
    }

    private Stream<TaskRow> rowsOf(Stream<TaskId> ids) {
        return ids.flatMap(id -> rows.get(id).stream());
    }
}
