package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem.QueueFull;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Admits tasks to the queue up to its capacity. One row holds an upper bound of how many tasks wait; a transaction that
 * inserts tasks, or puts them back, raises it first. When it would pass the capacity, the tasks are counted again, and
 * the count replaces the bound unless another transaction has changed the row since: then they are counted once more.
 * Tasks without a bound of their own, such as the steps of a running workflow, raise it too. Tasks that wait for a time, their
 * key or their owners are not counted; the bound is raised when their wait ends. Each change of the row is one statement that
 * commits by itself, and no lock of it is held from one statement to the next: a node that freezes would stop all others. So the bound stays too high when a caller's transaction is rolled
 * back, until the tasks are counted again.
 */
final class TaskAdmission {
    /** Selects the current version of the row; a concurrent change creates a higher one. */
    static final String LIVE = "version >= (SELECT max(version) FROM task_admission)";

    /** How often the tasks are counted for one call while other transactions change the count. */
    private static final int COUNTS = 20;

    /** Raises the bound for tasks that are not refused. */
    static final String RAISE = "UPDATE task_admission SET bound = bound + :many, version = version + 1 WHERE " + LIVE;

    /**
     * Raises the bound for new tasks, unless it would pass what is open to all. The row is loose when a node of an
     * earlier version has inserted tasks without raising the bound; they are counted then.
     */
    static final String RESERVE = RAISE + " AND NOT loose AND bound + :many <= :open";

    /** The version and the count are of one moment. */
    private static final String COUNT = """
        SELECT a.version, w.share, w.waiting
        FROM (SELECT version FROM task_admission WHERE %s) a LEFT JOIN (
            SELECT share, count(*) AS waiting
            FROM (SELECT coalesce(counts_for, owner) AS share FROM task_queue WHERE state <= 1 LIMIT :most) waiting
            GROUP BY share) w ON true
        """.formatted(LIVE);

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

    /** Raises the bound for tasks that are about to be put into the queue, in a transaction of its own. */
    static void raise(Db queue, int howMany) {
        queue.update(RAISE, Map.of("many", howMany));
    }

    private List<Enqueued> uncounted(Db db, List<EnqueueBatch.Call> calls) {
        if (db.isOpen()) {
            raise(queue, tasksOf(calls));
            return insertedAsReserved(db, calls);
        }
        EnqueueBatch batch = EnqueueBatch.of(calls);
        return kept(db, batch, db.with(handle -> insert.uncounted(handle, batch)));
    }

    private static int tasksOf(List<EnqueueBatch.Call> calls) {
        return calls.stream().mapToInt(call -> call.tasks().size()).sum();
    }

    private List<Enqueued> counted(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        if (db.isOpen()) {
            return reserved(db, calls, capacity);
        }
        EnqueueBatch batch = EnqueueBatch.of(calls);
        Optional<TaskInsert.Inserted> inserted = db.with(handle -> insert.counted(handle, batch, openToAll(capacity)));
        return inserted.map(done -> kept(db, batch, done))
                .orElseGet(() -> recounted(calls, capacity, (admitted, count) -> inserted(db, admitted, count)));
    }

    private Optional<List<Enqueued>> inserted(Db db, List<EnqueueBatch.Call> admitted, Recount count) {
        EnqueueBatch batch = EnqueueBatch.of(admitted);
        return db.with(handle -> insert.recounted(handle, batch, count)).map(done -> kept(db, batch, done));
    }

    /** Reserves the places in a transaction of its own, since that of the caller may last. */
    private List<Enqueued> reserved(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        boolean isReserved = queue.update(RESERVE, Map.of("many", tasksOf(calls), "open", openToAll(capacity))) == 1;
        return isReserved
                ? insertedAsReserved(db, calls)
                : recounted(
                        calls,
                        capacity,
                        (admitted, count) ->
                                isReplaced(count) ? Optional.of(insertedAsReserved(db, admitted)) : Optional.empty());
    }

    private boolean isReplaced(Recount count) {
        return queue.update(Recount.REPLACE, Map.of("version", count.version(), "bound", count.bound())) == 1;
    }

    private List<Enqueued> insertedAsReserved(Db db, List<EnqueueBatch.Call> calls) {
        EnqueueBatch batch = EnqueueBatch.of(calls);
        return kept(db, batch, db.with(handle -> insert.admitted(handle, batch)));
    }

    private List<Enqueued> kept(Db db, EnqueueBatch batch, TaskInsert.Inserted inserted) {
        inserted.first().ifPresent(place -> db.afterCommit(() -> events.ready(place)));
        return batch.kept(inserted).stream().<Enqueued>map(Enqueued.Kept::new).toList();
    }

    /** Stores admitted calls with the new count; empty when the count was changed meanwhile. */
    private interface Admitted extends BiFunction<List<EnqueueBatch.Call>, Recount, Optional<List<Enqueued>>> {}

    private List<Enqueued> recounted(List<EnqueueBatch.Call> calls, long capacity, Admitted store) {
        for (int i = 0; i < COUNTS; i++) {
            Count count = count(capacity + 1);
            Room room = new Room(capacity, count.waitingOf());
            List<Optional<Enqueued.Full>> bounds =
                    calls.stream().map(call -> room.take(call.tasks())).toList();
            Optional<List<Enqueued>> kept = stored(calls, bounds, new Recount(count.version(), room.waiting()), store);
            if (kept.isPresent()) {
                Iterator<Enqueued> each = kept.get().iterator();
                return bounds.stream()
                        .map(bound -> bound.<Enqueued>map(full -> full).orElseGet(each::next))
                        .toList();
            }
        }
        throw new Refusal(new CommonProblem.Unavailable("queue", "is in use by many others"));
    }

    private static Optional<List<Enqueued>> stored(
            List<EnqueueBatch.Call> calls, List<Optional<Enqueued.Full>> bounds, Recount count, Admitted store) {
        List<EnqueueBatch.Call> admitted = IntStream.range(0, calls.size())
                .filter(i -> bounds.get(i).isEmpty())
                .mapToObj(calls::get)
                .toList();
        return admitted.isEmpty() ? Optional.of(List.of()) : store.apply(admitted, count);
    }

    private record Count(long version, Map<String, Long> waitingOf) {}

    private Count count(long most) {
        Map<String, Long> waitingOf = new HashMap<>();
        return queue.list(COUNT, Map.of("most", most), (row, _) -> {
                    String share = row.getString("share");
                    if (share != null) {
                        waitingOf.put(share, row.getLong("waiting"));
                    }
                    return new Count(row.getLong("version"), waitingOf);
                })
                .getFirst();
    }

    /**
     * A bound that replaces the one of a version.
     *
     * @param version the version of the row when the tasks were counted
     * @param bound how many tasks wait, with those that are inserted
     */
    record Recount(long version, long bound) {
        static final String REPLACE = "UPDATE task_admission SET bound = :bound, loose = false, version = version + 1"
                + " WHERE version = :version";
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
