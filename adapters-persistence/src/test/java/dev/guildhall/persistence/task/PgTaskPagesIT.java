package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.testkit.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgTaskPagesIT {
    private static final int MIB = 1 << 20;

    private final TestQueue queue = TestQueue.ours();
    private final TaskStore tasks = queue.tasks();
    private final UserId owner = new UserId(UserId.EXTERNAL + Sample.id("owner"));

    @BeforeEach
    void begin_with_an_empty_queue() {
        queue.clear();
    }

    private Page<Task> page(int limit, Page<Task> before) {
        return tasks.list(
                new TaskFilter(Optional.of(owner), Optional.empty(), Optional.empty()),
                new PageRequest(new Limit(limit), before.next()));
    }

    private List<TaskId> keep(int howMany, int size) {
        List<NewTask> large = Stream.generate(() -> Sample.task(owner)
                        .input(Map.of("text", "x".repeat(size)))
                        .build())
                .limit(howMany)
                .toList();
        return tasks.enqueue(large, 0).kept().orElseThrow().stream()
                .map(Task::id)
                .toList();
    }

    @Test
    void a_page_of_large_tasks_ends_early_and_the_next_page_has_the_other_tasks() {
        List<TaskId> kept = keep(19, MIB);

        List<Integer> sizes = new ArrayList<>();
        List<TaskId> found = new ArrayList<>();
        Page<Task> page = new Page<>(List.of(), Optional.empty());
        do {
            page = page(50, page);
            sizes.add(page.items().size());
            found.addAll(page.items().stream().map(Task::id).toList());
        } while (page.next().isPresent());

        assertThat(sizes).containsExactly(8, 8, 3);
        assertThat(found).isEqualTo(kept.reversed());
    }

    @Test
    void a_page_of_small_tasks_has_as_many_as_the_caller_asked_for() {
        List<TaskId> kept = keep(4, MIB);

        Page<Task> page = page(2, new Page<>(List.of(), Optional.empty()));

        assertThat(page.items()).extracting(Task::id).containsExactly(kept.get(3), kept.get(2));
        assertThat(page.next()).isPresent();
    }

    @Test
    void a_page_has_at_least_one_task_of_any_size() {
        List<TaskId> kept = keep(2, TaskPages.MOST + MIB);

        Page<Task> page = page(10, new Page<>(List.of(), Optional.empty()));

        assertThat(page.items()).extracting(Task::id).containsExactly(kept.getLast());
        assertThat(page.next()).isPresent();
    }
}
