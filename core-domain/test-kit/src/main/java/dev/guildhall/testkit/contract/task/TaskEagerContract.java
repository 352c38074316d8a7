package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static dev.guildhall.testkit.contract.task.QueueContract.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.WorkerScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How a node begins tasks the moment they are kept. */
public interface TaskEagerContract extends QueueContract {
    private List<Task> enqueue(List<NewTask> tasks, NodeId node, int most) {
        return tasks().enqueue(tasks, 0, Optional.of(new DirectDispatch(node, most)))
                .kept()
                .orElseThrow();
    }

    private List<NewTask> some(int howMany) {
        UserId owner = someone();
        return Stream.generate(() -> Sample.task(owner).build()).limit(howMany).toList();
    }

    private static List<TaskStatus> statuses(List<Task> tasks) {
        return tasks.stream().map(Task::status).toList();
    }

    @Test
    default void the_first_of_the_tasks_run_and_the_others_wait() {
        NodeId node = node();

        List<Task> kept = enqueue(some(3), node, 2);

        assertThat(statuses(kept)).containsExactly(TaskStatus.RUNNING, TaskStatus.RUNNING, TaskStatus.QUEUED);
        Task first = kept.getFirst();
        assertThat(lease(first)).isEqualTo(new Lease(node.value(), 1));
        assertThat(first.attempts()).isEqualTo(1);
        assertThat(first.fence()).isEqualTo(1);
        assertThat(first.startedAt()).contains(first.createdAt());
        assertThat(first.asKept().status()).isEqualTo(TaskStatus.QUEUED);
        assertThat(kept)
                .allSatisfy(task -> assertThat(find(task))
                        .usingRecursiveComparison()
                        .ignoringFields("state.heartbeat")
                        .isEqualTo(task));
        assertThat(claimedIds(node(), MANY)).containsExactly(kept.getLast().id());
    }

    @Test
    default void what_runs_at_once_ends_like_everything_else() {
        NodeId node = node();
        List<Task> kept = enqueue(some(2), node, 5);

        assertThat(end(node, kept.getFirst(), new AttemptEnd.Final(DONE))).isTrue();
        assertThat(end(node, kept.getFirst(), new AttemptEnd.Final(DONE))).isFalse();
        assertThat(end(node, kept.getLast(), new AttemptEnd.GivenBack())).isTrue();

        assertThat(find(kept.getFirst()).state()).isEqualTo(DONE);
        assertThat(find(kept.getFirst()).startedAt()).isEqualTo(kept.getFirst().startedAt());
        Task again = claimOne(node());
        assertThat(again.id()).isEqualTo(kept.getLast().id());
        assertThat(again.attempts()).isEqualTo(1);
        assertThat(again.fence()).isEqualTo(2);
    }

    @Test
    default void a_node_knows_what_it_was_given() {
        NodeId node = node();

        List<Task> kept = enqueue(some(2), node, 2);

        assertThat(ids(tasks().held(node))).isEqualTo(ids(kept));
    }

    @Test
    default void a_node_without_a_lease_is_given_nothing() {
        NodeId gone = node();
        passTime(LEASE.plusSeconds(1));

        List<Task> kept = new ArrayList<>(enqueue(some(1), gone, 1));
        kept.addAll(enqueue(some(1), new NodeId(Sample.id("node")), 1));

        assertThat(statuses(kept)).containsOnly(TaskStatus.QUEUED);
        assertThat(claimedIds(node(), MANY)).containsExactlyElementsOf(ids(kept));
    }

    @Test
    default void what_a_node_left_behind_is_taken_back() {
        NodeId node = node();
        Task kept = enqueue(some(1), node, 1).getFirst();

        passTime(LEASE.plusSeconds(1));

        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).containsExactly(kept.id());
        assertThat(claimOne(node()).fence()).isEqualTo(2);
    }

    @Test
    default void what_workers_outside_wait_for_waits_for_them() {
        NodeId node = node();
        UserId owner = someone();
        NewTask wanted = Sample.task(owner).build();
        WorkerScope scope =
                new WorkerScope(Optional.of(owner), Set.of(wanted.spec().type()));
        tasks().lease(scope, List.of(new LeaseId(Sample.id("lease"))), Duration.ofMinutes(1));

        Task kept = enqueue(List.of(wanted), node, 1).getFirst();

        assertThat(kept.status()).isEqualTo(TaskStatus.QUEUED);
        assertThat(ids(tasks().lease(scope, List.of(new LeaseId(Sample.id("lease"))), Duration.ofMinutes(1))))
                .containsExactly(kept.id());
    }

    @Test
    default void in_a_transaction_everything_waits() {
        NodeId node = node();

        List<Task> kept = stores().transactions().inTransaction(() -> enqueue(some(2), node, 2));

        assertThat(statuses(kept)).containsOnly(TaskStatus.QUEUED);
        assertThat(claimedIds(node, MANY)).containsExactlyElementsOf(ids(kept));
    }

    @Test
    default void without_room_nothing_begins() {
        NodeId node = node();
        tasks().enqueue(some(2), 0);

        assertThat(tasks().enqueue(some(2), 3, Optional.of(new DirectDispatch(node, 2)))
                        .kept())
                .isEmpty();
        assertThat(tasks().held(node)).isEmpty();
        assertThat(tasks().enqueue(some(1), 3, Optional.of(new DirectDispatch(node, 1)))
                        .kept())
                .hasValueSatisfying(kept -> assertThat(statuses(kept)).containsOnly(TaskStatus.RUNNING));
    }

    @Test
    default void nobody_is_told_to_claim_what_runs_already() {
        NodeId node = node();
        List<TaskHint> hints = Collections.synchronizedList(new ArrayList<>());

        try (var listening = tasks().listen(hints::add)) {
            assertThat(listening).isNotNull();
            enqueue(some(2), node, 2);
            assertThat(hints).doesNotContain(new TaskHint.Ready());
            enqueue(some(2), node, 1);
            assertThat(hints).contains(new TaskHint.Ready());
        }
    }

    @Test
    default void many_at_once_each_begin_their_own() throws Exception {
        NodeId one = node();
        NodeId two = node();
        List<Task> kept = Collections.synchronizedList(new ArrayList<>());
        List<Callable<List<Task>>> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            NodeId node = i % 2 == 0 ? one : two;
            int most = i % 3;
            calls.add(() -> {
                List<Task> mine =
                        most == 0 ? tasks().enqueue(some(2), 0).kept().orElseThrow() : enqueue(some(2), node, most);
                assertThat(mine.stream().map(task -> task.state() instanceof TaskState.Running))
                        .containsExactly(most > 0, most > 1);
                assertThat(mine.stream().filter(task -> task.state() instanceof TaskState.Running))
                        .allSatisfy(task -> assertThat(lease(task).holder()).isEqualTo(node.value()));
                kept.addAll(mine);
                return mine;
            });
        }

        AtOnce.run(calls);

        assertThat(kept).hasSize(80);
        List<Task> running = kept.stream()
                .filter(task -> task.state() instanceof TaskState.Running)
                .toList();
        assertThat(ids(running))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(tasks().held(one).stream(), tasks().held(two).stream())
                                .map(Task::id)
                                .toList());
        assertThat(claim(one, MANY)).hasSize(80 - running.size());
    }
}
