package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.ReplaceableStores;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue.Ending;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the queue holds to when several change it at once. */
public interface TaskRacesContract extends QueueContract {
    int RACES = 200;
    int CLAIMERS = 8;

    private void enqueueMany(int howMany) {
        List<NewTask> many = Stream.generate(() -> Sample.task(someone()).build())
                .limit(howMany)
                .toList();
        assertThat(tasks().enqueue(many, 0).kept()).isPresent();
    }

    @RepeatedTest(3)
    default void claimers_at_once_never_get_the_same_and_together_get_all() throws Exception {
        int most = 200;
        enqueueMany(most);
        List<Callable<List<TaskId>>> calls = new ArrayList<>();
        for (int i = 0; i < CLAIMERS; i++) {
            NodeId node = node();
            calls.add(() -> {
                List<TaskId> mine = new ArrayList<>();
                List<AttemptEnd> ended = List.of();
                // A claimer that finds nothing may have met tasks that others had locked: it claims again, as often as
                // there can be tasks.
                for (int turn = 0; turn < 2 * most; turn++) {
                    SettleAndClaimResult turned = tasks().settleAndClaim(new SettleAndClaim(node, ended, 7));
                    assertThat(turned.accepted()).doesNotContain(false);
                    ended = turned.claimed().stream()
                            .map(task -> new AttemptEnd(task.id(), lease(task), new AttemptEnd.Final(DONE)))
                            .toList();
                    mine.addAll(ended.stream().map(AttemptEnd::taskId).toList());
                    if (ended.isEmpty() && tasks().depth().queued() == 0) {
                        return mine;
                    }
                }
                return mine;
            });
        }

        assertThat(AtOnce.run(calls).stream().flatMap(List::stream).toList())
                .hasSize(most)
                .doesNotHaveDuplicates();
        assertThat(claim(node(), MANY)).isEmpty();
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void of_a_cancellation_and_a_completion_at_once_one_wins_and_what_was_said_holds() throws Exception {
        NodeId node = node();
        for (int race = 0; race < RACES; race++) {
            tasks().renew(node, LEASE);
            enqueueMany(1);
            Task claimed = claimOne(node);
            List<Callable<Optional<Ending>>> calls = List.of(
                    () -> tasks().end(claimed.id(), new TaskState.Cancelled(), Optional.empty()),
                    () -> end(node, claimed, new AttemptEnd.Final(DONE))
                            ? Optional.of(new Ending(claimed, true))
                            : Optional.empty());

            List<Optional<Ending>> results = AtOnce.run(calls);

            Ending cancelled = results.get(0).orElseThrow();
            boolean completed = results.get(1).isPresent();
            assertThat(cancelled.changed()).isNotEqualTo(completed);
            assertThat(cancelled.task()).isEqualTo(find(claimed));
            assertThat(find(claimed).state()).isEqualTo(completed ? DONE : new TaskState.Cancelled());
        }
    }

    @RepeatedTest(20)
    default void of_a_cancellation_and_a_claim_at_once_the_cancellation_always_wins() throws Exception {
        NodeId node = node();
        enqueueMany(1);
        Task queued = tasks().list(ALL, EVERYTHING).items().getFirst();
        List<Callable<Boolean>> calls = List.of(
                () -> tasks().end(queued.id(), new TaskState.Cancelled(), Optional.empty())
                        .orElseThrow()
                        .changed(),
                () -> {
                    for (Task task : claim(node, 1)) {
                        end(node, task, new AttemptEnd.Again(ERROR, Duration.ZERO));
                    }
                    return true;
                });

        assertThat(AtOnce.run(calls)).containsExactly(true, true);
        assertThat(find(queued).state()).isEqualTo(new TaskState.Cancelled());
        assertThat(claim(node, 1)).isEmpty();
    }

    @RepeatedTest(10)
    default void of_several_who_end_a_task_at_once_one_changes_it_and_all_say_the_same() throws Exception {
        enqueueMany(1);
        Task queued = tasks().list(ALL, EVERYTHING).items().getFirst();
        List<Callable<Ending>> calls = new ArrayList<>();
        for (int i = 0; i < CLAIMERS; i++) {
            TaskState.Ended state = i % 2 == 0 ? new TaskState.Cancelled() : new TaskState.Failed(ERROR);
            calls.add(() -> tasks().end(queued.id(), state, Optional.empty()).orElseThrow());
        }

        List<Ending> endings = AtOnce.run(calls);

        assertThat(endings).filteredOn(Ending::changed).hasSize(1);
        assertThat(endings).extracting(Ending::task).containsOnly(find(queued));
    }

    @RepeatedTest(5)
    default void those_who_take_back_at_once_take_each_task_once() throws Exception {
        enqueueMany(40);
        claim(node(), 40);
        passTime(LEASE.plusSeconds(1));
        List<Callable<List<TaskId>>> calls = new ArrayList<>();
        for (int i = 0; i < CLAIMERS; i++) {
            calls.add(() -> tasks().recover(ATTEMPTS, LOST, MANY));
        }

        List<TaskId> taken = AtOnce.run(calls).stream().flatMap(List::stream).toList();
        List<TaskId> rest = tasks().recover(ATTEMPTS, LOST, MANY);

        assertThat(Stream.concat(taken.stream(), rest.stream())).hasSize(40).doesNotHaveDuplicates();
        assertThat(claim(node(), MANY))
                .hasSize(40)
                .allSatisfy(task -> assertThat(task.past()).hasSize(1));
    }

    @RepeatedTest(5)
    default void workers_outside_at_once_never_lease_the_same() throws Exception {
        WorkerScope scope = new WorkerScope(Optional.empty(), Set.of(new TaskType("sample")));
        enqueueMany(40);
        List<Callable<List<Task>>> calls = new ArrayList<>();
        for (int i = 0; i < CLAIMERS; i++) {
            List<LeaseId> leases = Stream.generate(() -> new LeaseId(Sample.id("lease")))
                    .limit(5)
                    .toList();
            calls.add(() -> tasks().lease(scope, leases, LEASE));
        }

        List<Task> leased = AtOnce.run(calls).stream().flatMap(List::stream).toList();

        assertThat(leased).extracting(Task::id).doesNotHaveDuplicates();
        assertThat(leased).extracting(QueueContract::lease).doesNotHaveDuplicates();
        assertThat(leased).hasSizeBetween(5, 40);
    }
}
