package dev.guildhall.core.inmemory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InMemoryTaskClockTest {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Stores stores = InMemoryStores.empty(time);
    private final TaskStore tasks = stores.tasks();
    private final UserId owner = new UserId(UserId.EXTERNAL + "somebody");

    private TaskId enqueue() {
        TaskId id = new TaskId(Sample.id("task"));
        TaskSpec spec = TaskSpec.of(new TaskType("echo"), Map.of());
        tasks.enqueue(
                List.of(new NewTask(
                        id,
                        owner,
                        new Actor(new ProfileId("prf_1"), Optional.empty(), Optional.empty()),
                        spec,
                        Optional.empty())),
                0);
        return id;
    }

    @Test
    void a_task_expires_when_its_clock_has_been_moved_by_its_ttl() {
        TaskId id = enqueue();
        TaskError late = new TaskError("TASK_TIMEOUT", "too late", ErrorKind.TIMED_OUT);
        time.advance(TaskSpec.DEFAULT_TTL.minusNanos(1_000));
        List<TaskId> before = tasks.expire(late, 10);

        time.advance(TaskSpec.SHORTEST);
        List<TaskId> after = tasks.expire(late, 10);

        assertThat(before).isEmpty();
        assertThat(after).containsExactly(id);
        assertThat(tasks.find(id).orElseThrow().status()).isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void the_store_sends_hints_after_the_commit() {
        List<TaskHint> told = new ArrayList<>();
        tasks.listen(told::add);

        List<TaskHint> inside = stores.transactions().inTransaction(() -> {
            enqueue();
            return List.copyOf(told);
        });

        assertThat(inside).isEmpty();
        assertThat(told).containsExactly(new TaskHint.Ready());
    }

    @Test
    void a_transaction_that_is_rolled_back_leaves_neither_tasks_nor_hints() {
        List<TaskHint> told = new ArrayList<>();
        tasks.listen(told::add);
        TaskId kept = enqueue();
        told.clear();

        assertThatThrownBy(() -> stores.transactions().run(() -> {
                    enqueue();
                    tasks.end(kept, new TaskState.Cancelled(), Optional.empty());
                    throw new IllegalStateException("undo");
                }))
                .hasMessage("undo");

        assertThat(told).isEmpty();
        assertThat(tasks.depth().queued()).isEqualTo(1);
        assertThat(tasks.find(kept).orElseThrow().status()).isEqualTo(TaskStatus.QUEUED);
    }
}
