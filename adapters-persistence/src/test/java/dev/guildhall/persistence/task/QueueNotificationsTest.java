package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.PoolOptions;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue.Subscription;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
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

/** Nodes of one database hear of each other. */
class QueueNotificationsTest {
    private static final int SECONDS = 20;
    private static final String LISTENERS =
            "SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN guildhall_tasks' AND datname = current_database()";

    private final Db db = TestPostgres.db();

    @BeforeEach
    void begin_with_an_empty_queue() {
        TestQueue.ours().clear();
    }

    private QueueConnections node() {
        return QueueConnections.withNotices(db, TestPostgres.url(), PoolOptions.DEFAULT);
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
            Thread.onSpinWait();
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

    /** Of those who listened before, some may be about to end. */
    private boolean awaitListeners(int howMany, Set<Integer> before) {
        return waited(
                () -> listeners().stream().filter(pid -> !before.contains(pid)).count() >= howMany);
    }

    @Test
    void one_node_hears_what_another_enqueues_and_ends() throws Exception {
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
    void what_is_ready_is_told_when_more_has_ended_than_there_is_room_to_tell() throws Exception {
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
    void claims_of_one_node_begin_where_another_says_that_a_task_is() throws Exception {
        BlockingQueue<TaskHint> heard = new LinkedBlockingQueue<>();
        try (QueueNotifications one = new QueueNotifications(TestPostgres.url().dataSource());
                QueueNotifications other =
                        new QueueNotifications(TestPostgres.url().dataSource());
                Subscription listening = other.listen(heard::add)) {
            assertThat(listening).isNotNull();
            one.start();
            other.start();
            // From here on it listens; what was put into the queue before may be anywhere.
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
    void a_node_listens_again_when_its_connection_was_lost() throws Exception {
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
