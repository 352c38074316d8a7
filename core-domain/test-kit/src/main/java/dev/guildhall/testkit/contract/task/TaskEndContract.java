package dev.guildhall.testkit.contract.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue.Ending;
import dev.guildhall.ports.task.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How tasks are ended from outside, and how their time runs out. */
public interface TaskEndContract extends QueueContract {
    private Optional<Ending> cancel(Task task) {
        return tasks().end(task.id(), new TaskState.Cancelled(), Optional.empty());
    }

    @Test
    default void a_queued_task_is_ended_once() {
        Task queued = enqueue(Sample.task(someone()).build());

        Ending first = cancel(queued).orElseThrow();
        Ending second = tasks().end(queued.id(), new TaskState.Failed(ERROR), Optional.empty())
                .orElseThrow();

        assertThat(first.changed()).isTrue();
        assertThat(first.task().state()).isEqualTo(new TaskState.Cancelled());
        assertThat(first.task().completedAt())
                .hasValueSatisfying(at -> assertThat(at).isAfterOrEqualTo(queued.createdAt()));
        assertThat(first.task().startedAt()).isEmpty();
        assertThat(second).isEqualTo(new Ending(first.task(), false));
        assertThat(find(queued)).isEqualTo(first.task());
    }

    @Test
    default void a_running_task_is_ended_and_its_holder_comes_too_late() {
        NodeId node = node();
        enqueue(Sample.task(someone()).build());
        Task claimed = claimOne(node);

        Ending ending = cancel(claimed).orElseThrow();

        assertThat(ending.changed()).isTrue();
        assertThat(end(node, claimed, new AttemptEnd.Final(DONE))).isFalse();
        assertThat(end(node, claimed, new AttemptEnd.Again(ERROR, Duration.ZERO)))
                .isFalse();
        assertThat(find(claimed)).isEqualTo(ending.task());
        assertThat(ending.task().startedAt()).isEqualTo(claimed.startedAt());
    }

    @Test
    default void who_comes_after_completion_is_told_so() {
        Task done = completed(Sample.task(someone()).build());

        assertThat(cancel(done)).contains(new Ending(done, false));
    }

    @Test
    default void there_is_no_end_of_what_there_is_not() {
        assertThat(tasks().end(new TaskId(Sample.id("task")), DONE, Optional.empty()))
                .isEmpty();
        assertThat(tasks().end(new TaskId(Sample.id("task")), DONE, Optional.of(1)))
                .isEmpty();
    }

    @Test
    default void an_attempt_alone_is_ended_while_it_is_the_latest() {
        NodeId node = node();
        TaskState.Ended failed = new TaskState.Failed(ERROR);
        Task queued = enqueue(Sample.task(someone()).build());
        assertThat(tasks().end(queued.id(), failed, Optional.of(1))).isEmpty();
        end(node, claimOne(node), new AttemptEnd.Again(ERROR, Duration.ZERO));

        Optional<Ending> between = tasks().end(queued.id(), failed, Optional.of(1));
        Task claimed = claimOne(node);
        Optional<Ending> older = tasks().end(queued.id(), failed, Optional.of(1));
        Optional<Ending> latest = tasks().end(queued.id(), failed, Optional.of(2));
        Optional<Ending> again = tasks().end(queued.id(), new TaskState.Cancelled(), Optional.of(2));

        assertThat(between).isEmpty();
        assertThat(older).isEmpty();
        assertThat(latest).contains(new Ending(find(claimed), true));
        assertThat(again).contains(new Ending(find(claimed), false));
        assertThat(tasks().end(queued.id(), failed, Optional.of(1))).isEmpty();
        assertThat(find(claimed).state()).isEqualTo(failed);
    }

    @Test
    default void a_task_that_waits_for_its_owner_is_listed_with_those_that_run_and_its_attempt_can_be_ended() {
        NodeId node = node();
        Task queued = enqueue(Sample.task(someone()).build());
        Task retried = enqueue(Sample.task(queued.owner()).build());
        claim(node, 2).forEach(task -> {
            boolean waits = task.id().equals(queued.id());
            end(
                    node,
                    task,
                    waits
                            ? new AttemptEnd.Wait(Duration.ofHours(1))
                            : new AttemptEnd.Again(ERROR, Duration.ofHours(1)));
        });
        TaskFilter own = new TaskFilter(Optional.of(queued.owner()), Optional.empty(), Optional.empty());
        TaskState.Ended failed = new TaskState.Failed(ERROR);

        List<Task> running = tasks().running(own, PageRequest.first()).items();
        Optional<Ending> ofRetried = tasks().end(retried.id(), failed, Optional.of(1));
        Optional<Ending> ofWaiting = tasks().end(queued.id(), failed, Optional.of(1));

        assertThat(QueueContract.ids(running)).containsExactly(queued.id());
        assertThat(ofRetried).isEmpty();
        assertThat(ofWaiting).contains(new Ending(find(queued), true));
        assertThat(find(queued).waited()).isPresent();
        assertThat(tasks().running(own, PageRequest.first()).items())
                .isEmpty();
    }

    @Test
    default void tasks_whose_time_is_over_fail_wherever_they_are() {
        NodeId node = node();
        enqueue(Sample.task(someone()).ttl(Duration.ofMinutes(1)).priority(100).build());
        Task running = claimOne(node);
        Task queued = enqueue(Sample.task(someone()).ttl(Duration.ofMinutes(1)).build());
        Task longer = enqueue(Sample.task(someone()).ttl(Duration.ofMinutes(10)).build());
        Task ended = enqueue(Sample.task(someone()).ttl(Duration.ofMinutes(1)).build());
        cancel(ended);

        assertThat(tasks().expire(ERROR, MANY)).isEmpty();
        passTime(Duration.ofSeconds(61));

        assertThat(tasks().expire(ERROR, MANY)).containsExactlyInAnyOrder(running.id(), queued.id());
        assertThat(find(running).state()).isEqualTo(new TaskState.Failed(ERROR));
        assertThat(find(queued).state()).isEqualTo(new TaskState.Failed(ERROR));
        assertThat(find(queued).completedAt()).isPresent();
        assertThat(find(ended).state()).isEqualTo(new TaskState.Cancelled());
        assertThat(end(node, running, new AttemptEnd.Final(DONE))).isFalse();
        assertThat(claimedIds(node(), MANY)).containsExactly(longer.id());
        assertThat(tasks().expire(ERROR, MANY)).isEmpty();
    }

    @Test
    default void no_more_expire_at_once_than_so_many() {
        for (int i = 0; i < 5; i++) {
            enqueue(Sample.task(someone()).ttl(Duration.ofSeconds(1)).build());
        }
        passTime(Duration.ofSeconds(2));

        assertThat(tasks().expire(ERROR, 3)).hasSize(3).doesNotHaveDuplicates();
        assertThat(tasks().expire(ERROR, 3)).hasSize(2);
        assertThat(tasks().expire(ERROR, 3)).isEmpty();
    }
}
