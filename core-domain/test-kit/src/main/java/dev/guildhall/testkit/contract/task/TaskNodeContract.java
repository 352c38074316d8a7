package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static dev.guildhall.testkit.contract.task.QueueContract.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Backoff;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.NodeDetails;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of tasks whose node stops, in order or not. */
public interface TaskNodeContract extends QueueContract {
    private Task queued() {
        return enqueue(Sample.task(someone()).build());
    }

    @Test
    default void a_lease_is_made_longer_and_a_lost_one_is_not() {
        NodeId node = node();

        for (int i = 0; i < 3; i++) {
            passTime(Duration.ofSeconds(10));
            assertThat(tasks().renew(node, LEASE)).isTrue();
        }
        passTime(LEASE.plusSeconds(1));

        assertThat(tasks().renew(node, LEASE)).isFalse();
        assertThat(tasks().renew(node, LEASE)).isFalse();
    }

    @Test
    default void nodes_with_a_lease_are_listed_with_what_they_are_and_how_much_they_do() {
        NodeId described = node();
        NodeId silent = node();
        NodeId lost = new NodeId(Sample.id("node"));
        NodeDescription description = new NodeDescription(Sample.NOW, "1.2.3", List.of("account", "chat"));
        queued();
        claimOne(described);

        tasks().describe(described, description);
        tasks().describe(lost, description);

        List<NodeDetails> nodes = tasks().nodes();
        assertThat(nodes)
                .extracting(NodeDetails::id)
                .contains(described, silent)
                .doesNotContain(lost);
        NodeDetails found = nodes.stream()
                .filter(node -> node.id().equals(described))
                .findFirst()
                .orElseThrow();
        assertThat(found.description()).contains(description);
        assertThat(found.tasksRunning()).isEqualTo(1);
        passTime(LEASE.plusSeconds(1));
        assertThat(tasks().nodes()).extracting(NodeDetails::id).doesNotContain(described, silent);
    }

    @Test
    default void who_has_lost_its_lease_ends_nothing_and_claims_nothing() {
        NodeId node = node();
        queued();
        Task claimed = claimOne(node);
        queued();
        passTime(LEASE.plusSeconds(1));

        assertThat(end(node, claimed, new AttemptEnd.Final(DONE))).isFalse();
        assertThat(claim(node, 1)).isEmpty();
        assertThat(tasks().lost(node, Map.of(claimed.id(), 1))).containsExactly(claimed.id());
        assertThat(claim(new NodeId(Sample.id("node")), 1)).isEmpty();
    }

    @Test
    default void tasks_of_a_dead_node_go_back_to_their_place() {
        NodeId dead = node();
        Task first = queued();
        Task second = queued();
        Task claimed = claimOne(dead);
        passTime(Duration.ofSeconds(10));
        NodeId alive = node();
        Task spared = claimOne(alive);
        Task third = queued();

        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).isEmpty();
        passTime(Duration.ofSeconds(6));

        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).containsExactly(first.id());
        Task back = find(claimed);
        assertThat(back.state()).isEqualTo(new TaskState.Queued());
        assertThat(back.attempts()).isEqualTo(1);
        assertThat(back.past()).extracting(PastAttempt::fence).containsExactly(1);
        assertThat(back.past()).extracting(PastAttempt::error).containsExactly(LOST);
        assertThat(find(spared).status()).isEqualTo(spared.status());
        assertThat(claimedIds(alive, 3)).isEqualTo(ids(List.of(first, third)));
        assertThat(end(alive, spared, new AttemptEnd.Final(DONE))).isTrue();
        assertThat(find(second).state()).isEqualTo(DONE);
    }

    @Test
    default void a_task_that_was_lost_often_enough_fails() {
        queued();
        Optional<Task> last = Optional.empty();
        for (int i = 0; i < ATTEMPTS; i++) {
            last = Optional.of(claimOne(node()));
            passTime(LEASE.plusSeconds(1));
            assertThat(tasks().recover(ATTEMPTS, LOST, MANY))
                    .containsExactly(last.orElseThrow().id());
        }

        Task failed = find(last.orElseThrow());
        assertThat(failed.state()).isEqualTo(new TaskState.Failed(LOST));
        assertThat(failed.attempts()).isEqualTo(ATTEMPTS);
        assertThat(failed.past()).extracting(PastAttempt::fence).startsWith(1, 2);
        assertThat(failed.past()).extracting(PastAttempt::error).containsOnly(LOST);
        assertThat(failed.completedAt()).isPresent();
        assertThat(claim(node(), 1)).isEmpty();
        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).isEmpty();
    }

    @Test
    default void a_task_with_a_retry_rule_is_lost_as_often_as_its_rule_says_and_keeps_the_rule() {
        Retry rule = new Retry(ATTEMPTS + 2, new Backoff(Duration.ofMillis(1_500), 3, Duration.ofSeconds(90)));
        Task task = enqueue(Sample.task(someone()).retry(rule).build());
        assertThat(find(task).spec().options().retry()).contains(rule);
        for (int i = 0; i < rule.maxAttempts() - 1; i++) {
            claimOne(node());
            passTime(LEASE.plusSeconds(1));
            tasks().recover(ATTEMPTS, LOST, MANY);
            assertThat(find(task).state()).isInstanceOf(TaskState.Queued.class);
        }
        claimOne(node());
        passTime(LEASE.plusSeconds(1));
        tasks().recover(ATTEMPTS, LOST, MANY);

        Task failed = find(task);
        assertThat(failed.state()).isEqualTo(new TaskState.Failed(LOST));
        assertThat(failed.attempts()).isEqualTo(rule.maxAttempts());
        assertThat(failed.spec().options().retry()).contains(rule);
    }

    @Test
    default void no_more_are_taken_back_at_once_than_so_many() {
        for (int i = 0; i < 5; i++) {
            queued();
        }
        claim(node(), 5);
        passTime(LEASE.plusSeconds(1));

        assertThat(tasks().recover(ATTEMPTS, LOST, 3)).hasSize(3);
        assertThat(tasks().recover(ATTEMPTS, LOST, 3)).hasSize(2);
        assertThat(tasks().recover(ATTEMPTS, LOST, 3)).isEmpty();
        assertThat(claim(node(), MANY)).hasSize(5);
    }

    @Test
    default void a_dead_node_is_forgotten_when_it_holds_nothing_any_more() {
        NodeId node = node();
        queued();
        queued();
        claim(node, 2);
        passTime(LEASE.plusSeconds(1));

        tasks().recover(ATTEMPTS, LOST, 1);
        assertThat(tasks().renew(node, LEASE)).isFalse();
        tasks().recover(ATTEMPTS, LOST, 1);
        tasks().recover(ATTEMPTS, LOST, 1);

        assertThat(tasks().renew(node, LEASE)).isTrue();
    }

    @Test
    default void what_a_node_leaves_behind_is_taken_back_at_once() {
        NodeId node = node();
        queued();
        Task claimed = claimOne(node);

        tasks().leave(node);

        assertThat(tasks().renew(node, LEASE)).isFalse();
        assertThat(end(node, claimed, new AttemptEnd.Final(DONE))).isFalse();
        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).containsExactly(claimed.id());
        assertThat(claimedIds(node(), 1)).containsExactly(claimed.id());
        tasks().leave(new NodeId(Sample.id("node")));
    }

    @Test
    default void a_node_learns_what_it_is_at_in_the_order_of_the_queue() {
        NodeId node = node();
        NodeId other = node();
        Task first = queued();
        Task second = queued();
        Task third = queued();
        Task done = claimOne(node);
        List<Task> claimed = claim(node, 1);
        Task others = claimOne(other);
        assertThat(end(node, done, new AttemptEnd.Final(DONE))).isTrue();
        List<Task> more = List.of(queued(), queued());
        List<Task> all = new ArrayList<>(claimed);
        all.addAll(claim(node, 2));

        assertThat(tasks().held(node)).isEqualTo(all);
        assertThat(ids(all)).isEqualTo(ids(List.of(second, more.get(0), more.get(1))));
        assertThat(tasks().held(other)).containsExactly(others);
        assertThat(List.of(done.id(), others.id())).isEqualTo(ids(List.of(first, third)));
        assertThat(tasks().held(new NodeId(Sample.id("node")))).isEmpty();
    }

    @Test
    default void a_node_that_has_lost_its_lease_is_at_nothing() {
        NodeId node = node();
        queued();
        claimOne(node);

        passTime(LEASE.plusSeconds(1));

        assertThat(tasks().held(node)).isEmpty();
    }

    @Test
    default void a_node_learns_which_of_its_attempts_are_lost() {
        NodeId node = node();
        NodeId other = node();
        for (int i = 0; i < 5; i++) {
            queued();
        }
        List<Task> claimed = claim(node, 4);
        Task others = claimOne(other);
        Task cancelled = claimed.get(0);
        tasks().end(cancelled.id(), new TaskState.Cancelled(), Optional.empty());
        Task back = claimed.get(1);
        end(node, back, new AttemptEnd.GivenBack());
        Task moved = claimed.get(2);
        end(node, moved, new AttemptEnd.Again(ERROR, Duration.ZERO));
        claim(other, MANY);
        TaskId none = new TaskId(Sample.id("task"));

        List<TaskId> lost = tasks().lost(
                        node,
                        Map.of(
                                cancelled.id(),
                                1,
                                back.id(),
                                1,
                                moved.id(),
                                1,
                                claimed.get(3).id(),
                                1,
                                others.id(),
                                1,
                                none,
                                1));

        assertThat(lost).containsExactlyInAnyOrder(cancelled.id(), back.id(), moved.id(), others.id(), none);
        assertThat(tasks().lost(
                                node,
                                Map.of(
                                        claimed.get(3).id(),
                                        lease(claimed.get(3)).fence() + 1)))
                .containsExactly(claimed.get(3).id());
        assertThat(tasks().lost(node, Map.of())).isEmpty();
    }
}
