package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.account.CountingHasher;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.AtOnce;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A core that is started and closed. */
@Timeout(60)
class LifecycleTest {
    private static final Caller.User ADA = Sample.external("ada");
    private static final TaskType WORK = new TaskType("work");

    private final Stores stores = InMemoryStores.empty();
    private final CountDownLatch begun = new CountDownLatch(1);

    private Core core(TaskExecutor work) {
        return Core.of(parts ->
                parts.stores(stores).passwordHasher(new CountingHasher()).executor(work));
    }

    private static TaskId submit(Core core, TaskType type) {
        return core.tasks()
                .submit(ADA, TaskSpec.of(type, Map.of("word", "hello")), Optional.empty())
                .task()
                .id();
    }

    private TaskExecutor blocking() {
        return executor(task -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return Map.of();
        });
    }

    @FunctionalInterface
    private interface Work {
        Map<String, Object> of(Task task) throws InterruptedException;
    }

    private static TaskExecutor executor(Work work) {
        return new TaskExecutor() {
            @Override
            public boolean takes(TaskType type) {
                return type.equals(WORK);
            }

            @Override
            public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
                return work.of(task);
            }
        };
    }

    @Test
    void a_core_that_was_not_started_executes_nothing_and_the_next_one_on_its_stores_does() {
        TaskId id;
        try (Core idle = core(blocking())) {
            id = submit(idle, TaskTypes.ECHO);
        }
        try (Core core = core(blocking())) {
            assertThat(core.tasks().find(ADA, id).status()).isEqualTo(TaskStatus.QUEUED);
            core.start();

            assertThat(core.tasks().await(ADA, id, Tasks.LONGEST_WAIT).status()).isEqualTo(TaskStatus.COMPLETED);
        }
    }

    @Test
    void a_running_task_is_put_back_in_the_queue() throws InterruptedException {
        Core core = core(blocking());
        core.start();
        TaskId id = submit(core, WORK);
        begun.await();

        core.close();

        assertThat(core.tasks().find(ADA, id).status()).isEqualTo(TaskStatus.QUEUED);
        try (Core next = core(executor(task -> Map.of("done", true)))) {
            next.start();
            assertThat(next.tasks().await(ADA, id, Tasks.LONGEST_WAIT).status()).isEqualTo(TaskStatus.COMPLETED);
        }
    }

    @Test
    void a_core_is_started_once_and_closed_as_often_as_one_likes() {
        Core core = core(blocking());
        core.start();
        assertThatIllegalStateException().isThrownBy(core::start).withMessage("the core has been started");

        core.close();
        core.close();

        assertThatIllegalStateException().isThrownBy(core::start).withMessage("the core has been closed");
    }

    @Test
    void a_closed_core_takes_no_work() {
        Core core = core(blocking());
        core.start();
        core.close();

        assertThatThrownBy(() -> submit(core, TaskTypes.ECHO))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Unavailable.class));
    }

    @Test
    void an_answer_in_progress_ends_as_interrupted() throws Exception {
        Installation installation = new Installation(
                stores,
                parts -> parts.chatModel(new ScriptedChatModel(request -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                        throw new Refusal(new CommonProblem.Cancelled());
                    }
                    return ScriptedChatModel.says(request, "never");
                })));
        Caller.User ada = installation.someone();
        AgentRequest question = AgentRequest.ofQuestion(ada.userId(), "Where is my order?");
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                installation.agents().chat(ada, question, event -> {});
            } catch (RuntimeException failed) {
                outcome.complete(failed);
            }
            interrupted.complete(Thread.interrupted());
        });
        begun.await();

        installation.core().close();

        assertThat(outcome.get(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Cancelled.class));
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void a_handler_may_close_the_core() throws InterruptedException {
        CompletableFuture<Core> started = new CompletableFuture<>();
        CountDownLatch closed = new CountDownLatch(1);
        Core core = core(executor(task -> {
            started.join().close();
            closed.countDown();
            return Map.of();
        }));
        core.start();
        started.complete(core);
        TaskId id = submit(core, WORK);

        closed.await();
        core.close();

        assertThat(core.tasks().find(ADA, id).status()).isEqualTo(TaskStatus.COMPLETED);
    }

    @Test
    void a_handler_that_ignores_its_interrupt_does_not_keep_close_from_returning() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        Core core = core(executor(task -> {
            begun.countDown();
            while (release.getCount() > 0) {
                Thread.onSpinWait();
                Thread.yield();
            }
            return Map.of();
        }));
        core.start();
        TaskId id = submit(core, WORK);
        begun.await();

        try (LogLines log = new LogLines(Threads.class)) {
            core.close(Duration.ofMillis(300));

            assertThat(log.lines()).anyMatch(line -> line.contains("task-" + id.value()));
        } finally {
            release.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void code_that_ignores_its_interrupt_keeps_nothing_of_its_core(boolean isTool) throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch working = new CountDownLatch(1);
        try {
            WeakReference<Core> core = closedWhile(working, release, isTool);

            for (int times = 0; core.get() != null && times < 100; times++) {
                System.gc();
                working.await(10, TimeUnit.MILLISECONDS);
            }
            assertThat(core.get()).isNull();
        } finally {
            release.countDown();
        }
    }

    /** A core that was closed while code of a program worked. */
    private static WeakReference<Core> closedWhile(CountDownLatch working, CountDownLatch release, boolean isTool)
            throws InterruptedException {
        Core core = Core.start(parts -> parts.task("spin", (owner, task) -> spun(working, release))
                .tool("desk.spin", "Spins.", Map.of("type", "object"), (caller, given) -> spun(working, release)));
        Caller.User ada = core.user("crm", "ada");
        TaskId id = isTool
                ? core.tasks().submit(ada, "tool", Map.of("tool", "desk.spin")).id()
                : core.tasks().submit(ada, "spin", Map.of()).id();
        working.await();
        try (LogLines log = new LogLines(Threads.class)) {
            core.close(Duration.ofMillis(300));
            assertThat(log.lines()).singleElement().asString().contains("outlives the core");
        }
        assertThat(id).isNotNull();
        return new WeakReference<>(core);
    }

    private static Map<String, Object> spun(CountDownLatch working, CountDownLatch release) {
        working.countDown();
        while (release.getCount() > 0) {
            Thread.onSpinWait();
            Thread.yield();
        }
        return Map.of();
    }

    @Test
    void a_store_that_does_not_respond_does_not_keep_close_from_returning() throws InterruptedException {
        TaskStore unresponsive = Intercepted.before(TaskStore.class, stores.tasks(), (method, arguments) -> {
            if (begun.getCount() == 0) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                    throw Intercepted.outage();
                }
            }
        });
        Stores others = stores;
        ForwardingStores all = new ForwardingStores() {
            @Override
            public Stores others() {
                return others;
            }

            @Override
            public TaskStore tasks() {
                return unresponsive;
            }
        };
        try (LogLines log = new LogLines(Threads.class)) {
            Core core = Core.start(parts ->
                    parts.stores(all).passwordHasher(new CountingHasher()).executor(blocking()));
            submit(core, WORK);
            begun.await();

            core.close(Duration.ofSeconds(1));

            assertThat(log.lines()).noneMatch(line -> line.contains("task-dispatcher"));
        }
    }

    @Test
    void a_thousand_threads_close_a_core_and_none_of_its_threads_is_left() throws Exception {
        Core core = core(blocking());
        core.start();
        List<TaskId> tasks =
                IntStream.range(0, 5).mapToObj(any -> submit(core, WORK)).toList();

        try (LogLines survivors = new LogLines(Threads.class)) {
            AtOnce.run(Collections.nCopies(1_000, () -> {
                core.close();
                return true;
            }));

            assertThat(survivors.lines()).isEmpty();
        }

        assertThat(tasks).allMatch(id -> core.tasks().find(ADA, id).status() == TaskStatus.QUEUED);
    }
}
