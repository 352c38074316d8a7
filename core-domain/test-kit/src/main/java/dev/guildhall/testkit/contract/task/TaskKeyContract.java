package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keys by which tasks exclude each other. */
public interface TaskKeyContract extends QueueContract {
    private static NewTask keyed(UserId owner, String key, int limit) {
        return Sample.task(owner)
                .options(TaskOptions.NONE.withConcurrency(new Concurrency(key, limit)))
                .build();
    }

    private static NewTask unique(UserId owner, String key) {
        return Sample.task(owner).options(TaskOptions.NONE.withUnique(key)).build();
    }

    @Test
    default void as_many_tasks_of_a_key_run_as_its_limit_allows() {
        UserId ada = someone();
        NodeId node = node();
        List<Task> tasks = Stream.generate(() -> enqueue(keyed(ada, "printer 茶", 2))).limit(4).toList();
        assertThat(find(tasks.getFirst()).spec().options().concurrency()).contains(new Concurrency("printer 茶", 2));

        List<Task> first = claim(node, MANY);
        assertThat(ids(first)).isEqualTo(ids(tasks.subList(0, 2)));
        assertThat(tasks().sleeping(ada)).isEqualTo(2);
        assertThat(find(tasks.getLast()).state()).isEqualTo(new TaskState.Queued());

        assertThat(end(node, first.getFirst(), new AttemptEnd.Final(DONE))).isTrue();
        tasks().release(MANY);

        assertThat(claimedIds(node, MANY)).containsExactly(tasks.get(2).id());
    }

    @Test
    default void keys_of_others_and_tasks_without_a_key_are_not_held_up() {
        UserId ada = someone();
        enqueue(keyed(ada, "one", 1));
        Task waits = enqueue(keyed(ada, "one", 1));
        List<TaskId> free = ids(List.of(
                enqueue(keyed(ada, "two", 1)),
                enqueue(keyed(someone(), "one", 1)),
                enqueue(Sample.task(ada).build())));

        assertThat(claimedIds(node(), MANY)).containsAll(free).doesNotContain(waits.id());
    }

    @Test
    default void each_task_has_its_own_limit() {
        UserId ada = someone();
        NodeId node = node();
        enqueue(keyed(ada, "key", 1));
        Task low = enqueue(keyed(ada, "key", 1));
        Task high = enqueue(keyed(ada, "key", 2));

        List<Task> claimed = claim(node, MANY);

        assertThat(ids(claimed)).contains(high.id()).doesNotContain(low.id()).hasSize(2);
        claimed.forEach(task -> end(node, task, new AttemptEnd.Final(DONE)));
        tasks().release(MANY);
        assertThat(claimedIds(node, MANY)).containsExactly(low.id());
    }

    @Test
    default void a_task_in_a_pause_or_cancelled_frees_its_key() {
        UserId ada = someone();
        NodeId node = node();
        List<Task> tasks = Stream.generate(() -> enqueue(keyed(ada, "key", 1))).limit(3).toList();
        Task first = claimOne(node);
        end(node, first, new AttemptEnd.Again(ERROR, Duration.ofSeconds(30)));
        tasks().release(MANY);
        assertThat(claimedIds(node, MANY)).containsExactly(tasks.get(1).id());

        passTime(Duration.ofSeconds(10));
        tasks().end(tasks.get(1).id(), new TaskState.Cancelled(), Optional.empty());
        tasks().release(MANY);
        NodeId other = node();
        Task third = claimOne(other);
        assertThat(third.id()).isEqualTo(tasks.get(2).id());

        passTime(Duration.ofSeconds(25));
        tasks().wake(MANY);
        assertThat(claimedIds(node(), MANY)).isEmpty();
        tasks().end(third.id(), DONE, Optional.empty());
        tasks().release(MANY);
        assertThat(claimedIds(node(), MANY)).containsExactly(first.id());
    }

    @Test
    default void a_task_waits_for_its_start_and_then_for_its_key() {
        UserId ada = someone();
        Task now = enqueue(keyed(ada, "key", 1));
        NewTask wanted = keyed(ada, "key", 1);
        Task later = enqueue(Sample.task(ada)
                .options(wanted.spec().options().withStart(new StartTime.After(Duration.ofMinutes(1))))
                .build());
        passTime(Duration.ofSeconds(61));
        assertThat(tasks().wake(MANY)).isEqualTo(1);
        assertThat(tasks().isDue()).isFalse();

        assertThat(claimedIds(node(), MANY)).containsExactly(now.id());
        tasks().end(now.id(), DONE, Optional.empty());
        tasks().release(MANY);
        assertThat(claimedIds(node(), MANY)).containsExactly(later.id());
    }

    @Test
    default void racing_tasks_of_a_key_run_one_at_a_time() throws Exception {
        UserId ada = someone();
        List<Callable<Task>> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add(() -> enqueue(keyed(ada, "key", 1)));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<Task> enqueued : threads.invokeAll(calls)) {
                enqueued.get();
            }
        }
        NodeId node = node();
        int done = 0;
        while (done < calls.size()) {
            tasks().release(MANY);
            List<Task> claimed = claim(node, MANY);
            assertThat(claimed).hasSize(1);
            end(node, claimed.getFirst(), new AttemptEnd.Final(DONE));
            done++;
        }
    }

    @Test
    default void a_unique_key_belongs_to_one_task_until_it_ends() {
        UserId ada = someone();
        Task first = enqueue(unique(ada, "report 茶"));
        assertThat(find(first).spec().options().unique()).contains("report 茶");

        assertThat(tasks().enqueue(List.of(unique(ada, "report 茶")), 0))
                .isEqualTo(new Enqueued.Duplicate(first.id()));
        assertThat(stores().transactions()
                        .inTransaction(() -> tasks().enqueue(List.of(unique(ada, "report 茶")), 0)))
                .isEqualTo(new Enqueued.Duplicate(first.id()));
        enqueue(unique(someone(), "report 茶"));
        enqueue(unique(ada, "another"));

        tasks().end(first.id(), DONE, Optional.empty());
        Task second = enqueue(unique(ada, "report 茶"));
        assertThat(find(first).spec().options().unique()).contains("report 茶");
        assertThat(tasks().enqueue(List.of(unique(ada, "report 茶")), 0))
                .isEqualTo(new Enqueued.Duplicate(second.id()));
    }

    @Test
    default void of_racing_tasks_with_a_unique_key_one_is_enqueued() throws Exception {
        UserId ada = someone();
        List<Callable<Enqueued>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(() -> tasks().enqueue(List.of(unique(ada, "once")), 0));
        }
        List<Enqueued> outcomes = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<Enqueued> outcome : threads.invokeAll(calls)) {
                outcomes.add(outcome.get());
            }
        }

        assertThat(outcomes).filteredOn(Enqueued.Kept.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Enqueued.Duplicate.class::isInstance).hasSize(99);
        assertThat(claim(node(), MANY)).hasSize(1);
    }
}
