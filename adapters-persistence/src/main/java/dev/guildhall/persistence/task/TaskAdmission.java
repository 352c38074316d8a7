package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.problem.TaskProblem.QueueFull;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Admits tasks to the queue up to its capacity. One row holds an upper bound of how many tasks wait; a transaction that
 * inserts tasks, or puts them back, raises it first. When it would pass the capacity, the tasks are counted again, under
 * a lock that all who raise it take. No transaction of a caller holds that lock: a node that freezes inside of one would
 * stop all others. So the bound stays too high when such a transaction is rolled back, until the tasks are counted again.
 */
final class TaskAdmission {
    /** Selects the current version of the row; a concurrent change creates a higher one. */
    static final String LIVE = "version >= (SELECT max(version) FROM task_admission)";

    private static final String RESERVE =
            "UPDATE task_admission SET bound = bound + :many, version = version + 1 WHERE " + LIVE
                    + " AND NOT loose AND bound + :many <= :open";

    private final Db queue;
    private final QueueEvents events;
    private final TaskInsert insert;

    /** @param queue the connections for statements that belong to no caller's transaction */
    TaskAdmission(Db queue, QueueEvents events) {
        this.queue = queue;
        this.events = events;
        this.insert = new TaskInsert(events.nodeMark(), events.workerMark());
    }

    /**
     * Enqueues several calls, in the open transaction or in one of its own. Of each call it enqueues all tasks or none.
     *
     * @return for each call, in their order, its tasks or the bound that they exceed
     */
    List<Enqueued> admit(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        return capacity == 0 ? uncounted(db, calls) : counted(db, calls, capacity);
    }

    /** Raises the bound for tasks that will wait again, before they are put back. */
    static void raise(Db queue, int howMany) {
        queue.update(
                "UPDATE task_admission SET bound = bound + :many, version = version + 1 WHERE " + LIVE,
                Map.of("many", howMany));
    }

    private List<Enqueued> uncounted(Db db, List<EnqueueBatch.Call> calls) {
        EnqueueBatch batch = EnqueueBatch.of(calls);
        Optional<TaskInsert.Inserted> inserted = db.with(handle -> insert.uncounted(handle, batch));
        return kept(
                db,
                batch,
                inserted.orElseGet(() -> db.atomically(handle -> {
                    handle.execute("UPDATE task_admission SET loose = true, version = version + 1 WHERE " + LIVE);
                    return insert.admitted(handle, batch);
                })));
    }

    private List<Enqueued> counted(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        if (db.isOpen()) {
            return reserved(db, calls, capacity);
        }
        EnqueueBatch batch = EnqueueBatch.of(calls);
        Optional<TaskInsert.Inserted> inserted = db.with(handle -> insert.counted(handle, batch, openToAll(capacity)));
        return inserted.map(done -> kept(db, batch, done))
                .orElseGet(
                        () -> db.atomically(handle -> enqueued(db, handle, calls, recounted(handle, calls, capacity))));
    }

    /** Reserves the places in a transaction of its own, since that of the caller may last. */
    private List<Enqueued> reserved(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        int many = calls.stream().mapToInt(call -> call.tasks().size()).sum();
        boolean isReserved = queue.update(RESERVE, Map.of("many", many, "open", openToAll(capacity))) == 1;
        List<Optional<Enqueued.Full>> bounds = isReserved
                ? calls.stream().map(_ -> Optional.<Enqueued.Full>empty()).toList()
                : queue.atomically(handle -> recounted(handle, calls, capacity));
        return db.with(handle -> enqueued(db, handle, calls, bounds));
    }

    private List<Enqueued> kept(Db db, EnqueueBatch batch, TaskInsert.Inserted inserted) {
        inserted.first().ifPresent(place -> db.afterCommit(() -> events.ready(place)));
        return batch.kept(inserted).stream().<Enqueued>map(Enqueued.Kept::new).toList();
    }

    /**
     * Admits or refuses one call after the other, and returns the bounds that they exceed. While this transaction holds
     * the lock, no other one can add tasks.
     */
    private static List<Optional<Enqueued.Full>> recounted(
            Handle handle, List<EnqueueBatch.Call> calls, long capacity) {
        handle.execute("SELECT FROM task_admission WHERE " + LIVE + " FOR UPDATE");
        Room room = new Room(capacity, waiting(handle, capacity + 1));
        long before = room.waiting();
        List<Optional<Enqueued.Full>> bounds = new ArrayList<>();
        calls.forEach(call -> bounds.add(room.take(call.tasks())));
        handle.createUpdate(
                        "UPDATE task_admission SET bound = :bound, loose = :loose, version = version + 1 WHERE " + LIVE)
                .bind("bound", room.waiting())
                // The count stops at one task above the capacity, so it is inexact then.
                .bind("loose", before > capacity)
                .execute();
        return bounds;
    }

    /** Inserts the tasks of the calls that exceed no bound. */
    private List<Enqueued> enqueued(
            Db db, Handle handle, List<EnqueueBatch.Call> calls, List<Optional<Enqueued.Full>> bounds) {
        List<EnqueueBatch.Call> admitted = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            if (bounds.get(i).isEmpty()) {
                admitted.add(calls.get(i));
            }
        }
        Iterator<Enqueued> kept = admitted.isEmpty() ? Collections.emptyIterator() : admitted(db, handle, admitted);
        return bounds.stream()
                .map(bound -> bound.<Enqueued>map(full -> full).orElseGet(kept::next))
                .toList();
    }

    private static Map<String, Long> waiting(Handle handle, long most) {
        String count = """
            SELECT share, count(*) AS waiting
            FROM (SELECT coalesce(counts_for, owner) AS share FROM task_queue WHERE state <= 2 LIMIT :most) waiting
            GROUP BY share
            """;
        Map<String, Long> counts = new HashMap<>();
        handle.createQuery(count)
                .bind("most", most)
                .map((row, _) -> counts.put(row.getString("share"), row.getLong("waiting")))
                .list();
        return counts;
    }

    private Iterator<Enqueued> admitted(Db db, Handle handle, List<EnqueueBatch.Call> calls) {
        EnqueueBatch batch = EnqueueBatch.of(calls);
        return kept(db, batch, insert.admitted(handle, batch)).iterator();
    }

    /** Counts the tasks that wait, in total and per user that they count for. Not thread-safe. */
    private static final class Room {
        private final long capacity;
        private final Map<String, Long> waitingOf;
        private long waiting;

        Room(long capacity, Map<String, Long> waitingOf) {
            this.capacity = capacity;
            this.waitingOf = waitingOf;
            this.waiting =
                    waitingOf.values().stream().mapToLong(Long::longValue).sum();
        }

        long waiting() {
            return waiting;
        }

        /** Counts all of the tasks as waiting, or returns the bound that they exceed. */
        Optional<Enqueued.Full> take(List<NewTask> tasks) {
            Map<String, Long> more = tasks.stream()
                    .collect(Collectors.groupingBy(task -> task.countsFor().value(), Collectors.counting()));
            if (waiting + tasks.size() > capacity) {
                return Optional.of(new Enqueued.Full(QueueFull.Bound.CAPACITY));
            }
            boolean isLastEighth = waiting + tasks.size() > openToAll(capacity);
            if (isLastEighth
                    && more.entrySet().stream()
                            .anyMatch(owner ->
                                    waitingOf.getOrDefault(owner.getKey(), 0L) + owner.getValue() > capacity / 8)) {
                return Optional.of(new Enqueued.Full(QueueFull.Bound.OWNER));
            }
            waiting += tasks.size();
            more.forEach((owner, count) -> waitingOf.merge(owner, count, Long::sum));
            return Optional.empty();
        }
    }

    private static long openToAll(long capacity) {
        return capacity - capacity / 8;
    }
}
