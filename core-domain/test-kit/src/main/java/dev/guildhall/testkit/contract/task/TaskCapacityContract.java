package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.ports.problem.TaskProblem.QueueFull;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.WorkerScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** How many tasks find room. */
public interface TaskCapacityContract extends QueueContract {
    private boolean hasRoom(int howMany, long capacity) {
        return tasks().enqueue(some(howMany), capacity).kept().isPresent();
    }

    private List<NewTask> some(int howMany) {
        return Stream.generate(() -> Sample.task(someone()).build())
                .limit(howMany)
                .toList();
    }

    @Test
    default void as_many_wait_as_find_room_and_none_of_those_that_do_not_all() {
        List<NewTask> tooMany = some(3);

        assertThat(hasRoom(3, 5)).isTrue();
        assertThat(tasks().enqueue(tooMany, 5).kept()).isEmpty();
        assertThat(tasks().findAll(tooMany.stream().map(NewTask::id).toList())).isEmpty();
        assertThat(hasRoom(2, 5)).isTrue();
        assertThat(hasRoom(1, 5)).isFalse();
        assertThat(claim(node(), MANY)).hasSize(5);
    }

    private Enqueued enqueue(UserId owner, int howMany, long capacity) {
        return tasks().enqueue(
                        Stream.generate(() -> Sample.task(owner).build())
                                .limit(howMany)
                                .toList(),
                        capacity);
    }

    @Test
    default void the_last_eighth_is_open_to_owners_of_whom_no_more_than_an_eighth_waits() {
        UserId ada = someone();
        UserId bob = someone();

        assertThat(enqueue(ada, 14, 16).kept()).isPresent();
        assertThat(enqueue(ada, 1, 16)).isEqualTo(new Enqueued.Full(QueueFull.Bound.OWNER));
        assertThat(enqueue(bob, 3, 16)).isEqualTo(new Enqueued.Full(QueueFull.Bound.CAPACITY));
        assertThat(enqueue(bob, 1, 16).kept()).isPresent();
        assertThat(enqueue(ada, 2, 16)).isEqualTo(new Enqueued.Full(QueueFull.Bound.CAPACITY));
        assertThat(enqueue(bob, 1, 16).kept()).isPresent();
        assertThat(enqueue(someone(), 1, 16)).isEqualTo(new Enqueued.Full(QueueFull.Bound.CAPACITY));
        assertThat(claim(node(), MANY)).hasSize(16);
    }

    @Test
    default void an_owner_who_passes_an_eighth_in_the_last_eighth_is_told_so() {
        UserId bob = someone();
        assertThat(enqueue(someone(), 30, 40).kept()).isPresent();

        assertThat(enqueue(bob, 6, 40)).isEqualTo(new Enqueued.Full(QueueFull.Bound.OWNER));
        assertThat(enqueue(bob, 5, 40).kept()).isPresent();
        assertThat(enqueue(bob, 1, 40)).isEqualTo(new Enqueued.Full(QueueFull.Bound.OWNER));
        assertThat(enqueue(someone(), 5, 40).kept()).isPresent();
    }

    @Test
    default void tasks_of_groups_share_the_eighth_of_the_user_for_whom_they_count() {
        UserId ada = someone();
        assertThat(enqueue(someone(), 30, 40).kept()).isPresent();
        assertThat(enqueue(ada, 4, 40).kept()).isPresent();

        assertThat(enqueueOfGroup(ada, 2, 40)).isEqualTo(new Enqueued.Full(QueueFull.Bound.OWNER));
        assertThat(enqueueOfGroup(ada, 1, 40).kept()).isPresent();
        assertThat(enqueueOfGroup(ada, 1, 40)).isEqualTo(new Enqueued.Full(QueueFull.Bound.OWNER));
        assertThat(enqueueOfGroup(someone(), 5, 40).kept()).isPresent();
    }

    private Enqueued enqueueOfGroup(UserId countsFor, int howMany, long capacity) {
        UserId group = someone();
        return tasks().enqueue(
                        Stream.generate(() ->
                                        Sample.task(group).countsFor(countsFor).build())
                                .limit(howMany)
                                .toList(),
                        capacity);
    }

    @Test
    default void below_a_capacity_of_eight_there_is_no_last_eighth() {
        UserId ada = someone();

        assertThat(enqueue(ada, 7, 7).kept()).isPresent();
        assertThat(enqueue(ada, 1, 7)).isEqualTo(new Enqueued.Full(QueueFull.Bound.CAPACITY));
    }

    @Test
    default void who_ends_or_is_claimed_opens_the_last_eighth_again() {
        UserId ada = someone();
        assertThat(enqueue(ada, 14, 16).kept()).isPresent();
        assertThat(enqueue(ada, 1, 16)).isEqualTo(new Enqueued.Full(QueueFull.Bound.OWNER));

        claim(node(), 1);

        assertThat(enqueue(ada, 1, 16).kept()).isPresent();
        assertThat(enqueue(ada, 1, 16)).isEqualTo(new Enqueued.Full(QueueFull.Bound.OWNER));
    }

    @RepeatedTest(3)
    default void of_one_owners_calls_at_once_none_gets_into_the_last_eighth() throws Exception {
        UserId ada = someone();
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(() -> enqueue(ada, 1, 64).kept().isPresent());
        }

        assertThat(AtOnce.run(calls)).filteredOn(one -> one).hasSize(56);
    }

    @Test
    default void what_was_kept_without_a_capacity_takes_room() {
        assertThat(hasRoom(1, 4)).isTrue();
        assertThat(hasRoom(3, 0)).isTrue();

        assertThat(hasRoom(1, 4)).isFalse();
        assertThat(hasRoom(1, 5)).isTrue();
    }

    @Test
    default void a_task_that_waits_for_its_owner_takes_no_room_until_its_wait_ends() {
        NodeId node = node();
        UserId ada = someone();
        tasks().enqueue(List.of(Sample.task(ada).build()), 4);
        Task task = claim(node, 1).getFirst();
        tasks().settleAndClaim(new SettleAndClaim(
                node,
                List.of(new AttemptEnd(
                        task.id(),
                        ((TaskState.Running) task.state()).lease(),
                        new AttemptEnd.Wait(Duration.ofHours(1)))),
                0));

        assertThat(tasks().sleeping(ada)).isEqualTo(1);
        assertThat(hasRoom(4, 4)).isTrue();
        assertThat(hasRoom(1, 4)).isFalse();

        tasks().wake(task.id());

        assertThat(tasks().sleeping(ada)).isZero();
        assertThat(hasRoom(1, 5)).isFalse();
        assertThat(hasRoom(1, 6)).isTrue();
    }

    @Test
    default void who_is_claimed_or_ends_makes_room() {
        List<Task> waiting = tasks().enqueue(some(4), 4).kept().orElseThrow();

        claim(node(), 2);
        assertThat(hasRoom(3, 4)).isFalse();
        assertThat(hasRoom(2, 4)).isTrue();
        tasks().end(waiting.getLast().id(), new TaskState.Cancelled(), Optional.empty());
        assertThat(hasRoom(2, 4)).isFalse();
        assertThat(hasRoom(1, 4)).isTrue();
    }

    @Test
    default void who_comes_back_takes_room_even_where_there_is_none() {
        NodeId node = node();
        assertThat(hasRoom(4, 4)).isTrue();
        List<Task> claimed = claim(node, 4);
        assertThat(hasRoom(2, 4)).isTrue();

        end(node, claimed.get(0), new AttemptEnd.GivenBack());
        assertThat(hasRoom(2, 4)).isFalse();
        end(node, claimed.get(1), new AttemptEnd.Again(ERROR, Duration.ofMinutes(1)));
        assertThat(hasRoom(1, 4)).isTrue();
        end(node, claimed.get(2), new AttemptEnd.Again(ERROR, Duration.ZERO));
        assertThat(hasRoom(1, 5)).isFalse();
        tasks().leave(node);
        tasks().recover(ATTEMPTS, LOST, MANY);
        assertThat(hasRoom(1, 6)).isFalse();
        assertThat(hasRoom(1, 7)).isTrue();
        assertThat(tasks().depth().queued()).isEqualTo(8);
    }

    @Test
    default void who_is_given_back_by_a_worker_outside_takes_room() {
        Task task = enqueue(Sample.task(someone()).type("outside").build());
        LeaseId lease = new LeaseId(Sample.id("lease"));
        WorkerScope scope = new WorkerScope(Optional.empty(), Set.of(new TaskType("outside")));
        assertThat(ids(tasks().lease(scope, List.of(lease), LEASE))).containsExactly(task.id());
        assertThat(hasRoom(1, 1)).isTrue();

        assertThat(tasks().settle(task.id(), lease, new AttemptEnd.Again(ERROR, Duration.ZERO)))
                .isTrue();

        assertThat(hasRoom(1, 2)).isFalse();
        assertThat(hasRoom(1, 3)).isTrue();
    }

    @Test
    default void who_waits_for_workers_outside_takes_room() {
        tasks().lease(
                        new WorkerScope(Optional.empty(), Set.of(new TaskType("outside"))),
                        List.of(new LeaseId(Sample.id("lease"))),
                        LEASE);
        enqueue(Sample.task(someone()).type("outside").build());

        assertThat(hasRoom(1, 1)).isFalse();
        assertThat(hasRoom(1, 2)).isTrue();
    }

    @RepeatedTest(3)
    default void of_more_at_once_than_find_room_exactly_so_many_are_kept() throws Exception {
        int capacity = 60;
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < capacity + 50; i++) {
            calls.add(() -> hasRoom(1, capacity));
        }

        assertThat(AtOnce.run(calls)).filteredOn(one -> one).hasSize(capacity);
        assertThat(claim(node(), MANY)).hasSize(capacity);
    }

    @RepeatedTest(3)
    default void of_batches_at_once_no_more_are_kept_than_find_room_and_each_is_whole() throws Exception {
        int capacity = 40;
        List<Callable<List<Task>>> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<NewTask> batch = some(1 + i % 5);
            calls.add(() -> tasks().enqueue(batch, capacity).kept().orElse(List.of()));
        }

        List<Task> kept = AtOnce.run(calls).stream().flatMap(List::stream).toList();

        // A call that enqueues at most five tasks is refused only when there is no room for five.
        assertThat(kept).hasSizeBetween(capacity - 4, capacity);
        assertThat(claimedIds(node(), MANY)).containsExactlyInAnyOrderElementsOf(ids(kept));
    }

    @RepeatedTest(3)
    default void capacity_holds_while_tasks_are_claimed_and_given_back() throws Exception {
        int capacity = 20;
        NodeId node = node();
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            calls.add(() -> hasRoom(1, capacity) ? 1 : 0);
            calls.add(() -> {
                for (Task task : claim(node, 1)) {
                    assertThat(end(node, task, new AttemptEnd.Final(DONE))).isTrue();
                }
                return 0;
            });
        }

        int kept = AtOnce.run(calls).stream().mapToInt(one -> one).sum();
        int waiting = claim(node, MANY).size();
        boolean full = hasRoom(capacity, capacity);

        assertThat(kept).isGreaterThanOrEqualTo(capacity);
        assertThat(waiting).isLessThanOrEqualTo(capacity);
        assertThat(full).isTrue();
        assertThat(hasRoom(1, capacity)).isFalse();
    }
}
