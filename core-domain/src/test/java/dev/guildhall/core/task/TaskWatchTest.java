package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskWatchTest {
    @Test
    void whoever_waits_for_a_task_that_is_gone_is_told_so() throws Exception {
        ManualTicker time = new ManualTicker(Sample.NOW);
        TaskStore store = InMemoryStores.empty(time).tasks();
        UserId owner = new UserId(UserId.EXTERNAL + Sample.id("owner"));
        Task task = store.enqueue(List.of(Sample.task(owner).build()), 0)
                .kept()
                .orElseThrow()
                .getFirst();
        TaskWatch watch = new TaskWatch(store, new Threads(), time, Duration.ofMillis(1));

        try (TaskWatch.Watched watched = watch.watch(task.id())) {
            store.end(task.id(), new TaskState.Cancelled(), Optional.empty());
            assertThat(store.prune(Sample.NOW.plusSeconds(1), 10)).isOne();
            Thread looking = Thread.ofVirtual().start(watch);

            assertThat(Refused.by(() -> watched.next(task, Duration.ofMinutes(1))))
                    .isEqualTo(new TaskProblem.TaskNotFound());

            looking.interrupt();
            looking.join();
        }
    }
}
