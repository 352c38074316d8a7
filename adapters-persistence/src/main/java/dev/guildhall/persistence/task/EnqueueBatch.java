package dev.guildhall.persistence.task;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tasks that one statement inserts: the tasks of several calls, in the order of the calls. At most one node starts
 * some of them at once. Tasks of one owner, priority, actor and type form a flow; the statement computes the place of
 * each flow once. Not thread-safe.
 */
final class EnqueueBatch {
    private static final int BETWEEN_MARKS = 16;

    private final List<NewTask> tasks = new ArrayList<>();
    private final List<Boolean> eager = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();
    private String node = "";
    private final List<NewTask> firsts = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();
    private final List<Integer> flows = new ArrayList<>();
    private final List<Integer> ranks = new ArrayList<>();

    private EnqueueBatch() {}

    /** The tasks of one call, and which of them a node starts at once. */
    record Call(List<NewTask> tasks, Optional<DirectDispatch> eager) {
        /** The node; empty when none of the tasks starts at once. */
        Optional<NodeId> node() {
            return eager.map(DirectDispatch::node);
        }

        private boolean isEager(int index) {
            return eager.filter(claim -> index < claim.most()).isPresent()
                    && tasks.get(index).spec().options().start().isEmpty()
                    && tasks.get(index).spec().options().concurrency().isEmpty();
        }
    }

    /**
     * The tasks that count for one user, and have one priority, follow each other in the queue, whatever their type; the
     * type decides whether they wait for a node.
     */
    private record UserPriority(UserId user, int priority) {}

    private record Flow(UserPriority group, UserId owner, Actor actor, TaskType type) {}

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
        batch.findFlows();
        return batch;
    }

    private void findFlows() {
        Map<Flow, Integer> numbers = new HashMap<>();
        Map<UserPriority, Integer> firstOf = new HashMap<>();
        Map<UserPriority, Integer> counts = new HashMap<>();
        for (NewTask task : tasks) {
            UserPriority group = new UserPriority(task.countsFor(), task.spec().priority());
            int start = firstOf.computeIfAbsent(group, _ -> flows.size() + 1);
            int number = numbers.computeIfAbsent(
                    new Flow(group, task.owner(), task.actor(), task.spec().type()), _ -> {
                        firsts.add(task);
                        starts.add(start);
                        return firsts.size();
                    });
            flows.add(number);
            ranks.add(counts.merge(group, 1, Integer::sum) - 1);
        }
    }

    /** The tasks of each call as they were stored, without those that were not. */
    List<List<Task>> kept(TaskInsert.Inserted inserted) {
        List<List<Task>> kept = new ArrayList<>();
        int begin = 0;
        for (int end : ends) {
            List<Task> ofCall = new ArrayList<>();
            for (int i = begin; i < end; i++) {
                if (!inserted.dropped().contains(i + 1)) {
                    Task task = Task.kept(tasks.get(i), inserted.at());
                    ofCall.add(inserted.claimed().contains(i + 1) ? started(task) : task);
                }
            }
            kept.add(List.copyOf(ofCall));
            begin = end;
        }
        return kept;
    }

    private Task started(Task kept) {
        return new Task(
                kept.id(),
                kept.owner(),
                kept.actor(),
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
        return tasks;
    }

    /** Whether each task starts at once. */
    Boolean[] eager() {
        return eager.toArray(Boolean[]::new);
    }

    /** The node that starts tasks; empty when all wait. */
    String node() {
        return node;
    }

    /** The first task of each flow. */
    List<NewTask> firsts() {
        return firsts;
    }

    /** For each flow the number of the first task of its user and priority, counted from 1. */
    Integer[] starts() {
        return starts.toArray(Integer[]::new);
    }

    /** For each task the number of its flow, counted from 1. */
    Integer[] flows() {
        return flows.toArray(Integer[]::new);
    }

    /** For each task the number of tasks before it that have the same user and priority. */
    Integer[] ranks() {
        return ranks.toArray(Integer[]::new);
    }

    /**
     * For each task whether it is a mark, by which later statements find the end of its flow. The last task of each
     * flow is one, and every sixteenth task of a user and priority.
     */
    Boolean[] marks() {
        Boolean[] marks = new Boolean[flows.size()];
        Set<Integer> seen = new HashSet<>();
        for (int i = marks.length - 1; i >= 0; i--) {
            marks[i] = seen.add(flows.get(i)) || ranks.get(i) % BETWEEN_MARKS == 0;
        }
        return marks;
    }
}
