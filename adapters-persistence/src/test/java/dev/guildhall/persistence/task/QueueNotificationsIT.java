package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue.Subscription;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notifications between nodes of one database. */
class QueueNotificationsIT {
    private static final int SECONDS = 20;
    /** A session that still carries the statement out gets no notice yet. */
    private static final String LISTENERS =
            "SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN guildhall_tasks' AND state = 'idle'"
                    + " AND datname = current_database()";

    private final Db db = TestPostgres.db();

    @BeforeEach
    void begin_with_an_empty_queue() {
        TestQueue.ours().clear();
    }

    private QueueConnections node() {
        return QueueConnections.withNotices(
                db,
                Pool.ofQueue(TestPostgres.url().dataSource(), PoolOptions.DEFAULT),
                TestPostgres.url().dataSource());
    }

    private NewTask enqueued(TaskStore tasks) {
        NewTask task =
                Sample.task(new UserId(UserId.EXTERNAL + Sample.id("someone"))).build();
        assertThat(tasks.enqueue(List.of(task), 0).kept()).isPresent();
        return task;
    }

    private static boolean waited(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.yield();
        }
        return condition.getAsBoolean();
    }

    private static boolean tells(BlockingQueue<TaskHint> hints, TaskHint expected) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (System.nanoTime() < end) {
            if (expected.equals(hints.poll(SECONDS, TimeUnit.SECONDS))) {
                return true;
            }
        }
        return false;
    }

    private Set<Integer> listeners() {
        return db.with(
                handle -> handle.createQuery(LISTENERS).mapTo(Integer.class).collect(Collectors.toSet()));
    }

    /** Some of the earlier listeners may still be closing. */
    private boolean awaitListeners(int howMany, Set<Integer> before) {
        return waited(
                () -> listeners().stream().filter(pid -> !before.contains(pid)).count() >= howMany);
    }

    @Test
    void a_node_is_notified_when_another_enqueues_or_ends_a_task() throws Exception {
        BlockingQueue<TaskHint> heard = new LinkedBlockingQueue<>();
        Set<Integer> before = listeners();
        try (QueueConnections one = node();
                QueueConnections other = node();
                Subscription listening = other.tasks().listen(heard::add)) {
            assertThat(listening).isNotNull();
            assertThat(awaitListeners(2, before)).isTrue();
            heard.clear();

            NewTask task = enqueued(one.tasks());
            assertThat(tells(heard, new TaskHint.Ready())).isTrue();
            one.tasks().end(task.id(), new TaskState.Cancelled(), Optional.empty());
            assertThat(tells(heard, new TaskHint.Ended(task.id()))).isTrue();
        }
    }

    @Test
    void a_node_is_notified_of_ready_tasks_when_the_queue_of_ended_tasks_is_full() throws Exception {
        BlockingQueue<TaskHint> heard = new LinkedBlockingQueue<>();
        Set<Integer> before = listeners();
        try (QueueNotifications one = new QueueNotifications(TestPostgres.url().dataSource());
                QueueConnections other = node();
                Subscription listening = other.tasks().listen(heard::add)) {
            assertThat(listening).isNotNull();
            one.start();
            assertThat(awaitListeners(2, before)).isTrue();
            heard.clear();

            one.ended(Stream.generate(() -> new TaskId(Sample.id("task")))
                    .limit(20_000)
                    .toList());
            one.ready(LowWaterMark.BOTTOM);

            assertThat(tells(heard, new TaskHint.Ready())).isTrue();
        }
    }

    @Test
    void claims_of_a_node_start_at_the_place_that_another_node_has_notified() throws Exception {
        BlockingQueue<TaskHint> heard = new LinkedBlockingQueue<>();
        try (QueueNotifications one = new QueueNotifications(TestPostgres.url().dataSource());
                QueueNotifications other =
                        new QueueNotifications(TestPostgres.url().dataSource());
                Subscription listening = other.listen(heard::add)) {
            assertThat(listening).isNotNull();
            one.start();
            other.start();
            // From here on the node listens; tasks that were inserted earlier may have any place.
            assertThat(tells(heard, new TaskHint.Ready())).isTrue();
            other.nodeMark().found(other.nodeMark().begin(), 100);
            other.workerMark().found(other.workerMark().begin(), 100);

            one.ready(50);
            one.ready(70);

            assertThat(tells(heard, new TaskHint.Ready())).isTrue();
            assertThat(other.nodeMark().place()).isEqualTo(50);
            assertThat(other.workerMark().place()).isEqualTo(50);
        }
    }

    @Test
    void a_node_listens_again_after_it_lost_its_connection() throws Exception {
        BlockingQueue<TaskHint> heard = new LinkedBlockingQueue<>();
        Set<Integer> before = listeners();
        try (QueueConnections one = node()) {
            assertThat(awaitListeners(1, before)).isTrue();
            try (QueueConnections other = node();
                    Subscription listening = other.tasks().listen(heard::add)) {
                assertThat(listening).isNotNull();
                assertThat(awaitListeners(2, before)).isTrue();
                Set<Integer> lost = listeners();
                lost.forEach(pid -> db.with(handle -> handle.createQuery("SELECT pg_terminate_backend(:pid)")
                        .bind("pid", pid)
                        .mapTo(Boolean.class)
                        .one()));
                assertThat(awaitListeners(2, lost)).isTrue();
                heard.clear();

                NewTask task = enqueued(one.tasks());
                one.tasks().end(task.id(), new TaskState.Cancelled(), Optional.empty());

                assertThat(tells(heard, new TaskHint.Ended(task.id()))).isTrue();
            }
        }
    }
}
