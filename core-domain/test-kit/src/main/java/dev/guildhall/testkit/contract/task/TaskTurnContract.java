package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static dev.guildhall.testkit.contract.task.QueueContract.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How nodes take turns, and in which order tasks go. */
public interface TaskTurnContract extends QueueContract {
    private Task ofPriority(int priority) {
        return enqueue(Sample.task(someone()).priority(priority).build());
    }

    private AttemptEnd done(Task claimed) {
        return new AttemptEnd(claimed.id(), lease(claimed), new AttemptEnd.Final(DONE));
    }

    @Test
    default void a_claimed_task_runs_on_its_node() {
        NodeId node = node();
        Task queued = enqueue(Sample.task(someone()).tools("web.search").build());

        Task claimed = claimOne(node);

        assertThat(claimed.status()).isEqualTo(TaskStatus.RUNNING);
        assertThat(lease(claimed)).isEqualTo(new Lease(node.value(), 1));
        assertThat(claimed.fence()).isEqualTo(1);
        assertThat(claimed.attempts()).isEqualTo(1);
        assertThat(claimed.startedAt()).hasValueSatisfying(at -> assertThat(at).isAfterOrEqualTo(queued.createdAt()));
        assertThat(claimed.completedAt()).isEmpty();
        assertThat(((TaskState.Running) claimed.state()).since())
                .isEqualTo(claimed.startedAt().orElseThrow());
        assertThat(((TaskState.Running) claimed.state()).heartbeat()).isAfterOrEqualTo(queued.createdAt());
        assertThat(claimed)
                .usingRecursiveComparison()
                .ignoringFields("state", "startedAt", "attempts", "fence")
                .isEqualTo(queued);
        assertThat(find(claimed)).isEqualTo(claimed);
        assertThat(claim(node, 1)).isEmpty();
    }

    @Test
    default void a_heartbeat_is_when_the_node_was_last_heard_of() {
        NodeId node = node();
        enqueue(Sample.task(someone()).build());
        Task claimed = claimOne(node);

        passTime(Duration.ofSeconds(10));
        tasks().renew(node, LEASE);

        TaskState.Running running = (TaskState.Running) find(claimed).state();
        assertThat(running.heartbeat()).isAfterOrEqualTo(running.since().plusSeconds(10));
    }

    @Test
    default void an_attempt_ends_its_task_in_each_of_the_ways() {
        NodeId node = node();
        List<TaskState.Ended> ways = List.of(
                new TaskState.Completed(Map.of("said", "\u0000 茶", "list", List.of(1, 2.5))),
                new TaskState.Completed(Map.of()),
                new TaskState.Failed(ERROR),
                new TaskState.Cancelled());

        for (TaskState.Ended way : ways) {
            enqueue(Sample.task(someone()).build());
            Task claimed = claimOne(node);

            assertThat(end(node, claimed, new AttemptEnd.Final(way))).isTrue();

            Task ended = find(claimed);
            assertThat(ended.state()).isEqualTo(way);
            assertThat(ended.startedAt()).isEqualTo(claimed.startedAt());
            assertThat(ended.completedAt())
                    .hasValueSatisfying(at ->
                            assertThat(at).isAfterOrEqualTo(claimed.startedAt().orElseThrow()));
            assertThat(ended.fence()).isEqualTo(1);
            assertThat(ended.attempts()).isEqualTo(1);
        }
    }

    @Test
    default void a_turn_ends_some_and_claims_others_in_one_go() {
        NodeId node = node();
        for (int i = 0; i < 5; i++) {
            ofPriority(50);
        }
        List<Task> first = claim(node, 3);

        SettleAndClaimResult turned = tasks().settleAndClaim(new SettleAndClaim(
                node,
                List.of(
                        done(first.get(0)),
                        new AttemptEnd(
                                first.get(1).id(), lease(first.get(1)), new AttemptEnd.Again(ERROR, Duration.ZERO)),
                        new AttemptEnd(first.get(2).id(), lease(first.get(2)), new AttemptEnd.GivenBack())),
                2));

        assertThat(turned.accepted()).containsExactly(true, true, true);
        assertThat(turned.claimed()).hasSize(2).doesNotHaveDuplicates();
        assertThat(ids(turned.claimed())).doesNotContain(first.get(0).id());
        assertThat(claim(node, MANY)).hasSize(2);
        assertThat(find(first.get(0)).state()).isEqualTo(DONE);
    }

    @Test
    default void of_two_ends_of_one_attempt_the_first_is_written() {
        NodeId node = node();
        ofPriority(50);
        Task claimed = claimOne(node);

        SettleAndClaimResult turned = tasks().settleAndClaim(new SettleAndClaim(
                node,
                List.of(
                        done(claimed),
                        new AttemptEnd(
                                claimed.id(), lease(claimed), new AttemptEnd.Final(new TaskState.Failed(ERROR)))),
                0));
        boolean later = end(node, claimed, new AttemptEnd.Final(new TaskState.Failed(ERROR)));

        assertThat(turned.accepted()).containsExactly(true, false);
        assertThat(later).isFalse();
        assertThat(find(claimed).state()).isEqualTo(DONE);
    }

    @Test
    default void holds_that_are_not_right_change_nothing() {
        NodeId node = node();
        NodeId other = node();
        ofPriority(50);
        ofPriority(50);
        Task claimed = claimOne(node);
        Task unclaimed = tasks().list(ALL, EVERYTHING).items().getFirst();
        AttemptEnd.Result result = new AttemptEnd.Final(DONE);

        SettleAndClaimResult turned = tasks().settleAndClaim(new SettleAndClaim(
                node,
                List.of(
                        new AttemptEnd(claimed.id(), new Lease(node.value(), 2), result),
                        new AttemptEnd(claimed.id(), new Lease(other.value(), 1), result),
                        new AttemptEnd(unclaimed.id(), new Lease(node.value(), 0), result),
                        new AttemptEnd(unclaimed.id(), new Lease(node.value(), 1), result),
                        new AttemptEnd(new TaskId(Sample.id("task")), new Lease(node.value(), 1), result)),
                0));

        assertThat(turned.accepted()).hasSize(5).containsOnly(false);
        assertThat(find(claimed)).isEqualTo(claimed);
        assertThat(find(unclaimed)).isEqualTo(unclaimed);
        assertThat(end(node, claimed, result)).isTrue();
    }

    @Test
    default void tasks_of_one_priority_go_in_the_order_in_which_they_came() {
        List<TaskId> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<NewTask> batch = new ArrayList<>();
            for (int j = 0; j < 20; j++) {
                batch.add(Sample.task(someone()).build());
            }
            order.addAll(ids(tasks().enqueue(batch.reversed(), 0).kept().orElseThrow()));
        }

        List<TaskId> claimed = new ArrayList<>();
        NodeId node = node();
        claimed.addAll(claimedIds(node, 7));
        claimed.addAll(claimedIds(node, MANY));

        assertThat(claimed).isEqualTo(order);
    }

    @Test
    default void the_urgent_go_first() {
        Task usual = ofPriority(50);
        Task least = ofPriority(0);
        Task most = ofPriority(100);
        Task more = ofPriority(51);

        assertThat(claimedIds(node(), 4)).isEqualTo(ids(List.of(most, more, usual, least)));
    }

    @Test
    default void a_level_of_priority_is_worth_six_seconds() {
        Task oldest = ofPriority(50);
        passTime(Duration.ofSeconds(30));
        Task older = ofPriority(50);
        passTime(Duration.ofSeconds(3));
        Task younger = ofPriority(51);
        Task youngest = ofPriority(54);

        assertThat(claimedIds(node(), 4)).isEqualTo(ids(List.of(oldest, youngest, younger, older)));
    }

    @Test
    default void nobody_starves() {
        Task least = ofPriority(0);
        passTime(Duration.ofSeconds(601));
        Task most = ofPriority(100);

        assertThat(claimedIds(node(), 2)).isEqualTo(ids(List.of(least, most)));
    }

    @Test
    default void who_can_begin_nothing_claims_nothing() {
        ofPriority(50);

        assertThat(claim(node(), 0)).isEmpty();
        assertThat(tasks().settleAndClaim(new SettleAndClaim(node(), List.of(), 0))
                        .accepted())
                .isEmpty();
    }

    @Test
    default void an_ended_task_is_not_claimed() {
        Task cancelled = ofPriority(50);
        tasks().end(cancelled.id(), new TaskState.Cancelled(), Optional.empty());

        assertThat(claim(node(), 1)).isEmpty();
    }
}
