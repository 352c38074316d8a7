package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One slot in eight is for owners who hold none. */
class WorkerPoolTest {
    private static final Caller.User ADA = Sample.external("ada");
    private static final Caller.User BOB = Sample.external("bob");
    private static final Caller.User CAT = Sample.external("cat");
    private static final TaskSpec LONG = TaskSpec.of(new TaskType("long"), Map.of());
    private static final TaskSpec ECHO = TaskSpec.of(TaskTypes.ECHO, Map.of("word", "hello"));

    private static final int ALL = 1_000;

    private final Semaphore begun = new Semaphore(0);
    private final Semaphore released = new Semaphore(0);
    private final List<Core> nodes = new ArrayList<>();

    /** Goes on until it is released. */
    private final class LongTasks implements TaskExecutor {
        @Override
        public boolean takes(TaskType type) {
            return type.equals(LONG.type());
        }

        @Override
        public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
            begun.release();
            released.acquire();
            return Map.of();
        }
    }

    private Core node(int workers) {
        Core core = Core.of(parts -> parts.limits(Limits.DEFAULT.withTask(TaskLimits.DEFAULT.withWorkers(workers)))
                .executor(new LongTasks()));
        core.start();
        nodes.add(core);
        return core;
    }

    @AfterEach
    void stop() {
        released.release(ALL);
        nodes.forEach(Core::close);
    }

    private static List<TaskId> submit(Core core, Caller.User owner, TaskSpec spec, int howMany) {
        return Stream.generate(() -> core.tasks()
                        .submit(owner, spec, Optional.empty())
                        .task()
                        .id())
                .limit(howMany)
                .toList();
    }

    private static TaskStatus ended(Core core, Caller.User owner, TaskId id) {
        return core.tasks().await(owner, id, Tasks.LONGEST_WAIT).status();
    }

    private static long running(Core core, Caller.User owner, List<TaskId> ids) {
        return ids.stream()
                .filter(id -> core.tasks().find(owner, id).status() == TaskStatus.RUNNING)
                .count();
    }

    @Test
    void an_owner_alone_takes_all_slots_but_the_kept_ones() throws Exception {
        Core core = node(16);

        List<TaskId> adas = submit(core, ADA, LONG, 40);
        begun.acquire(14);

        assertThat(ended(core, BOB, submit(core, BOB, ECHO, 1).getFirst())).isEqualTo(TaskStatus.COMPLETED);
        assertThat(running(core, ADA, adas)).isEqualTo(14);
        assertThat(begun.availablePermits()).isZero();
    }

    @Test
    void an_owner_who_holds_a_slot_takes_no_kept_one() throws Exception {
        Core core = node(16);
        submit(core, ADA, LONG, 40);
        begun.acquire(14);

        List<TaskId> bobs = submit(core, BOB, LONG, 3);
        begun.acquire();

        assertThat(ended(core, CAT, submit(core, CAT, ECHO, 1).getFirst())).isEqualTo(TaskStatus.COMPLETED);
        assertThat(running(core, BOB, bobs)).isEqualTo(1);
    }

    @Test
    void an_owners_short_tasks_go_one_after_the_other_by_a_kept_slot() throws Exception {
        Core core = node(8);
        submit(core, ADA, LONG, 40);
        begun.acquire(7);

        for (TaskId id : submit(core, BOB, ECHO, 20)) {
            assertThat(ended(core, BOB, id)).isEqualTo(TaskStatus.COMPLETED);
        }
    }

    @Test
    void short_tasks_do_not_wait_for_the_long_ones_of_many_owners() throws Exception {
        Core core = node(8);
        for (int owner = 0; owner < 20; owner++) {
            submit(core, Sample.external("owner" + owner), LONG, 3);
        }
        begun.acquire(8);

        List<TaskId> bobs = submit(core, BOB, ECHO, 50);
        int ended = 0;
        while (!core.tasks()
                .await(BOB, bobs.getLast(), Duration.ofMillis(100))
                .status()
                .isFinal()) {
            released.release();
            ended++;
        }

        assertThat(ended).isLessThan(20);
    }

    @Test
    void owners_take_turns_at_the_slots_that_are_not_kept() throws Exception {
        Core core = node(8);
        submit(core, ADA, LONG, 40);
        begun.acquire(7);
        List<TaskId> bobs = submit(core, BOB, LONG, 4);
        begun.acquire();

        released.release(8);
        begun.acquire(7);

        assertThat(bobs.stream()
                        .filter(id -> core.tasks().find(BOB, id).status() != TaskStatus.QUEUED)
                        .count())
                .isGreaterThanOrEqualTo(3);
    }

    @Test
    void below_eight_slots_none_is_kept() throws Exception {
        Core core = node(7);

        submit(core, ADA, LONG, 8);

        begun.acquire(7);
        assertThat(begun.tryAcquire()).isFalse();
        released.release(8);
        begun.acquire();
    }
}
