package dev.guildhall.core.inmemory.task;

import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** An index of some of the tasks, in the order of one of their times. Callers hold the lock of the transactions. */
final class TaskIndex {
    /** The place of a task. Of two tasks with the same time, the one that was stored first comes first. */
    private record Place(Instant at, long number, TaskId id) {}

    private final NavigableSet<Place> places =
            new TreeSet<>(Comparator.comparing(Place::at).thenComparingLong(Place::number));
    private final Function<TaskRow, Optional<Instant>> time;

    /** The time of a task is empty when the index does not contain the task. */
    TaskIndex(Function<TaskRow, Optional<Instant>> time) {
        this.time = time;
    }

    void replace(Optional<TaskRow> before, Optional<TaskRow> after) {
        before.flatMap(this::place).ifPresent(places::remove);
        after.flatMap(this::place).ifPresent(places::add);
    }

    private Optional<Place> place(TaskRow row) {
        return time.apply(row).map(at -> new Place(at, row.number(), row.task().id()));
    }

    int size() {
        return places.size();
    }

    /** All tasks in order. The index must not change while the stream is read. */
    Stream<TaskId> all() {
        return places.stream().map(Place::id);
    }

    /** The tasks whose time is not after {@code now}, in order. The index must not change while the stream is read. */
    Stream<TaskId> until(Instant now) {
        return places.stream().takeWhile(place -> !place.at().isAfter(now)).map(Place::id);
    }
}
