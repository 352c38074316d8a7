package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Core;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Parts;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks that a node begins the moment they are kept, and answers that get lost. */
class EagerTasksTest {
    private static final Caller.User ADA = Sample.external("ada");
    private static final TaskType WORK = new TaskType("work");
    private static final TaskFilter ANY = new TaskFilter(Optional.empty(), Optional.empty(), Optional.empty());

    private static final int SEEDS = 10;
    private static final int TASKS = 60;
    private static final int AT_ONCE = 4;
    /** One answer of so many is lost. */
    private static final int LOST_OF = 5;
    /** No pause takes longer here. */
    private static final long SHORT_MILLIS = 5;

    private final Map<TaskId, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final AtomicReference<Optional<CyclicBarrier>> together = new AtomicReference<>(Optional.empty());
    private final List<Core> nodes = new ArrayList<>();

    private final class Counting implements TaskExecutor {
        @Override
        public boolean takes(TaskType type) {
            return type.equals(WORK);
        }

        @Override
        public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
            runs.computeIfAbsent(task.id(), any -> new AtomicInteger()).incrementAndGet();
            if (together.get().isPresent()) {
                meet(together.get().get());
            }
            return Map.of();
        }

        private void meet(CyclicBarrier barrier) throws InterruptedException {
            try {
                barrier.await();
            } catch (BrokenBarrierException others) {
                throw new IllegalStateException(others);
            }
        }
    }

    /** A node on a store whose responses a test sees before the node. */
    private Core running(BiConsumer<Method, Object> answer, TaskLimits limits) {
        return running(new Parts().stores(), answer, limits);
    }

    private Core running(Stores memory, BiConsumer<Method, Object> answer, TaskLimits limits) {
        TaskStore heard = Intercepted.of(TaskStore.class, memory.tasks(), (method, arguments) -> {}, answer);
        Core core = Core.of(parts -> parts.limits(Limits.DEFAULT.withTask(limits))
                .ticker(pause -> Thread.sleep(Math.min(SHORT_MILLIS, pause.toMillis())))
                .executor(new Counting())
                .stores(Sample.with((InMemoryStores) memory, "tasks", heard)));
        core.start();
        nodes.add(core);
        return core;
    }

    @AfterEach
    void stop() {
        nodes.forEach(Core::close);
    }

    private static Task submit(Core core) {
        return core.tasks()
                .submit(ADA, TaskSpec.of(WORK, Map.of()), Optional.empty())
                .task();
    }

    private static Task done(Core core) {
        return core.tasks().await(ADA, submit(core).id(), Tasks.LONGEST_WAIT);
    }

    @Test
    void an_idle_node_begins_tasks_without_a_look_at_the_queue() {
        AtomicInteger claimed = new AtomicInteger();
        Core core = running(
                (method, answer) -> claimed.addAndGet(
                        answer instanceof SettleAndClaimResult turned
                                ? turned.claimed().size()
                                : 0),
                TaskLimits.DEFAULT);
        done(core);
        int before = claimed.get();
        int tasks = 50;

        for (int i = 0; i < tasks; i++) {
            assertThat(done(core).status()).isEqualTo(TaskStatus.COMPLETED);
        }

        // Now and then a look was under way, and what is kept meanwhile is left to it.
        assertThat(claimed.get() - before).isLessThan(tasks / 2);
    }

    @Test
    void a_task_is_told_as_queued_by_whoever_kept_it() {
        Core core = running((method, answer) -> {}, TaskLimits.DEFAULT);
        done(core);

        Task kept = submit(core);

        assertThat(kept.status()).isEqualTo(TaskStatus.QUEUED);
        assertThat(kept.attempts()).isZero();
    }

    @Test
    void what_was_kept_without_an_answer_is_carried_out_once() {
        AtomicInteger lost = new AtomicInteger();
        Core core = running(
                (method, answer) -> {
                    if (method.getName().equals("enqueue") && lost.getAndDecrement() > 0) {
                        throw new Refusal(new CommonProblem.Unavailable("database"));
                    }
                },
                TaskLimits.DEFAULT);
        done(core);

        lost.set(1);
        assertThatThrownBy(() -> submit(core)).isInstanceOf(Refusal.class);

        done(core);
        awaitAll(core, 3);
        assertThat(runs.values())
                .hasSize(3)
                .allSatisfy(times -> assertThat(times).hasValue(1));
    }

    private static List<Task> all(Core core) {
        return core.tasks()
                .list(ADA, ANY, new PageRequest(new Limit(Limit.MAX), Optional.empty()))
                .items();
    }

    private static void awaitAll(Core core, int howMany) {
        List<Task> all = all(core);
        assertThat(all).hasSize(howMany);
        all.forEach(task -> assertThat(
                        core.tasks().await(ADA, task.id(), Tasks.LONGEST_WAIT).status())
                .isEqualTo(TaskStatus.COMPLETED));
    }

    @Test
    void what_is_stuck_behind_long_tasks_goes_to_others() {
        Stores memory = new Parts().stores();
        TaskLimits few = TaskLimits.DEFAULT.withWorkers(2);
        Core one = running(memory, (method, answer) -> {}, few);
        for (int i = 0; i < TASKS; i++) {
            done(one);
        }
        // From now on each waits until more of them run than one node has workers.
        together.set(Optional.of(new CyclicBarrier(3)));
        List<TaskId> stuck = Stream.generate(() -> submit(one).id()).limit(6).toList();

        Core two = running(memory, (method, answer) -> {}, few);

        assertThat(stuck)
                .allSatisfy(id -> assertThat(
                                two.tasks().await(ADA, id, Tasks.LONGEST_WAIT).status())
                        .isEqualTo(TaskStatus.COMPLETED));
    }

    @Test
    void whatever_answers_are_lost_each_task_is_carried_out_once() throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++) {
            carryOutWithLosses(new Random(seed));
            stop();
            runs.clear();
        }
    }

    private void carryOutWithLosses(Random random) throws Exception {
        AtomicBoolean losing = new AtomicBoolean(true);
        Core core = running(
                (method, answer) -> {
                    if (Set.of("enqueue", "turn").contains(method.getName())
                            && losing.get()
                            && random.nextInt(LOST_OF) == 0) {
                        throw new Refusal(new CommonProblem.Unavailable("database"));
                    }
                },
                TaskLimits.DEFAULT.withWorkers(1 + random.nextInt(3)));
        AtomicInteger answered = new AtomicInteger();
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            calls.add(() -> {
                for (int each = 0; each < TASKS / AT_ONCE; each++) {
                    try {
                        submit(core);
                        answered.incrementAndGet();
                    } catch (Refusal unanswered) {
                        assertThat(unanswered.problem()).isInstanceOf(CommonProblem.Unavailable.class);
                    }
                }
                return true;
            });
        }
        AtOnce.run(calls);
        losing.set(false);

        awaitAll(core, TASKS);

        assertThat(answered).hasValueBetween(1, TASKS - 1);
        assertThat(runs).hasSize(TASKS);
        assertThat(runs.values()).allSatisfy(times -> assertThat(times).hasValue(1));
        assertThat(all(core)).allSatisfy(task -> assertThat(task.attempts()).isOne());
    }
}
