package dev.guildhall.app.queue;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The work that was done, from the logs of all nodes. */
final class WorkHistory {
    private final Map<TaskId, List<Span>> spans;

    /**
     * One attempt at a task.
     *
     * @param until when it ended, or its process did; the maximum when neither has
     * @param end how it ended; absent when its process was killed, or while it goes on
     */
    record Span(TaskId task, int fence, long from, long until, Optional<WorkLog.Word> end) {
        private Span ended(WorkLog.Entry entry) {
            return new Span(task, fence, from, entry.nanos(), Optional.of(entry.word()));
        }

        boolean isDone() {
            return end.equals(Optional.of(WorkLog.Word.ENDED));
        }
    }

    private WorkHistory(Map<TaskId, List<Span>> spans) {
        this.spans = spans;
    }

    static WorkHistory of(List<NodeProcess> nodes) {
        return new WorkHistory(nodes.stream()
                .flatMap(node -> spans(node).stream())
                .sorted(Comparator.comparingLong(Span::from))
                .collect(Collectors.groupingBy(Span::task)));
    }

    private static List<Span> spans(NodeProcess node) {
        List<WorkLog.Entry> entries = node.entries();
        long last = entries.isEmpty() ? 0 : entries.getLast().nanos();
        // The process may have worked between the decision to kill it and its end.
        long death = node.killed().isPresent() ? Math.max(last, node.killed().getAsLong()) : Long.MAX_VALUE;
        Map<TaskId, Span> open = new HashMap<>();
        List<Span> closed = new ArrayList<>();
        for (WorkLog.Entry entry : entries) {
            if (entry.word() == WorkLog.Word.BEGUN) {
                open.put(entry.task(), new Span(entry.task(), entry.fence(), entry.nanos(), death, Optional.empty()));
            } else {
                Optional.ofNullable(open.remove(entry.task())).ifPresent(span -> closed.add(span.ended(entry)));
            }
        }
        closed.addAll(open.values());
        return closed;
    }

    /** All attempts that began, in their order. */
    List<Span> of(TaskId task) {
        return spans.getOrDefault(task, List.of());
    }

    /** Tasks with two attempts at the same time. */
    List<Span> overlapping() {
        return pairs().filter(pair -> pair.first().until() > pair.second().from())
                .map(Pair::second)
                .toList();
    }

    /** Attempts whose fencing token is not greater than that of the attempt before. */
    List<Span> unfenced() {
        return pairs().filter(pair -> pair.first().fence() >= pair.second().fence())
                .map(Pair::second)
                .toList();
    }

    /** Two consecutive attempts at one task. */
    private record Pair(Span first, Span second) {}

    private Stream<Pair> pairs() {
        return spans.values().stream()
                .flatMap(attempts -> IntStream.range(1, attempts.size())
                        .mapToObj(i -> new Pair(attempts.get(i - 1), attempts.get(i))));
    }

    /** The attempt that ended a task which is completed. */
    Optional<Span> accepted(Task task) {
        return of(task.id()).stream()
                .filter(span -> span.fence() == task.fence() && span.isDone())
                .findFirst();
    }
}
