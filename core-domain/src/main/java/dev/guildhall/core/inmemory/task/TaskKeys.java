package dev.guildhall.core.inmemory.task;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** The keys of the tasks that have not ended (tasks-39, tasks-40). Callers hold the lock of the transactions. */
final class TaskKeys {
    /** A key of an owner. */
    record Key(UserId owner, String key) {}

    private record Waiting(int limit, Instant place, long number, TaskId id) {
        static final Comparator<Waiting> ORDER = Comparator.comparingInt(Waiting::limit)
                .thenComparing(Waiting::place)
                .thenComparingLong(Waiting::number);
    }

    private final Map<Key, TaskId> unique = new HashMap<>();
    /** How many tasks with the key run, or can be claimed. */
    private final Map<Key, Integer> running = new HashMap<>();

    private final Map<Key, NavigableSet<Waiting>> waiting = new HashMap<>();

    void replace(Optional<TaskRow> before, Optional<TaskRow> after) {
        before.filter(row -> !row.isFinal()).ifPresent(this::remove);
        after.filter(row -> !row.isFinal()).ifPresent(this::add);
    }

    private void remove(TaskRow row) {
        uniqueOf(row).ifPresent(key -> unique.remove(key, row.task().id()));
        concurrencyOf(row.task()).ifPresent(key -> {
            if (row.wakeAt().isEmpty()) {
                running.computeIfPresent(key, (ignored, count) -> count == 1 ? null : count - 1);
            } else if (row.wakeAt().get().equals(TaskRow.FREE_KEY)) {
                waiting.computeIfPresent(key, (ignored, set) -> {
                    set.remove(waitingOf(row));
                    return set.isEmpty() ? null : set;
                });
            }
        });
    }

    private void add(TaskRow row) {
        uniqueOf(row).ifPresent(key -> unique.put(key, row.task().id()));
        concurrencyOf(row.task()).ifPresent(key -> {
            if (row.wakeAt().isEmpty()) {
                running.merge(key, 1, Integer::sum);
            } else if (row.wakeAt().get().equals(TaskRow.FREE_KEY)) {
                waiting.computeIfAbsent(key, ignored -> new TreeSet<>(Waiting.ORDER))
                        .add(waitingOf(row));
            }
        });
    }

    private static Optional<Key> uniqueOf(TaskRow row) {
        Task task = row.task();
        return task.spec().options().unique().map(key -> new Key(task.owner(), key));
    }

    /** The concurrency key of a task. */
    static Optional<Key> concurrencyOf(Task task) {
        return task.spec().options().concurrency().map(one -> new Key(task.owner(), one.key()));
    }

    private static Waiting waitingOf(TaskRow row) {
        int limit = row.task()
                .spec()
                .options()
                .concurrency()
                .map(Concurrency::limit)
                .orElse(0);
        return new Waiting(limit, row.order(), row.number(), row.task().id());
    }

    /** The task that has a unique key. */
    Optional<TaskId> holder(Key key) {
        return Optional.ofNullable(unique.get(key));
    }

    /** A task that waits for the key and may start now. */
    Optional<TaskId> next(Key key) {
        int count = running.getOrDefault(key, 0);
        return Optional.ofNullable(waiting.get(key))
                .map(set -> set.higher(new Waiting(count, Instant.MAX, Long.MAX_VALUE, new TaskId("task_0"))))
                .map(Waiting::id);
    }
}
