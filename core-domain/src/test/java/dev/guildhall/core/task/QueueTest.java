package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Parts;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgent;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole queue in memory: what is put in is carried out, ended and told. */
@Timeout(60)
class QueueTest {
    private static final Caller.User ADA = Sample.external("ada");
    private static final Caller.User BOB = Sample.external("bob");

    private static final TaskType WORK = new TaskType("work");
    private static final TaskFilter ANY = new TaskFilter(Optional.empty(), Optional.empty(), Optional.empty());

    /** How many threads of a node work again and again after a pause. */
    private static final int PERIODIC = 16;

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final List<Core> nodes = new ArrayList<>();

    private Core core(TaskExecutor... executors) {
        return core(TaskLimits.DEFAULT, executors);
    }

    private Core core(TaskLimits limits, TaskExecutor... executors) {
        return Core.of(parts -> {
            parts.limits(Limits.DEFAULT.withTask(limits)).unknownTaskTypes(UnknownTaskTypes.AGENT);
            for (TaskExecutor executor : executors) {
                parts.executor(executor);
            }
            return parts;
        });
    }

    /** A core whose time a test advances. */
    private static Core core(ManualTicker time, TaskLimits limits, TaskExecutor executor) {
        return Core.of(parts -> parts.clock(time)
                .ticker(time)
                .limits(Limits.DEFAULT.withTask(limits))
                .executor(executor));
    }

    private Core running(Core core) {
        core.start();
        nodes.add(core);
        return core;
    }

    @AfterEach
    void stop() {
        nodes.forEach(Core::close);
    }

    /** Carries out tasks of one type by what it is told. */
    private record Doing(TaskType type, Work work) implements TaskExecutor {
        private interface Work {
            Map<String, Object> of(Task task) throws InterruptedException;
        }

        @Override
        public boolean takes(TaskType wanted) {
            return wanted.equals(type);
        }

        @Override
        public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
            return work.of(task);
        }
    }

    private static TaskSpec echo() {
        return TaskSpec.of(TaskTypes.ECHO, Map.of("word", "hello"));
    }

    private static TaskId submit(Core core, TaskSpec spec) {
        return core.tasks().submit(ADA, spec, Optional.empty()).task().id();
    }

    private static Task ended(Core core, TaskId id) {
        return core.tasks().await(ADA, id, Tasks.LONGEST_WAIT);
    }

    /** Lets the node do all that is due, poll after poll, until the task has ended. */
    private static Task ended(Core core, ManualTicker time, TaskId id) throws InterruptedException {
        while (!core.tasks().find(ADA, id).status().isFinal()) {
            time.awaitWaiting(PERIODIC);
            time.advance(TaskLimits.Node.DEFAULT.poll());
        }
        return core.tasks().find(ADA, id);
    }

    @Test
    void a_task_is_carried_out() {
        Core core = running(core());

        Task task = ended(core, submit(core, echo()));

        assertThat(task.state()).isEqualTo(new TaskState.Completed(Map.of("word", "hello")));
        assertThat(task.attempts()).isOne();
        assertThat(task.startedAt()).isPresent();
        assertThat(task.completedAt()).isPresent();
    }

    @Test
    void sleeping_tasks_hold_no_slot() throws Exception {
        Core core = running(core(time, TaskLimits.DEFAULT.withWorkers(1), new Doing(WORK, task -> Map.of())));
        List<TaskId> sleeps = IntStream.range(0, 60)
                .mapToObj(any -> submit(core, TaskSpec.of(TaskTypes.SLEEP, Map.of("ms", 25_000))))
                .toList();

        assertThat(ended(core, submit(core, echo())).status()).isEqualTo(TaskStatus.COMPLETED);

        assertThat(sleeps).allSatisfy(id -> {
            Task sleeping = core.tasks().find(ADA, id);
            assertThat(sleeping.status()).isEqualTo(TaskStatus.RUNNING);
            TaskAgent agent = core.taskAgents().find(ADA, sleeping.agentId().orElseThrow());
            assertThat(agent.status()).isEqualTo(TaskAgent.Status.RUNNING);
            assertThat(agent.lastHeartbeatAt()).isEqualTo(sleeping.startedAt().orElseThrow());
        });
        Task first = ended(core, time, sleeps.getFirst());
        assertThat(first.state()).isEqualTo(new TaskState.Completed(Map.of("ms", 25_000L)));
        assertThat(first.attempts()).isOne();
        assertThat(Duration.between(
                        first.startedAt().orElseThrow(), first.completedAt().orElseThrow()))
                .isBetween(Duration.ofMillis(25_000), Duration.ofMillis(26_000));
    }

    @Test
    void the_agent_of_a_sleeping_task_can_be_terminated() {
        Core core = running(core());
        TaskId id = submit(core, TaskSpec.of(TaskTypes.SLEEP, Map.of("ms", 3_600_000)));
        ended(core, submit(core, echo()));
        Task sleeping = core.tasks().find(ADA, id);

        TaskAgent agent = core.taskAgents().terminate(ADA, sleeping.agentId().orElseThrow());

        assertThat(agent.status()).isEqualTo(TaskAgent.Status.TERMINATED);
        assertThat(core.tasks().find(ADA, id).state()).isEqualTo(new TaskState.Failed(TaskErrors.AGENT_TERMINATED));
    }

    @Test
    void a_sleep_beyond_the_bound_of_its_user_is_refused_and_other_work_is_not() {
        Stores memory = new Parts().stores();
        fillWithSleep(memory.tasks());
        Core core = Core.of(parts -> parts.stores(memory));

        assertThat(Refused.by(() -> submit(core, TaskSpec.of(TaskTypes.SLEEP, Map.of("ms", 1)))))
                .isEqualTo(new TaskProblem.QueueFull(
                        TaskProblem.QueueFull.Bound.SLEEPING, TaskQueue.MOST_SLEEPING, Duration.ofSeconds(1)));
        submit(core, echo());
    }

    private static void fillWithSleep(TaskStore store) {
        NodeId node = new NodeId(Sample.id("node"));
        store.renew(node, Duration.ofSeconds(15));
        store.enqueue(
                IntStream.range(0, TaskQueue.MOST_SLEEPING)
                        .mapToObj(any -> Sample.task(ADA.userId()).build())
                        .toList(),
                0);
        AttemptEnd.Sleep sleep = new AttemptEnd.Sleep(new TaskState.Completed(Map.of()), Duration.ofHours(1));
        List<AttemptEnd> ends =
                store.settleAndClaim(new SettleAndClaim(node, List.of(), TaskQueue.MOST_SLEEPING)).claimed().stream()
                        .map(task -> new AttemptEnd(task.id(), ((TaskState.Running) task.state()).lease(), sleep))
                        .toList();
        store.settleAndClaim(new SettleAndClaim(node, ends, 0));
    }

    @Test
    void a_task_of_somebody_else_does_not_exist() {
        Core core = core();
        TaskId id = submit(core, echo());

        assertThat(Refused.by(() -> core.tasks().find(BOB, id))).isEqualTo(new TaskProblem.TaskNotFound());
        assertThat(Refused.by(() -> core.tasks().cancel(BOB, id))).isEqualTo(new TaskProblem.TaskNotFound());
        assertThat(core.tasks().find(ADA, id).status()).isEqualTo(TaskStatus.QUEUED);
    }

    @Test
    void a_cancelled_task_never_completes_and_its_work_is_interrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Core core = running(core(new Doing(WORK, task -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ended) {
                interrupted.countDown();
                return Map.of("late", true);
            }
            return Map.of();
        })));
        TaskId id = submit(core, TaskSpec.of(WORK, Map.of()));
        begun.await();

        Task cancelled = core.tasks().cancel(ADA, id);
        interrupted.await();

        assertThat(cancelled.status()).isEqualTo(TaskStatus.CANCELLED);
        assertThat(core.tasks().cancel(ADA, id)).isEqualTo(cancelled);
        ended(core, submit(core, echo()));
        assertThat(core.tasks().find(ADA, id)).isEqualTo(cancelled);
    }

    /** What an executor may return, and what the task's owner is told. */
    private static Stream<Arguments> outputsThatAreNotJson() {
        Map<String, Object> nothing = new HashMap<>();
        nothing.put(null, "x");
        return Stream.of(
                Arguments.of(Map.of("n", Double.NaN), "output.n: NaN is not JSON"),
                Arguments.of(Map.of("n", List.of(1, Float.POSITIVE_INFINITY)), "output.n[1]: Infinity is not JSON"),
                Arguments.of(
                        Map.of("n", new BigDecimal("1e999999999")),
                        "output.n: a number with the scale -999999999 is out of range"),
                Arguments.of(
                        Map.of("n", new AtomicInteger(1)),
                        "output.n: java.util.concurrent.atomic.AtomicInteger is not JSON"),
                Arguments.of(Map.of("a", Map.of("d", LocalDate.EPOCH)), "output.a.d: java.time.LocalDate is not JSON"),
                Arguments.of(Map.of("a", Optional.of("x")), "output.a: java.util.Optional is not JSON"),
                Arguments.of(Map.of("a", new int[] {1}), "output.a: int[] is not JSON"),
                Arguments.of(Map.of("a", Set.of("x")), "is not JSON"),
                Arguments.of(nothing, "output: has a name that is not a text"),
                Arguments.of(null, "output: is null"));
    }

    @ParameterizedTest
    @MethodSource("outputsThatAreNotJson")
    void an_output_that_json_cannot_say_fails_its_task_and_no_other(Map<String, Object> output, String message) {
        Core core = running(core(new Doing(WORK, task -> output)));
        TaskId bad = submit(core, TaskSpec.of(WORK, Map.of()));
        TaskId good = submit(core, echo());

        TaskState state = ended(core, bad).state();

        assertThat(state).isInstanceOfSatisfying(TaskState.Failed.class, failed -> {
            assertThat(failed.error().code()).isEqualTo("INVALID_OUTPUT");
            assertThat(failed.error().message()).contains(message);
        });
        assertThat(ended(core, good).status()).isEqualTo(TaskStatus.COMPLETED);
    }

    @Test
    void a_task_of_an_owner_without_an_account_is_refused_and_not_said_to_wait() {
        Core core = core();
        Caller.User gone = new Caller.User(
                new UserId(Sample.id("usr")),
                new ProfileId(Sample.id("prf")),
                new SessionId(Sample.id("ses")),
                Set.of(Role.USER));

        assertThat(Refused.by(() -> core.tasks().submit(gone, echo(), Optional.empty())))
                .isEqualTo(new CommonProblem.Unauthenticated("the account does not exist"));
        assertThat(Refused.by(() -> core.tasks().submit(gone, echo(), Optional.of(new IdempotencyKey("once")))))
                .isEqualTo(new CommonProblem.Unauthenticated("the account does not exist"));
    }

    @Test
    void an_input_that_json_cannot_say_is_refused_with_its_place() {
        Core core = core();

        CommonProblem problem = (CommonProblem) Refused.by(() ->
                submit(core, TaskSpec.of(WORK, Map.of("rows", List.of(Map.of("day", LocalDate.EPOCH))))));

        assertThat(problem.message()).startsWith("input.rows[0].day: java.time.LocalDate is not JSON");
    }

    @Test
    void failures_without_words_free_their_slots() {
        AtomicInteger number = new AtomicInteger();
        Core core = running(core(new Doing(WORK, task -> {
            switch (number.getAndIncrement() % 3) {
                case 0 -> throw new Refusal(new TaskProblem.NotDone(null, null, null, false));
                case 1 -> throw new IllegalStateException((String) null);
                default -> throw new StackOverflowError();
            }
        })));
        List<TaskId> all = IntStream.range(0, 90)
                .mapToObj(any -> submit(core, TaskSpec.of(WORK, Map.of())))
                .toList();

        assertThat(all).allSatisfy(id -> assertThat(ended(core, id).status()).isEqualTo(TaskStatus.FAILED));
        assertThat(all.stream()
                        .map(id ->
                                ((TaskState.Failed) core.tasks().find(ADA, id).state()).error())
                        .distinct())
                .containsExactlyInAnyOrder(
                        new TaskError("FAILED", "no reason was given", ErrorKind.INTERNAL), TaskErrors.INTERNAL);
        assertThat(ended(core, submit(core, echo())).status()).isEqualTo(TaskStatus.COMPLETED);
    }

    @Test
    void an_end_that_the_store_refuses_stops_no_other() {
        Stores memory = new Parts().stores();
        TaskStore picky = Intercepted.before(TaskStore.class, memory.tasks(), (method, arguments) -> {
            if (arguments != null
                    && arguments[0] instanceof SettleAndClaim request
                    && request.ended().stream().anyMatch(QueueTest::isPoison)) {
                throw new IllegalStateException("a row is refused");
            }
        });
        Core core = running(Core.of(parts -> parts.stores(Sample.with((InMemoryStores) memory, "tasks", picky))));
        TaskId poison = submit(core, TaskSpec.of(TaskTypes.ECHO, Map.of("poison", true)));
        List<TaskId> others =
                IntStream.range(0, 50).mapToObj(any -> submit(core, echo())).toList();

        assertThat(others).allSatisfy(id -> assertThat(ended(core, id).status()).isEqualTo(TaskStatus.COMPLETED));
        assertThat(((TaskState.Failed) ended(core, poison).state()).error().code())
                .isEqualTo("INVALID_OUTPUT");
    }

    private static boolean isPoison(AttemptEnd end) {
        return end.result() instanceof AttemptEnd.Final(TaskState.Completed(Map<String, Object> output))
                && output.containsKey("poison");
    }

    @Test
    void a_task_that_has_ended_cannot_be_cancelled() {
        Core core = running(core());
        Task task = ended(core, submit(core, echo()));

        assertThat(Refused.by(() -> core.tasks().cancel(ADA, task.id()))).isInstanceOf(CommonProblem.Conflict.class);
        assertThat(core.tasks().find(ADA, task.id())).isEqualTo(task);
    }

    @Test
    void a_failure_that_is_not_retryable_ends_the_task() {
        TaskError error = new TaskError("BROKEN", "it is broken", ErrorKind.INVALID);
        Core core = running(core(new Doing(WORK, task -> {
            throw TaskErrors.refusal(error, false);
        })));

        Task task = ended(core, submit(core, TaskSpec.of(WORK, Map.of())));

        assertThat(task.state()).isEqualTo(new TaskState.Failed(error));
        assertThat(task.attempts()).isOne();
    }

    @Test
    void a_bug_of_an_executor_fails_its_task_without_a_word_of_the_inside() {
        Core core = running(core(new Doing(WORK, task -> {
            throw new IllegalStateException("jdbc:postgresql://10.0.0.1/secret");
        })));

        Task task = ended(core, submit(core, TaskSpec.of(WORK, Map.of())));

        assertThat(task.state()).isEqualTo(new TaskState.Failed(TaskErrors.INTERNAL));
    }

    @Test
    void a_retryable_failure_is_tried_again_and_its_story_is_told() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        TaskError error = new TaskError("PASSING", "try again", ErrorKind.UNAVAILABLE);
        Core core = running(core(time, TaskLimits.DEFAULT, new Doing(WORK, task -> {
            if (tries.incrementAndGet() == 1) {
                throw TaskErrors.refusal(error, true);
            }
            return Map.of("attempt", task.attempts());
        })));
        TaskId id = submit(core, TaskSpec.of(WORK, Map.of()));
        List<TaskEvent> events = new ArrayList<>();

        Thread watching = Thread.ofVirtual().start(() -> core.tasks().watch(ADA, id, 0, events::add));
        ended(core, time, id);
        watching.join();

        assertThat(events)
                .extracting(TaskEvent::status)
                .containsExactly(
                        TaskStatus.QUEUED,
                        TaskStatus.RUNNING,
                        TaskStatus.QUEUED,
                        TaskStatus.RUNNING,
                        TaskStatus.COMPLETED);
        assertThat(events).extracting(TaskEvent::number).containsExactly(1, 2, 3, 4, 5);
        assertThat(events.get(2).error()).contains(error);
        assertThat(core.tasks().find(ADA, id).state()).isEqualTo(new TaskState.Completed(Map.of("attempt", 2)));
    }

    @Test
    void events_go_on_where_they_were_left() {
        Core core = running(core());
        TaskId id = ended(core, submit(core, echo())).id();
        List<TaskEvent> all = new ArrayList<>();
        List<TaskEvent> rest = new ArrayList<>();

        core.tasks().watch(ADA, id, 0, all::add);
        core.tasks().watch(ADA, id, 1, rest::add);

        assertThat(rest).isEqualTo(all.subList(1, all.size()));
    }

    @Test
    void what_exceeds_its_ttl_fails_wherever_it_is() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Core core = running(core(time, TaskLimits.DEFAULT.withWorkers(1), new Doing(WORK, task -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ended) {
                interrupted.countDown();
                throw ended;
            }
            return Map.of();
        })));
        TaskSpec second = new TaskSpec(WORK, Map.of(), List.of(), TaskSpec.DEFAULT_PRIORITY, Duration.ofSeconds(1));

        TaskId running = submit(core, second);
        TaskId queued = submit(core, second);
        begun.await();

        assertThat(ended(core, time, running).state()).isEqualTo(new TaskState.Failed(TaskErrors.TIMEOUT));
        assertThat(ended(core, time, queued).state()).isEqualTo(new TaskState.Failed(TaskErrors.TIMEOUT));
        interrupted.await();
    }

    @Test
    void a_full_queue_takes_no_more() {
        Core core = core(TaskLimits.DEFAULT.withCapacity(2));
        submit(core, echo());
        submit(core, echo());

        assertThat(Refused.by(() -> submit(core, echo()))).isInstanceOf(TaskProblem.QueueFull.class);
        assertThat(core.tasks().list(ADA, ANY, PageRequest.first()).items()).hasSize(2);
    }

    @Test
    void a_sleep_of_a_malformed_length_is_refused() {
        Core core = core();
        List<Object> lengths = List.of(-1, 31_536_000_001L, 1.5, "1000");

        for (Object length : lengths) {
            assertThat(Refused.by(() -> submit(core, TaskSpec.of(TaskTypes.SLEEP, Map.of("ms", length)))))
                    .isInstanceOfSatisfying(
                            CommonProblem.Invalid.class,
                            invalid -> assertThat(invalid.violations())
                                    .extracting("field")
                                    .containsExactly("input.ms"));
        }
        assertThat(Refused.by(() -> submit(core, TaskSpec.of(TaskTypes.SLEEP, Map.of()))))
                .isInstanceOf(CommonProblem.Invalid.class);
        submit(core, TaskSpec.of(TaskTypes.SLEEP, Map.of("ms", 31_536_000_000L)));
    }

    @Test
    void a_key_makes_one_task() {
        Core core = core();
        Optional<IdempotencyKey> key = Optional.of(new IdempotencyKey("once"));

        Tasks.Submitted first = core.tasks().submit(ADA, echo(), key);

        assertThat(core.tasks().submit(ADA, echo(), key)).isEqualTo(new Tasks.Submitted(first.task(), true));
        TaskSpec other = TaskSpec.of(TaskTypes.ECHO, Map.of("word", "other"));
        assertThat(Refused.by(() -> core.tasks().submit(ADA, other, key)))
                .isEqualTo(new CommonProblem.IdempotencyMismatch());
    }

    @Test
    void a_malformed_task_is_refused_with_all_that_is_wrong() {
        Core core = core();
        TaskSpec wrong = new TaskSpec(TaskTypes.ECHO, Map.of(), List.of(" "), 101, Duration.ZERO);

        assertThat(Refused.by(() -> submit(core, wrong)))
                .isInstanceOfSatisfying(
                        CommonProblem.Invalid.class,
                        invalid -> assertThat(invalid.violations())
                                .extracting("field")
                                .containsExactly("tools[0]", "priority", "ttl"));
    }

    @Test
    void an_agent_is_shown_while_it_works_and_terminated() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Core core = running(core(new Doing(WORK, task -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return Map.of();
        })));
        TaskId id = submit(core, TaskSpec.of(WORK, Map.of()));
        begun.await();

        TaskAgent agent =
                core.taskAgents().running(ADA, PageRequest.first()).items().getFirst();
        TaskAgent terminated = core.taskAgents().terminate(ADA, agent.id());

        assertThat(agent.taskId()).isEqualTo(id);
        assertThat(agent.status()).isEqualTo(TaskAgent.Status.RUNNING);
        assertThat(core.taskAgents().running(BOB, PageRequest.first()).items()).isEmpty();
        assertThat(terminated.status()).isEqualTo(TaskAgent.Status.TERMINATED);
        assertThat(core.taskAgents().terminate(ADA, agent.id())).isEqualTo(terminated);
        assertThat(core.tasks().find(ADA, id).state()).isEqualTo(new TaskState.Failed(TaskErrors.AGENT_TERMINATED));
        assertThat(Refused.by(() -> core.taskAgents().find(BOB, agent.id())))
                .isEqualTo(new TaskProblem.AgentNotFound());
    }

    @Test
    void a_worker_outside_takes_what_it_has_asked_for() {
        Core core = running(core());
        assertThat(core.taskWorkers().poll(ADA, Set.of(WORK), 10, Duration.ZERO))
                .isEmpty();
        TaskId id = submit(core, TaskSpec.of(WORK, Map.of()));

        TaskWorkers.Leased leased = core.taskWorkers()
                .poll(ADA, Set.of(WORK), 10, Duration.ofSeconds(10))
                .getFirst();
        Task done = core.taskWorkers().complete(ADA, id, leased.leaseId(), Map.of("done", true));

        assertThat(leased.task().id()).isEqualTo(id);
        assertThat(done.state()).isEqualTo(new TaskState.Completed(Map.of("done", true)));
        assertThat(Refused.by(() -> core.taskWorkers().heartbeat(ADA, id, leased.leaseId())))
                .isEqualTo(new TaskProblem.StaleLease());
        assertThat(Refused.by(() -> core.taskWorkers().heartbeat(BOB, id, leased.leaseId())))
                .isEqualTo(new TaskProblem.TaskNotFound());
        assertThat(Refused.by(() -> core.taskWorkers().heartbeat(ADA, id, new LeaseId("lease_other"))))
                .isEqualTo(new TaskProblem.StaleLease());
    }

    @Test
    void a_node_that_stops_gives_back_what_it_had() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        TaskLimits limits = Sample.with(
                TaskLimits.DEFAULT, "node", Sample.with(TaskLimits.Node.DEFAULT, "grace", Duration.ofMillis(1)));
        Core core = running(core(limits, new Doing(WORK, task -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return Map.of();
        })));
        TaskId id = submit(core, TaskSpec.of(WORK, Map.of()));
        begun.await();

        stop();

        Task task = core.tasks().find(ADA, id);
        assertThat(task.status()).isEqualTo(TaskStatus.QUEUED);
        assertThat(task.attempts()).isZero();
    }

    @Test
    void a_node_without_workers_looks_after_the_queue_and_tells_those_who_wait() throws Exception {
        Core core = running(core(time, TaskLimits.DEFAULT.withWorkers(0), new Doing(WORK, task -> Map.of())));
        TaskSpec brief = new TaskSpec(TaskTypes.ECHO, Map.of(), List.of(), TaskSpec.MOST, Duration.ofSeconds(1));

        TaskId cancelled = submit(core, echo());
        core.tasks().cancel(ADA, cancelled);
        TaskId expiring = submit(core, brief);
        AtomicReference<Task> told = new AtomicReference<>();
        Thread waiting = Thread.ofVirtual().start(() -> told.set(ended(core, expiring)));
        Task expired = ended(core, time, expiring);
        waiting.join();

        assertThat(ended(core, cancelled).state()).isEqualTo(new TaskState.Cancelled());
        assertThat(told.get()).isEqualTo(expired);
        assertThat(expired.state()).isEqualTo(new TaskState.Failed(TaskErrors.TIMEOUT));
        assertThat(expired.attempts()).isZero();
    }

    @Test
    void a_handler_that_gives_up_without_being_asked_to_is_not_tried_for_ever() {
        TaskLimits once = Sample.with(TaskLimits.DEFAULT, "attempts", 1);
        Core core = running(core(once, new Doing(WORK, task -> {
            throw new Refusal(new CommonProblem.Cancelled());
        })));

        Task task = ended(core, submit(core, TaskSpec.of(WORK, Map.of())));

        assertThat(task.state())
                .isInstanceOfSatisfying(
                        TaskState.Failed.class,
                        failed -> assertThat(failed.error().code()).isEqualTo("SERVICE_UNAVAILABLE"));
        assertThat(task.attempts()).isOne();
        assertThat(task.past()).isEmpty();
    }

    @Test
    void a_handler_that_ignores_interrupts_does_not_keep_its_task_from_timing_out() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Core core = running(core(time, TaskLimits.DEFAULT.withWorkers(2), new Doing(WORK, task -> {
            begun.countDown();
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException ignored) {
                    asked.countDown();
                }
            }
            over.countDown();
            return Map.of("late", true);
        })));
        TaskSpec brief = new TaskSpec(WORK, Map.of(), List.of(), TaskSpec.DEFAULT_PRIORITY, Duration.ofSeconds(1));

        TaskId id = submit(core, brief);
        begun.await();
        Task expired = ended(core, time, id);
        asked.await();
        release.countDown();
        over.await();

        assertThat(expired.state()).isEqualTo(new TaskState.Failed(TaskErrors.TIMEOUT));
        assertThat(ended(core, submit(core, echo())).status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(core.tasks().find(ADA, expired.id())).isEqualTo(expired);
    }

    @Test
    void a_task_whose_claim_was_never_answered_is_carried_out_all_the_same() {
        Stores memory = new Parts().stores();
        AtomicInteger lost = new AtomicInteger(1);
        TaskStore deaf =
                Intercepted.of(TaskStore.class, memory.tasks(), (method, arguments) -> {}, (method, answer) -> {
                    if (answer instanceof SettleAndClaimResult(List<Boolean> accepted, List<Task> claimed)
                            && !claimed.isEmpty()
                            && lost.getAndDecrement() > 0) {
                        throw Intercepted.outage();
                    }
                });
        Core core = running(Core.of(parts -> parts.stores(Sample.with((InMemoryStores) memory, "tasks", deaf))));

        Task task = ended(core, submit(core, echo()));

        assertThat(task.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(task.attempts()).isOne();
    }
}
