package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.Undone;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.WorkerScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How workers outside lease tasks. */
public interface TaskLeaseContract extends QueueContract {
    WorkerScope EVERYBODYS = new WorkerScope(Optional.empty(), Set.of(new TaskType("outside")));

    private Task outside(UserId owner) {
        return enqueue(Sample.task(owner).type("outside").build());
    }

    private WorkerScope of(UserId owner) {
        return new WorkerScope(Optional.of(owner), Set.of(new TaskType("outside")));
    }

    private LeaseId lease() {
        return new LeaseId(Sample.id("lease"));
    }

    private Task leased(LeaseId lease) {
        return tasks().lease(EVERYBODYS, List.of(lease), LEASE).getFirst();
    }

    private List<Task> poll(WorkerScope scope) {
        return tasks().lease(scope, Stream.generate(this::lease).limit(10).toList(), LEASE);
    }

    @Test
    default void each_task_is_leased_by_itself() {
        Task one = outside(someone());
        Task two = outside(someone());
        outside(someone());
        List<LeaseId> leases = List.of(lease(), lease());

        List<Task> leased = tasks().lease(EVERYBODYS, leases, LEASE);

        assertThat(ids(leased)).isEqualTo(ids(List.of(one, two)));
        assertThat(leased)
                .extracting(QueueContract::lease)
                .containsExactlyInAnyOrder(
                        new Lease(leases.get(0).value(), 1),
                        new Lease(leases.get(1).value(), 1));
        assertThat(leased).isEqualTo(leased.stream().map(this::find).toList());
        assertThat(leased).allSatisfy(task -> assertThat(task.attempts()).isEqualTo(1));
        assertThat(poll(EVERYBODYS)).hasSize(1);
        assertThat(poll(EVERYBODYS)).isEmpty();
    }

    @Test
    default void a_worker_takes_the_kinds_of_its_scope_alone() {
        UserId owner = someone();
        Task own = outside(owner);
        Task others = outside(someone());
        enqueue(Sample.task(owner).type("inside").build());
        Task second = enqueue(Sample.task(owner).type("second").build());

        assertThat(ids(poll(of(owner)))).containsExactly(own.id());
        assertThat(ids(poll(
                        new WorkerScope(Optional.empty(), Set.of(new TaskType("outside"), new TaskType("second"))))))
                .isEqualTo(ids(List.of(others, second)));
    }

    @Test
    default void a_kind_that_somebody_asked_for_waits_for_workers_outside() {
        Task before = outside(someone());
        assertThat(tasks().lease(EVERYBODYS, List.of(), LEASE)).isEmpty();
        Task behind = outside(someone());
        Task inside = enqueue(Sample.task(someone()).build());

        assertThat(claimedIds(node(), MANY)).containsExactly(inside.id());
        assertThat(ids(poll(EVERYBODYS))).isEqualTo(ids(List.of(before, behind)));
    }

    @Test
    default void a_kind_that_a_user_asked_for_is_carried_out_here_for_others() {
        UserId owner = someone();
        poll(of(owner));
        Task own = outside(owner);
        Task others = outside(someone());

        assertThat(claimedIds(node(), MANY)).containsExactly(others.id());
        assertThat(ids(poll(of(owner)))).containsExactly(own.id());
    }

    @Test
    default void everybodys_workers_take_what_waits_for_a_users_own() {
        UserId owner = someone();
        poll(of(owner));
        Task own = outside(owner);

        assertThat(ids(poll(EVERYBODYS))).containsExactly(own.id());
    }

    @Test
    default void a_kind_that_nobody_has_asked_for_in_a_long_time_is_carried_out_here() {
        poll(EVERYBODYS);
        Task older = enqueue(
                Sample.task(someone()).type("outside").ttl(Duration.ofDays(9)).build());
        passTime(TaskWorkers.WAITED_FOR.minusMinutes(1));
        tasks().release(MANY);
        assertThat(claim(node(), MANY)).isEmpty();
        passTime(Duration.ofMinutes(2));
        Task younger = outside(someone());

        tasks().release(MANY);

        assertThat(claimedIds(node(), MANY)).isEqualTo(ids(List.of(older, younger)));
    }

    @Test
    default void a_kind_that_is_asked_for_again_goes_on_waiting() {
        poll(EVERYBODYS);
        enqueue(Sample.task(someone()).type("outside").ttl(Duration.ofDays(9)).build());
        for (int i = 0; i < 3; i++) {
            passTime(TaskWorkers.WAITED_FOR.minusMinutes(1));
            tasks().lease(EVERYBODYS, List.of(), LEASE);
            tasks().release(MANY);
        }

        assertThat(claim(node(), MANY)).isEmpty();
        assertThat(poll(EVERYBODYS)).hasSize(1);
    }

    @Test
    default void test_runs_wait_to_be_leased_though_no_worker_has_asked_for_them() {
        Task run = enqueue(
                Sample.task(someone()).type("test-run").ttl(Duration.ofDays(9)).build());
        passTime(TaskWorkers.WAITED_FOR.plusMinutes(1));
        tasks().release(MANY);

        assertThat(claim(node(), MANY)).isEmpty();
        assertThat(ids(poll(new WorkerScope(Optional.empty(), Set.of(TaskType.TEST_RUN)))))
                .containsExactly(run.id());
    }

    @Test
    default void a_lease_is_made_longer_until_the_task_is_taken_back() {
        LeaseId lease = lease();
        outside(someone());
        Task leased = leased(lease);

        passTime(Duration.ofSeconds(10));
        Optional<Instant> longer = tasks().extend(leased.id(), lease, LEASE);
        TaskState.Running running = (TaskState.Running) find(leased).state();
        assertThat(running.heartbeat()).isAfterOrEqualTo(running.since().plusSeconds(10));
        assertThat(longer)
                .hasValueSatisfying(
                        at -> assertThat(at).isAfterOrEqualTo(running.since().plusSeconds(25)));
        passTime(Duration.ofSeconds(10));

        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).isEmpty();
        assertThat(tasks().extend(leased.id(), lease(), LEASE)).isEmpty();
        assertThat(tasks().extend(new TaskId(Sample.id("task")), lease, LEASE)).isEmpty();
        passTime(Duration.ofSeconds(6));
        assertThat(tasks().settle(leased.id(), lease, new AttemptEnd.Final(DONE)))
                .isFalse();
        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).containsExactly(leased.id());
        assertThat(tasks().extend(leased.id(), lease, LEASE)).isEmpty();
    }

    @Test
    default void a_lease_that_has_ended_is_given_again_while_nobody_has_taken_the_task_back() {
        LeaseId lease = lease();
        outside(someone());
        Task leased = leased(lease);
        passTime(LEASE.plusSeconds(1));

        assertThat(tasks().extend(leased.id(), lease, LEASE)).isPresent();

        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).isEmpty();
        assertThat(tasks().settle(leased.id(), lease, new AttemptEnd.Final(DONE)))
                .isTrue();
        assertThat(find(leased).state()).isEqualTo(DONE);
    }

    @Test
    default void a_recovery_of_no_task_takes_none() {
        outside(someone());
        Task leased = leased(lease());
        passTime(LEASE.plusSeconds(1));

        assertThat(tasks().recover(ATTEMPTS, LOST, 0)).isEmpty();
        assertThat(find(leased).state()).isInstanceOf(TaskState.Running.class);
    }

    @Test
    default void a_lost_lease_is_followed_by_another_and_changes_nothing() {
        LeaseId first = lease();
        LeaseId second = lease();
        outside(someone());
        Task lost = leased(first);
        passTime(LEASE.plusSeconds(1));
        tasks().recover(ATTEMPTS, LOST, MANY);
        Task leased = leased(second);

        assertThat(leased.id()).isEqualTo(lost.id());
        assertThat(leased.fence()).isEqualTo(2);
        assertThat(leased.past()).extracting(PastAttempt::error).containsExactly(LOST);
        assertThat(tasks().extend(lost.id(), first, LEASE)).isEmpty();
        assertThat(tasks().settle(lost.id(), first, new AttemptEnd.Final(DONE))).isFalse();
        assertThat(find(leased)).isEqualTo(leased);
        assertThat(tasks().settle(lost.id(), second, new AttemptEnd.Final(DONE)))
                .isTrue();
        assertThat(tasks().settle(lost.id(), second, new AttemptEnd.Final(DONE)))
                .isFalse();
        assertThat(find(leased).state()).isEqualTo(DONE);
    }

    @Test
    default void a_worker_outside_fails_and_the_task_is_tried_again_outside() {
        LeaseId lease = lease();
        outside(someone());
        Task leased = leased(lease);

        assertThat(tasks().settle(leased.id(), lease, new AttemptEnd.Again(ERROR, Duration.ofSeconds(5))))
                .isTrue();
        assertThat(poll(EVERYBODYS)).isEmpty();
        passTime(Duration.ofSeconds(6));
        tasks().wake(MANY);

        assertThat(claim(node(), MANY)).isEmpty();
        assertThat(poll(EVERYBODYS)).singleElement().satisfies(again -> {
            assertThat(again.attempts()).isEqualTo(2);
            assertThat(again.past()).extracting(PastAttempt::error).containsExactly(ERROR);
        });
    }

    @Test
    default void who_is_cancelled_is_not_made_longer_nor_settled() {
        LeaseId lease = lease();
        outside(someone());
        Task leased = leased(lease);

        tasks().end(leased.id(), new TaskState.Cancelled(), Optional.empty());

        assertThat(tasks().extend(leased.id(), lease, LEASE)).isEmpty();
        assertThat(tasks().settle(leased.id(), lease, new AttemptEnd.Final(DONE)))
                .isFalse();
        assertThat(find(leased).state()).isEqualTo(new TaskState.Cancelled());
    }

    @Test
    default void a_task_that_did_not_reach_its_worker_is_back_at_once_and_not_tried() {
        Task task = outside(someone());
        LeaseId lease = lease();
        leased(lease);

        assertThat(tasks().settle(task.id(), lease, new AttemptEnd.GivenBack())).isTrue();

        Task again = leased(lease());
        assertThat(again.id()).isEqualTo(task.id());
        assertThat(again.attempts()).isOne();
    }

    @Test
    default void a_settlement_whose_transaction_is_undone_leaves_the_lease() {
        Task task = outside(someone());
        LeaseId lease = lease();
        leased(lease);
        AttemptEnd.Result done = new AttemptEnd.Final(new TaskState.Completed(Map.of()));

        Undone.after(stores(), () -> tasks().settle(task.id(), lease, done));

        assertThat(tasks().settle(task.id(), lease, done)).isTrue();
    }
}
