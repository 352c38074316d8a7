package dev.guildhall.testkit.contract.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue.Subscription;
import dev.guildhall.ports.task.TaskState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a store tells of its own changes. */
public interface TaskHintContract extends QueueContract {
    int HINT_SECONDS = 20;

    /** The first hint of that kind, waited for. */
    private static boolean tells(BlockingQueue<TaskHint> hints, Predicate<TaskHint> kind) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(HINT_SECONDS);
        while (System.nanoTime() < end) {
            Optional<TaskHint> hint = Optional.ofNullable(hints.poll(HINT_SECONDS, TimeUnit.SECONDS));
            if (hint.filter(kind).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static Predicate<TaskHint> ended(TaskId id) {
        return hint -> hint.equals(new TaskHint.Ended(id));
    }

    private static boolean isReady(TaskHint hint) {
        return hint instanceof TaskHint.Ready;
    }

    @Test
    default void listeners_are_told_when_there_is_something_to_claim() throws Exception {
        BlockingQueue<TaskHint> hints = new LinkedBlockingQueue<>();
        BlockingQueue<TaskHint> others = new LinkedBlockingQueue<>();

        try (Subscription one = tasks().listen(hints::add);
                Subscription two = tasks().listen(others::add)) {
            assertThat(one).isNotSameAs(two);
            enqueue(Sample.task(someone()).build());

            assertThat(tells(hints, TaskHintContract::isReady)).isTrue();
            assertThat(tells(others, TaskHintContract::isReady)).isTrue();
        }
    }

    @Test
    default void listeners_are_told_of_tasks_of_a_transaction_when_they_can_be_claimed() throws Exception {
        BlockingQueue<List<Task>> claimed = new LinkedBlockingQueue<>();
        BlockingQueue<TaskHint> hints = new LinkedBlockingQueue<>();
        NodeId node = node();

        try (Subscription listening = tasks().listen(hints::add)) {
            assertThat(listening).isNotNull();
            stores().transactions().run(() -> {
                enqueue(Sample.task(someone()).build());
                hints.clear();
            });
            assertThat(tells(hints, TaskHintContract::isReady)).isTrue();
            claimed.add(claim(node, 1));
        }

        assertThat(claimed.take()).hasSize(1);
    }

    @Test
    default void listeners_are_told_of_tasks_that_ended() throws Exception {
        BlockingQueue<TaskHint> hints = new LinkedBlockingQueue<>();
        NodeId node = node();
        enqueue(Sample.task(someone()).build());
        Task claimed = claimOne(node);
        Task queued = enqueue(Sample.task(someone()).build());

        try (Subscription listening = tasks().listen(hints::add)) {
            assertThat(listening).isNotNull();
            end(node, claimed, new AttemptEnd.Final(DONE));
            assertThat(tells(hints, ended(claimed.id()))).isTrue();

            tasks().end(queued.id(), new TaskState.Cancelled(), Optional.empty());
            assertThat(tells(hints, ended(queued.id()))).isTrue();
        }
    }

    @Test
    default void who_has_closed_is_told_nothing_any_more() throws Exception {
        BlockingQueue<TaskHint> closed = new LinkedBlockingQueue<>();
        BlockingQueue<TaskHint> open = new LinkedBlockingQueue<>();
        Subscription listening = tasks().listen(closed::add);
        listening.close();
        listening.close();

        try (Subscription other = tasks().listen(open::add)) {
            assertThat(other).isNotNull();
            Task queued = enqueue(Sample.task(someone()).build());
            tasks().end(queued.id(), new TaskState.Cancelled(), Optional.empty());
            assertThat(tells(open, ended(queued.id()))).isTrue();
        }

        assertThat(closed).isEmpty();
    }
}
