package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static dev.guildhall.testkit.contract.task.QueueContract.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.ReplaceableStores;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks that only wait: they run without a holder and without a lease. */
public interface TaskSleepContract extends QueueContract {
    Duration NIGHT = Duration.ofHours(8);
    TaskState.Completed RESTED = new TaskState.Completed(Map.of("slept", "well, 茶"));

    private NewTask sleeper(UserId owner) {
        return Sample.task(owner).ttl(Duration.ofDays(1)).build();
    }

    private Task asleep(NodeId node, UserId owner) {
        Task queued = enqueue(sleeper(owner));
        Task claimed = claimOne(node);
        assertThat(claimed.id()).isEqualTo(queued.id());
        assertThat(end(node, claimed, new AttemptEnd.Sleep(RESTED, NIGHT))).isTrue();
        return find(claimed);
    }

    @Test
    default void a_sleeping_task_runs_without_a_holder() {
        NodeId node = node();
        enqueue(sleeper(someone()));
        Task claimed = claimOne(node);

        assertThat(end(node, claimed, new AttemptEnd.Sleep(RESTED, NIGHT))).isTrue();

        Task sleeping = find(claimed);
        TaskState.Sleeping state = (TaskState.Sleeping) sleeping.state();
        assertThat(sleeping.status()).isEqualTo(TaskStatus.RUNNING);
        assertThat(state.since()).isEqualTo(((TaskState.Running) claimed.state()).since());
        assertThat(state.until()).isAfterOrEqualTo(state.since().plus(NIGHT));
        assertThat(sleeping.agentId()).isEqualTo(claimed.agentId());
        assertThat(sleeping.attempts()).isEqualTo(1);
        assertThat(sleeping.past()).isEmpty();
        assertThat(tasks().held(node)).isEmpty();
        assertThat(tasks().lost(node, Map.of(claimed.id(), claimed.fence()))).containsExactly(claimed.id());
        assertThat(tasks().running(ALL, EVERYTHING).items()).containsExactly(sleeping);
        assertThat(tasks().depth().queued()).isZero();
        assertThat(tasks().depth().running()).isEqualTo(1);
        assertThat(claim(node, MANY)).isEmpty();
    }

    @Test
    default void it_completes_when_its_time_has_come_and_not_before() {
        Task sleeping = asleep(node(), someone());
        passTime(NIGHT.minusSeconds(20));
        assertThat(tasks().endSleeping(MANY)).isEmpty();

        passTime(Duration.ofSeconds(21));

        assertThat(tasks().endSleeping(MANY)).extracting(Task::id).containsExactly(sleeping.id());
        Task ended = find(sleeping);
        assertThat(ended.state()).isEqualTo(RESTED);
        assertThat(ended.completedAt()).isPresent();
        assertThat(ended.attempts()).isEqualTo(1);
        assertThat(tasks().endSleeping(MANY)).isEmpty();
    }

    @Test
    default void a_sleeping_task_may_end_in_failure() {
        NodeId node = node();
        Task queued = enqueue(sleeper(someone()));
        Task claimed = claimOne(node);
        assertThat(end(node, claimed, new AttemptEnd.Sleep(new TaskState.Failed(ERROR), NIGHT))).isTrue();
        passTime(NIGHT.plusSeconds(1));

        assertThat(tasks().endSleeping(MANY)).extracting(Task::state).containsExactly(new TaskState.Failed(ERROR));

        assertThat(find(queued).state()).isEqualTo(new TaskState.Failed(ERROR));
    }

    @Test
    default void a_store_tells_whether_the_time_of_a_task_has_come() {
        NodeId node = node();
        assertThat(tasks().isDue()).isFalse();
        asleep(node, someone());
        enqueue(Sample.task(someone()).ttl(Duration.ofDays(3)).build());
        end(node, claimOne(node), new AttemptEnd.Again(ERROR, NIGHT.multipliedBy(4)));
        passTime(NIGHT.minusSeconds(20));
        assertThat(tasks().isDue()).isFalse();

        passTime(Duration.ofSeconds(21));
        assertThat(tasks().isDue()).isTrue();
        tasks().endSleeping(MANY);
        assertThat(tasks().isDue()).isFalse();

        passTime(NIGHT.multipliedBy(3));
        assertThat(tasks().isDue()).isTrue();
        tasks().wake(MANY);
        assertThat(tasks().isDue()).isFalse();

        passTime(Duration.ofDays(3));
        assertThat(tasks().isDue()).isTrue();
        tasks().expire(ERROR, MANY);
        assertThat(tasks().isDue()).isFalse();
    }

    @Test
    default void no_more_complete_at_once_than_so_many() {
        NodeId node = node();
        for (int i = 0; i < 3; i++) {
            asleep(node, someone());
        }
        passTime(NIGHT.plusSeconds(1));

        assertThat(List.of(
                        tasks().endSleeping(2).size(),
                        tasks().endSleeping(2).size(),
                        tasks().endSleeping(2).size()))
                .containsExactly(2, 1, 0);
    }

    @Test
    default void the_end_of_its_node_does_not_touch_it() {
        Task sleeping = asleep(node(), someone());
        passTime(LEASE.plusSeconds(1));

        assertThat(tasks().recover(ATTEMPTS, LOST, MANY)).isEmpty();
        assertThat(tasks().wake(MANY)).isZero();
        assertThat(find(sleeping).state()).isInstanceOf(TaskState.Sleeping.class);
        assertThat(find(sleeping).attempts()).isEqualTo(1);
        assertThat(tasks().nodes()).isEmpty();
    }

    @Test
    default void it_can_be_cancelled_and_its_agent_can_be_terminated() {
        NodeId node = node();
        Task one = asleep(node, someone());
        Task two = asleep(node, someone());

        assertThat(tasks().end(one.id(), new TaskState.Cancelled(), Optional.empty()))
                .hasValueSatisfying(ending -> assertThat(ending.changed()).isTrue());
        assertThat(tasks().end(two.id(), new TaskState.Failed(ERROR), Optional.of(two.fence())))
                .hasValueSatisfying(ending -> assertThat(ending.changed()).isTrue());
        passTime(NIGHT.plusSeconds(1));

        assertThat(tasks().endSleeping(MANY)).isEmpty();
        assertThat(find(one).state()).isEqualTo(new TaskState.Cancelled());
        assertThat(find(two).state()).isEqualTo(new TaskState.Failed(ERROR));
    }

    @Test
    default void it_expires_when_its_time_to_live_is_shorter_than_its_sleep() {
        NodeId node = node();
        enqueue(Sample.task(someone()).ttl(Duration.ofHours(1)).build());
        Task claimed = claimOne(node);
        end(node, claimed, new AttemptEnd.Sleep(RESTED, NIGHT));
        passTime(NIGHT.plusSeconds(1));

        assertThat(tasks().endSleeping(MANY)).isEmpty();
        assertThat(tasks().expire(ERROR, MANY)).containsExactly(claimed.id());
        assertThat(find(claimed).state()).isEqualTo(new TaskState.Failed(ERROR));
    }

    @Test
    default void an_attempt_that_its_node_has_lost_does_not_sleep() {
        NodeId node = node();
        enqueue(sleeper(someone()));
        Task claimed = claimOne(node);
        passTime(LEASE.plusSeconds(1));

        assertThat(end(node, claimed, new AttemptEnd.Sleep(RESTED, NIGHT))).isFalse();
        assertThat(find(claimed).state()).isInstanceOf(TaskState.Running.class);
    }

    @Test
    default void a_batch_ends_requeues_and_lets_sleep() {
        NodeId node = node();
        for (int i = 0; i < 4; i++) {
            enqueue(sleeper(someone()));
        }
        List<Task> four = claim(node, 4);

        List<Boolean> accepted = tasks().settleAndClaim(new SettleAndClaim(
                        node,
                        List.of(
                                new AttemptEnd(four.get(0).id(), lease(four.get(0)), new AttemptEnd.Final(DONE)),
                                new AttemptEnd(
                                        four.get(1).id(), lease(four.get(1)), new AttemptEnd.Sleep(RESTED, NIGHT)),
                                new AttemptEnd(
                                        four.get(2).id(), lease(four.get(2)), new AttemptEnd.Again(ERROR, NIGHT)),
                                new AttemptEnd(
                                        four.get(3).id(), lease(four.get(3)), new AttemptEnd.Sleep(RESTED, NIGHT))),
                        0))
                .accepted();

        assertThat(accepted).containsExactly(true, true, true, true);
        assertThat(four.stream().map(task -> find(task).status()))
                .containsExactly(TaskStatus.COMPLETED, TaskStatus.RUNNING, TaskStatus.QUEUED, TaskStatus.RUNNING);
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void a_user_has_a_bounded_number_of_sleeping_tasks() {
        UserId ada = someone();
        UserId bob = someone();
        List<Task> sleeping = new ArrayList<>();
        while (sleeping.size() < TaskQueue.MOST_SLEEPING) {
            sleeping.addAll(sleep(ada, MANY));
        }
        assertThat(tasks().sleeping(ada)).isEqualTo(TaskQueue.MOST_SLEEPING);
        assertThat(tasks().sleeping(bob)).isZero();

        Task late = sleep(ada, 1).getFirst();
        Task others = sleep(bob, 1).getFirst();

        assertThat(find(late).state()).isInstanceOf(TaskState.Queued.class);
        assertThat(find(late).attempts()).isZero();
        assertThat(find(late).startedAt()).isEmpty();
        assertThat(find(late).past()).isEmpty();
        assertThat(find(others).status()).isEqualTo(TaskStatus.RUNNING);
        assertThat(claim(node(), MANY)).isEmpty();

        tasks().end(sleeping.getFirst().id(), new TaskState.Cancelled(), Optional.empty());
        passTime(TaskQueue.UNTIL_SLEEP.plusSeconds(1));
        assertThat(tasks().wake(MANY)).isEqualTo(1);
        NodeId node = node();
        Task again = claimOne(node);
        assertThat(again.id()).isEqualTo(late.id());
        assertThat(end(node, again, new AttemptEnd.Sleep(RESTED, NIGHT))).isTrue();
        assertThat(find(late).status()).isEqualTo(TaskStatus.RUNNING);
        assertThat(tasks().sleeping(ada)).isEqualTo(TaskQueue.MOST_SLEEPING);
    }

    private List<Task> sleep(UserId owner, int many) {
        List<NewTask> wanted = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            wanted.add(sleeper(owner));
        }
        tasks().enqueue(wanted, 0);
        NodeId node = node();
        List<Task> claimed = claim(node, many);
        assertThat(ids(claimed)).hasSize(many);
        List<AttemptEnd> ends = claimed.stream()
                .map(task -> new AttemptEnd(task.id(), lease(task), new AttemptEnd.Sleep(RESTED, NIGHT)))
                .toList();
        assertThat(tasks().settleAndClaim(new SettleAndClaim(node, ends, 0)).accepted())
                .containsOnly(true);
        return claimed;
    }
}
