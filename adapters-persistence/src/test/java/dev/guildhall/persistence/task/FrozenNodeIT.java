package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.WorkerScope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
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
