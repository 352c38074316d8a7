package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Intercepted;
import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.WorkerScope;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskRecoveryTest {
    private static final LeaseId LEASE = new LeaseId("lease_one");

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final TaskStore tasks = InMemoryStores.empty(time).tasks();
    private final List<TaskId> recovered = new ArrayList<>();
    private final TaskRecovery recovery = new TaskRecovery(time, faint(tasks), 3, found -> {
        recovered.addAll(found);
        return found.size();
    });
    private boolean away;

    private TaskStore faint(TaskStore store) {
        return Intercepted.before(TaskStore.class, store, (method, arguments) -> {
            if (away) {
                throw Intercepted.outage();
            }
        });
    }

    private TaskId leased() {
        NewTask task = Sample.task(new UserId(UserId.EXTERNAL + "ada"))
                .type("test-run")
                .build();
        tasks.enqueue(List.of(task), 0);
        tasks.lease(new WorkerScope(Optional.empty(), Set.of(TaskType.TEST_RUN)), List.of(LEASE), TaskWorkers.LEASE);
        return task.id();
    }

    private void outage() {
        away = true;
        time.advance(TaskWorkers.LEASE.plusSeconds(1));
        assertThat(Refused.by(recovery::run)).isInstanceOf(CommonProblem.Unavailable.class);
        away = false;
    }

    @Test
    void a_task_whose_lease_has_ended_is_taken_back() {
        TaskId id = leased();
        recovery.run();
        assertThat(recovered).isEmpty();

        time.advance(TaskWorkers.LEASE);
        recovery.run();

        assertThat(recovered).containsExactly(id);
    }

    @Test
    void a_holder_that_lived_through_an_outage_keeps_its_task() {
        TaskId id = leased();
        outage();

        recovery.run();
        assertThat(tasks.extend(id, LEASE, TaskWorkers.LEASE)).isPresent();
        time.advance(TaskRecovery.RENEWAL_TIME);
        recovery.run();

        assertThat(recovered).isEmpty();
    }

    @Test
    void a_holder_that_is_silent_after_an_outage_loses_its_task() {
        TaskId id = leased();
        outage();

        recovery.run();
        time.advance(TaskRecovery.RENEWAL_TIME.minus(Duration.ofMillis(1)));
        recovery.run();
        assertThat(recovered).isEmpty();
        time.advance(Duration.ofMillis(1));
        recovery.run();

        assertThat(recovered).containsExactly(id);
    }
}
