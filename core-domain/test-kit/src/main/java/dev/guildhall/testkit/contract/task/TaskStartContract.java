package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tasks that start later, and tasks that repeat ended ones. */
public interface TaskStartContract extends QueueContract {
    Duration LATER = Duration.ofHours(2);

    private NewTask later(UserId owner) {
        return Sample.task(owner)
                .options(TaskOptions.NONE.withStart(new StartTime.After(LATER)))
                .build();
    }

    @Test
    default void a_task_cannot_be_claimed_before_its_start() {
        Task task = enqueue(later(someone()));
        Instant start = task.createdAt().plus(LATER);
        assertThat(task.state()).isEqualTo(new TaskState.Queued(Optional.of(start)));
        assertThat(find(task)).usingRecursiveComparison().ignoringFields("spec").isEqualTo(task);
        assertThat(find(task).spec().options().start()).contains(new StartTime.At(start));
        assertThat(find(task).spec().ttl()).isEqualTo(task.spec().ttl());
        assertThat(find(task).expiresAt()).isEqualTo(start.plus(task.spec().ttl()));
        assertThat(find(task).retryAt()).isEmpty();

        passTime(LATER.minusSeconds(20));
        assertThat(tasks().isDue()).isFalse();
        assertThat(tasks().wake(MANY)).isZero();
        assertThat(claim(node(), MANY)).isEmpty();

        passTime(Duration.ofSeconds(21));
        assertThat(tasks().isDue()).isTrue();
        assertThat(tasks().wake(MANY)).isEqualTo(1);
        assertThat(tasks().isDue()).isFalse();
        NodeId node = node();
        Task claimed = claimOne(node);
        assertThat(claimed.id()).isEqualTo(task.id());
        assertThat(end(node, claimed, new AttemptEnd.Final(DONE))).isTrue();
        assertThat(find(task).spec().options().start()).isPresent();
        assertThat(find(task).spec().ttl()).isEqualTo(task.spec().ttl());
    }

    @Test
    default void a_start_that_has_passed_is_now() {
        NewTask past = Sample.task(someone())
                .options(TaskOptions.NONE.withStart(new StartTime.At(Instant.parse("2020-01-01T00:00:00Z"))))
                .build();

        Task task = enqueue(past);

        assertThat(task.state()).isEqualTo(new TaskState.Queued());
        assertThat(find(task).spec().ttl()).isEqualTo(past.spec().ttl());
        assertThat(claimedIds(node(), MANY)).containsExactly(task.id());
    }

    @Test
    default void a_task_that_is_not_due_counts_for_its_user_and_not_in_the_queue() {
        UserId ada = someone();
        enqueue(later(ada));

        assertThat(tasks().sleeping(ada)).isEqualTo(1);
        assertThat(tasks().enqueue(List.of(Sample.task(ada).build()), 1).kept()).isPresent();
        assertThat(tasks().enqueue(List.of(Sample.task(ada).build()), 1).kept()).isEmpty();
        passTime(LATER.plusSeconds(1));
        tasks().wake(MANY);
        assertThat(tasks().sleeping(ada)).isZero();
    }

    @Test
    default void tasks_that_become_due_together_take_turns_with_those_of_others() {
        UserId ada = someone();
        tasks().enqueue(Stream.generate(() -> later(ada)).limit(20).toList(), 0);
        passTime(LATER.plusSeconds(1));
        assertThat(tasks().wake(MANY)).isEqualTo(20);
        Task others = enqueue(Sample.task(someone()).build());

        assertThat(claimedIds(node(), 3)).contains(others.id());
    }

    @Test
    default void a_task_that_is_not_due_can_be_cancelled() {
        Task task = enqueue(later(someone()));

        tasks().end(task.id(), new TaskState.Cancelled(), Optional.empty());

        assertThat(find(task).status()).isEqualTo(TaskStatus.CANCELLED);
        assertThat(find(task).startedAt()).isEmpty();
    }

    @Test
    default void ended_tasks_are_taken_for_a_retry_once() {
        UserId ada = someone();
        TaskId earlier = new TaskId(Sample.id("task"));
        List<Task> failed = Stream.of(
                        Sample.task(ada).type("one").build(),
                        Sample.task(ada).type("two").build(),
                        Sample.task(ada)
                                .options(TaskOptions.NONE.withRetriedFrom(earlier))
                                .build())
                .map(this::failed)
                .toList();
        failed(Sample.task(ada).partOf(new WorkflowId(Sample.id("wf"))).build());
        failed(Sample.task(someone()).build());
        completed(Sample.task(ada).build());
        Task marked = failed(Sample.task(ada).build());
        tasks().markRetried(marked.id());
        assertThat(failed.getLast().spec().options().retriedFrom()).contains(earlier);

        assertThat(taken(ada, TaskStatus.CANCELLED, Optional.empty(), MANY)).isEmpty();
        assertThat(taken(ada, TaskStatus.FAILED, Optional.of(new TaskType("two")), MANY))
                .containsExactly(failed.get(1).id());
        assertThat(taken(ada, TaskStatus.FAILED, Optional.empty(), 1)).containsExactly(failed.get(0).id());
        assertThat(taken(ada, TaskStatus.FAILED, Optional.empty(), MANY)).containsExactly(failed.getLast().id());
        assertThat(taken(ada, TaskStatus.FAILED, Optional.empty(), MANY)).isEmpty();
    }

    @Test
    default void only_tasks_that_ended_since_then_are_taken() {
        UserId ada = someone();
        Task task = failed(Sample.task(ada).build());
        Instant end = task.completedAt().orElseThrow();

        assertThat(tasks().takeForRetry(ada, TaskStatus.FAILED, Optional.empty(), Optional.of(end.plusMillis(1)), MANY))
                .isEmpty();
        assertThat(ids(tasks().takeForRetry(ada, TaskStatus.FAILED, Optional.empty(), Optional.of(end), MANY)))
                .containsExactly(task.id());
    }

    private List<TaskId> taken(UserId owner, TaskStatus status, Optional<TaskType> type, int most) {
        return ids(tasks().takeForRetry(owner, status, type, Optional.empty(), most));
    }

    private Task failed(NewTask wanted) {
        Task task = enqueue(wanted);
        return tasks().end(task.id(), new TaskState.Failed(ERROR), Optional.empty()).orElseThrow().task();
    }
}
