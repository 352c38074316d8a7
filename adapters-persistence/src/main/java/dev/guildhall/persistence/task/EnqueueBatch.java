package dev.guildhall.persistence.task;

import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tasks for one statement, those of several calls one after the other; there is one node at most that begins some at
 * once.
 */
final class EnqueueBatch {
    private final List<NewTask> tasks = new ArrayList<>();
    private final List<Boolean> eager = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();
    private String node = "";

    private EnqueueBatch() {}

    /** What one call brings, and which of it a node begins at once. */
    record Call(List<NewTask> tasks, Optional<DirectDispatch> eager) {
        /** The node; empty when none of it is begun at once. */
        Optional<NodeId> node() {
            return eager.map(DirectDispatch::node);
        }

        private boolean isEager(int index) {
            return eager.filter(claim -> index < claim.most()).isPresent();
        }
    }

    /**
     * That tasks were kept.
     *
     * @param at when
     * @param claimed the numbers of those that run at once, counted from 1
     * @param first a place that none of those that wait for a node or a worker outside stands before; absent when none
     *     waits
     */
    record Insertion(Instant at, Set<Integer> claimed, Optional<Long> first) {}

    static EnqueueBatch of(List<Call> calls) {
        EnqueueBatch batch = new EnqueueBatch();
        for (Call call : calls) {
            for (int i = 0; i < call.tasks().size(); i++) {
                batch.tasks.add(call.tasks().get(i));
                batch.eager.add(call.isEager(i));
            }
            batch.ends.add(batch.tasks.size());
            call.eager().ifPresent(claim -> batch.node = claim.node().value());
        }
        return batch;
    }

    /** The tasks of each call as they were kept. */
    List<List<Task>> kept(Insertion inserted) {
        List<Task> all = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            Task task = Task.kept(tasks.get(i), inserted.at());
            all.add(inserted.claimed().contains(i + 1) ? begun(task) : task);
        }
        List<List<Task>> kept = new ArrayList<>();
        int begin = 0;
        for (int end : ends) {
            kept.add(List.copyOf(all.subList(begin, end)));
            begin = end;
        }
        return kept;
    }

    private Task begun(Task kept) {
        return new Task(
                kept.id(),
                kept.owner(),
                kept.profileId(),
                kept.spec(),
                kept.part(),
                kept.createdAt(),
                Optional.of(kept.createdAt()),
                Optional.empty(),
                1,
                1,
                List.of(),
                new TaskState.Running(new Lease(node, 1), kept.createdAt(), kept.createdAt()));
    }

    List<NewTask> tasks() {
        return List.copyOf(tasks);
    }

    /** Of each of them, whether it is begun at once. */
    Boolean[] eager() {
        return eager.toArray(Boolean[]::new);
    }

    /** The node that starts them; empty when they wait. */
    String node() {
        return node;
    }
}
