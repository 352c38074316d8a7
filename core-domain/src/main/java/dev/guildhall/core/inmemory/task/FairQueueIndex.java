package dev.guildhall.core.inmemory.task;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskQueue;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Indexes the claimable tasks by flow, that is by owner and priority, and computes the start tags of start-time fair
 * queueing from them. Callers hold the lock of the transactions.
 */
final class FairQueueIndex {
    private record Flow(UserId owner, int priority) {
        static Flow of(TaskRow row) {
            return new Flow(row.task().countsFor(), row.task().spec().priority());
        }
    }

    private record Entry(Instant at, long number) {
        static final Comparator<Entry> ORDER = Comparator.comparing(Entry::at).thenComparingLong(Entry::number);

        static Entry of(TaskRow row) {
            return new Entry(row.place().at(), row.number());
        }
    }

    private final Map<Flow, NavigableSet<Entry>> flows = new HashMap<>();
    /** For each priority the tasks that were behind other tasks of their flow when they were enqueued. */
    private final NavigableMap<Integer, NavigableSet<Entry>> backlogs = new TreeMap<>();

    void replace(Optional<TaskRow> before, Optional<TaskRow> after) {
        before.filter(TaskRow::isReady).ifPresent(row -> {
            remove(flows, Flow.of(row), Entry.of(row));
            remove(backlogs, row.task().spec().priority(), Entry.of(row));
        });
        after.filter(TaskRow::isReady).ifPresent(row -> {
            add(flows, Flow.of(row), Entry.of(row));
            if (row.place().isBehind()) {
                add(backlogs, row.task().spec().priority(), Entry.of(row));
            }
        });
    }

    private static <K> void add(Map<K, NavigableSet<Entry>> sets, K key, Entry entry) {
        sets.computeIfAbsent(key, ignored -> new TreeSet<>(Entry.ORDER)).add(entry);
    }

    private static <K> void remove(Map<K, NavigableSet<Entry>> sets, K key, Entry entry) {
        sets.computeIfPresent(key, (ignored, set) -> {
            set.remove(entry);
            return set.isEmpty() ? null : set;
        });
    }

    /** Computes the place of a task that is enqueued now. */
    TaskRow.Place place(UserId countsFor, int priority, Instant now) {
        Optional<Instant> last = Optional.ofNullable(flows.get(new Flow(countsFor, priority)))
                .map(flow -> flow.last().at().plus(TaskQueue.STEP));
        Instant created = now.minus(TaskQueue.LEVEL.multipliedBy(priority));
        Instant start = Optional.ofNullable(backlogs.get(priority))
                .map(FairQueueIndex::behindFront)
                .orElse(created);
        Instant first = backlogs.headMap(priority, false).values().stream()
                .map(FairQueueIndex::behindFront)
                .filter(start::isAfter)
                .min(Comparator.naturalOrder())
                .orElse(start);
        return new TaskRow.Place(last.filter(first::isBefore).orElse(first), last.isPresent());
    }

    private static Instant behindFront(NavigableSet<Entry> backlog) {
        return backlog.first().at().plusNanos(1_000);
    }
}
