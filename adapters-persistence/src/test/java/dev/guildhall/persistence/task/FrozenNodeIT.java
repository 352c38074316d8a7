package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.WatchedConnections;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem.QueueFull;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.WorkerScope;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A transaction that stays open, as that of a node that is frozen, keeps no other node from the queue. */
class FrozenNodeIT {
    private static final long CAPACITY = 100;

    private final TestQueue queue = TestQueue.ours();
    private final TaskStore tasks = queue.tasks();
    private final Db db = TestPostgres.db();

    @BeforeEach
    void clear() {
        queue.clear();
    }

    private static NewTask task() {
        return Sample.task(new UserId(UserId.EXTERNAL + Sample.id("bob"))).build();
    }

    /** Does the work in a transaction, and meanwhile that of another node. */
    private void whileOpen(Runnable work, Runnable other) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> frozen = threads.submit(() -> db.run(() -> {
                work.run();
                done.countDown();
                await(free);
            }));
            await(done);
            try {
                threads.submit(other).get(5, TimeUnit.SECONDS);
            } finally {
                free.countDown();
            }
            frozen.get(20, TimeUnit.SECONDS);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private void enqueueOne() {
        assertThat(tasks.enqueue(List.of(task()), CAPACITY).kept().orElseThrow())
                .hasSize(1);
    }

    @Test
    void an_open_transaction_that_has_enqueued_tasks_blocks_no_other_enqueueing() throws Exception {
        whileOpen(this::enqueueOne, this::enqueueOne);

        assertThat(tasks.depth().queued()).isEqualTo(2);
    }

    @Test
    void an_open_transaction_that_has_enqueued_steps_without_a_bound_blocks_no_other_enqueueing() throws Exception {
        Runnable step =
                () -> assertThat(tasks.enqueue(List.of(task()), 0).kept().orElseThrow())
                        .hasSize(1);

        whileOpen(step, this::enqueueOne);
        whileOpen(step, () -> db.run(this::enqueueOne));
        whileOpen(step, step);
        whileOpen(this::enqueueOne, step);

        assertThat(tasks.depth().queued()).isEqualTo(8);
    }

    @Test
    void a_workflow_that_an_open_transaction_has_locked_is_passed_over() throws Exception {
        Workflow workflow =
                Sample.workflow(Given.someUser(queue.stores())).step("one").build();
        queue.workflows().add(workflow);

        whileOpen(
                () -> assertThat(queue.workflows().lock(workflow.id())).isPresent(),
                () -> assertThat(queue.stores()
                                .transactions()
                                .inTransaction(() -> queue.workflows().tryLock(workflow.id())))
                        .isEmpty());

        assertThat(queue.stores()
                        .transactions()
                        .inTransaction(() -> queue.workflows().tryLock(workflow.id())))
                .isPresent();
    }

    @Test
    void steps_that_are_enqueued_without_a_bound_count_for_calls_with_one() {
        tasks.enqueue(Stream.generate(FrozenNodeIT::task).limit(60).toList(), 0);
        db.run(() -> tasks.enqueue(Stream.generate(FrozenNodeIT::task).limit(60).toList(), 0));

        assertThat(tasks.enqueue(List.of(task()), 120)).isEqualTo(new Enqueued.Full(QueueFull.Bound.CAPACITY));
        assertThat(tasks.enqueue(List.of(task()), 121).kept()).isPresent();
    }

    @Test
    void what_a_node_of_an_earlier_version_has_enqueued_without_a_count_is_counted() {
        tasks.enqueue(Stream.generate(FrozenNodeIT::task).limit(30).toList(), 0);
        db.update("UPDATE task_admission SET bound = 0, loose = true, version = version + 1", Map.of());

        assertThat(tasks.enqueue(List.of(task()), 30)).isEqualTo(new Enqueued.Full(QueueFull.Bound.CAPACITY));
        assertThat(tasks.enqueue(List.of(task()), 31).kept()).isPresent();
        assertThat(tasks.enqueue(List.of(task()), 31)).isEqualTo(new Enqueued.Full(QueueFull.Bound.CAPACITY));
    }

    @Test
    void an_open_transaction_that_has_given_a_task_back_blocks_no_other_enqueueing() throws Exception {
        NewTask wanted = task();
        tasks.enqueue(List.of(wanted), CAPACITY);
        LeaseId lease = new LeaseId(Sample.id("lease"));
        WorkerScope scope =
                new WorkerScope(Optional.empty(), Set.of(wanted.spec().type()));
        List<Task> leased = tasks.lease(scope, List.of(lease), Duration.ofMinutes(1));
        assertThat(leased).hasSize(1);

        whileOpen(
                () -> assertThat(tasks.settle(wanted.id(), lease, new AttemptEnd.GivenBack()))
                        .isTrue(),
                this::enqueueOne);
    }

    @Test
    void what_an_open_transaction_has_reserved_counts() throws Exception {
        List<NewTask> many = Stream.generate(FrozenNodeIT::task).limit(88).toList();

        whileOpen(() -> tasks.enqueue(many.subList(0, 80), CAPACITY), () -> {
            assertThat(tasks.enqueue(many.subList(80, 87), CAPACITY).kept()).isPresent();
        });

        assertThat(tasks.depth().queued()).isEqualTo(87);
        assertThat(tasks.enqueue(Stream.generate(FrozenNodeIT::task).limit(14).toList(), CAPACITY)
                        .kept())
                .isEmpty();
    }

    /** Fills the queue so far that the next call counts the tasks. */
    private void fillToTheLastEighth() {
        List<NewTask> many = Stream.generate(FrozenNodeIT::task).limit(88).toList();
        assertThat(tasks.enqueue(many, CAPACITY).kept()).isPresent();
    }

    private void lock(UserId user) {
        assertThat(db.exists("SELECT 1 FROM users WHERE id = :id FOR UPDATE", Map.of("id", user)))
                .isTrue();
    }

    private void anotherNodeGoesOnWhileOneWaitsForAnAccount() throws Exception {
        UserId ada = Given.someUser(queue.stores());
        TaskStore other = TestPostgres.stores().tasks();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            AtomicReference<Future<Enqueued>> waiting = new AtomicReference<>();
            whileOpen(() -> lock(ada), () -> {
                waiting.set(threads.submit(
                        () -> tasks.enqueue(List.of(Sample.task(ada).build()), CAPACITY)));
                TestPostgres.awaitBlocked("task_admission");
                assertThat(other.enqueue(List.of(task()), CAPACITY).kept()).isPresent();
            });
            assertThat(waiting.get().get(20, TimeUnit.SECONDS).kept()).isPresent();
        }
    }

    @Test
    void a_call_that_waits_for_the_account_of_its_owner_blocks_no_other_node() throws Exception {
        anotherNodeGoesOnWhileOneWaitsForAnAccount();
    }

    @Test
    void a_call_that_has_counted_and_waits_for_the_account_of_its_owner_blocks_no_other_node() throws Exception {
        fillToTheLastEighth();

        anotherNodeGoesOnWhileOneWaitsForAnAccount();
    }

    /** Connections of a node that freezes when it is about to execute another statement after it has counted. */
    private static DataSource freezing(CountDownLatch counted, CountDownLatch free) {
        return WatchedConnections.of(TestPostgres.url().dataSource(), sql -> {
            if (counted.getCount() == 0) {
                await(free);
            } else if (sql.contains("count(*) AS waiting")) {
                counted.countDown();
            }
        });
    }

    @Test
    void a_node_that_freezes_after_it_has_counted_blocks_no_other_node_and_counts_again() throws Exception {
        CountDownLatch counted = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        fillToTheLastEighth();

        try (Pool pool = new Pool(freezing(counted, free), new PoolOptions(2, PoolOptions.DEFAULT.patience(), 1));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            TaskStore node = TestPostgres.stores(new Db(pool), TestPostgres.BOX).tasks();
            Future<Enqueued> frozen = threads.submit(() -> node.enqueue(List.of(task()), CAPACITY));
            await(counted);
            try {
                for (int i = 0; i < 11; i++) {
                    threads.submit(this::enqueueOne).get(5, TimeUnit.SECONDS);
                }
            } finally {
                free.countDown();
            }
            assertThat(frozen.get(20, TimeUnit.SECONDS).kept()).isPresent();
        }

        assertThat(tasks.enqueue(List.of(task()), CAPACITY)).isEqualTo(new Enqueued.Full(QueueFull.Bound.CAPACITY));
    }

    @Test
    void while_a_session_holds_the_row_of_the_count_calls_are_refused_as_an_outage_and_go_on_afterwards()
            throws Exception {
        fillToTheLastEighth();
        TaskStore other = TestPostgres.stores().tasks();

        try (Connection foreign = TestPostgres.url().dataSource().getConnection();
                Statement frozen = foreign.createStatement();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            foreign.setAutoCommit(false);
            frozen.execute("SELECT FROM task_admission FOR UPDATE");
            for (Future<Problem> refused : List.of(
                    threads.submit(() -> problem(() -> tasks.enqueue(List.of(task()), CAPACITY))),
                    threads.submit(() -> problem(() -> other.enqueue(List.of(task()), 1_000))),
                    threads.submit(() -> problem(() -> db.run(() -> tasks.enqueue(List.of(task()), CAPACITY)))))) {
                assertThat(refused.get(30, TimeUnit.SECONDS))
                        .isEqualTo(new CommonProblem.Unavailable("database", "takes too long"));
            }
            foreign.rollback();
        }

        enqueueOne();
        assertThat(tasks.depth().queued()).isEqualTo(89);
    }

    private static Problem problem(Runnable call) {
        try {
            call.run();
        } catch (Refusal refusal) {
            return refusal.problem();
        }
        throw new AssertionError("not refused");
    }

    @RepeatedTest(5)
    void calls_of_several_nodes_that_count_at_once_fill_the_queue_to_its_capacity_and_not_beyond() throws Exception {
        List<TaskStore> nodes = List.of(
                tasks,
                TestPostgres.stores().tasks(),
                TestPostgres.stores(db, TestPostgres.BOX).tasks());
        fillToTheLastEighth();

        List<Boolean> kept = AtOnce.run(IntStream.range(0, 60)
                .<Callable<Boolean>>mapToObj(i -> () -> nodes.get(i % 3)
                        .enqueue(List.of(task()), CAPACITY)
                        .kept()
                        .isPresent())
                .toList());

        assertThat(kept).filteredOn(one -> one).hasSize(12);
        assertThat(tasks.depth().queued()).isEqualTo(CAPACITY);
    }

    @RepeatedTest(5)
    void calls_with_a_capacity_count_what_another_node_keeps_without_one_at_the_same_time() throws Exception {
        TaskStore unbounded = TestPostgres.stores().tasks();
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            calls.add(() -> unbounded.enqueue(List.of(task()), 0).kept().isPresent());
            calls.add(() -> tasks.enqueue(List.of(task()), 20).kept().isPresent());
        }

        AtOnce.run(calls);

        assertThat(tasks.enqueue(List.of(task()), 30).kept()).isEmpty();
        long queued = tasks.depth().queued();
        assertThat(queued).isBetween(30L, 50L);
        assertThat(tasks.enqueue(List.of(task()), queued + 1).kept()).isPresent();
        assertThat(tasks.enqueue(List.of(task()), queued + 1).kept()).isEmpty();
    }

    @Test
    void a_statement_that_waits_too_long_for_a_lock_is_an_outage_that_passes() {
        assertThatThrownBy(() -> db.with(
                        handle -> handle.execute("DO $$ BEGIN RAISE EXCEPTION 'late' USING ERRCODE = '55P03'; END $$")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Unavailable.class));
        assertThatThrownBy(() -> db.with(
                        handle -> handle.execute("DO $$ BEGIN RAISE EXCEPTION 'late' USING ERRCODE = '57014'; END $$")))
                .isInstanceOf(Refusal.class);
        String idle = db.with(handle -> handle.createQuery("SHOW idle_in_transaction_session_timeout")
                .mapTo(String.class)
                .one());
        assertThat(idle).isEqualTo("10s");
    }
}
