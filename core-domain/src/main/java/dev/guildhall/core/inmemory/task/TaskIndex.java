package dev.guildhall.core.inmemory.task;

import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Some of the tasks in the order of a time that they have. Used under the lock of its transactions. */
final class TaskIndex {
    /** Where a task stands: of two with the same time, the one that was kept first. */
    private record Place(Instant at, long number, TaskId id) {}

    private final NavigableSet<Place> places =
            new TreeSet<>(Comparator.comparing(Place::at).thenComparingLong(Place::number));
    private final Function<TaskRow, Optional<Instant>> time;

    /**
     * An index.
     *
     * @param time of a task; empty when it does not belong here
     */
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

    /** In order; the index must not change meanwhile. */
    Stream<TaskId> all() {
        return places.stream().map(Place::id);
    }

    /** Those whose time has come, in order; the index must not change meanwhile. */
    Stream<TaskId> until(Instant now) {
        return places.stream().takeWhile(place -> !place.at().isAfter(now)).map(Place::id);
    }
}
