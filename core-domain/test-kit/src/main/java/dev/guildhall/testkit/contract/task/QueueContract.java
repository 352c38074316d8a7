package dev.guildhall.testkit.contract.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A queue with its workflows, empty at the beginning of each test, and what tests do with it. */
public interface QueueContract {
    Duration LEASE = Duration.ofSeconds(15);
    int MANY = 1_000;
    int ATTEMPTS = 3;
    TaskError ERROR = new TaskError("SAMPLE", "it went wrong, 茶", ErrorKind.UPSTREAM_FAILED);
    TaskError LOST = new TaskError("WORKER_LOST", "the worker was lost", ErrorKind.INTERNAL);
    TaskState.Ended DONE = new TaskState.Completed(Map.of("result", "done"));
    TaskFilter ALL = new TaskFilter(Optional.empty(), Optional.empty(), Optional.empty());
    PageRequest EVERYTHING = new PageRequest(new Limit(Limit.MAX), Optional.empty());

    /** Where accounts and transactions come from. */
    Stores stores();

    /** The queue. */
    default TaskStore tasks() {
        return stores().tasks();
    }

    /** The workflows of the same. */
    default WorkflowStore workflows() {
        return stores().workflows();
    }

    /** Lets time pass for both. Moments that were read before are not to be compared with those that are read afterwards. */
    void passTime(Duration time);

    /** A user without an account: what most tests are about needs none. */
    default UserId someone() {
        return new UserId(UserId.EXTERNAL + Sample.id("someone"));
    }

    /** A node with a lease. */
    default NodeId node() {
        NodeId node = new NodeId(Sample.id("node"));
        assertThat(tasks().renew(node, LEASE)).isTrue();
        return node;
    }

    default Task enqueue(NewTask task) {
        return tasks().enqueue(List.of(task), 0).kept().orElseThrow().getFirst();
    }

    default Task find(Task task) {
        return tasks().find(task.id()).orElseThrow();
    }

    default List<Task> claim(NodeId node, int most) {
        return tasks().settleAndClaim(new SettleAndClaim(node, List.of(), most)).claimed();
    }

    default List<TaskId> claimedIds(NodeId node, int most) {
        return ids(claim(node, most));
    }

    default Task claimOne(NodeId node) {
        return claim(node, 1).getFirst();
    }

    default boolean end(NodeId node, Task claimed, AttemptEnd.Result result) {
        return tasks().settleAndClaim(
                        new SettleAndClaim(node, List.of(new AttemptEnd(claimed.id(), lease(claimed), result)), 0))
                .accepted()
                .getFirst();
    }

    /** A task that a node has just claimed and completed. */
    default Task completed(NewTask task) {
        NodeId node = node();
        enqueue(task);
        Task claimed = claimOne(node);
        assertThat(end(node, claimed, new AttemptEnd.Final(DONE))).isTrue();
        return find(claimed);
    }

    static Lease lease(Task claimed) {
        return ((TaskState.Running) claimed.state()).lease();
    }

    static List<TaskId> ids(List<Task> tasks) {
        return tasks.stream().map(Task::id).toList();
    }
}
