package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static dev.guildhall.testkit.contract.task.QueueContract.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How tasks go back into the queue. */
public interface TaskRetryContract extends QueueContract {
    Duration DELAY = Duration.ofMinutes(2);

    private Task queued() {
        return enqueue(Sample.task(someone()).build());
    }

    private AttemptEnd.Result again(Duration delay) {
        return new AttemptEnd.Again(ERROR, delay);
    }

    @Test
    default void a_task_that_is_tried_again_at_once_keeps_its_place() {
        NodeId node = node();
        Task first = queued();
        Task second = queued();
        Task claimed = claimOne(node);

        assertThat(end(node, claimed, again(Duration.ZERO))).isTrue();

        Task back = find(claimed);
        assertThat(back.state()).isInstanceOf(TaskState.Queued.class);
        assertThat(back.startedAt()).isEqualTo(claimed.startedAt());
        assertThat(back.completedAt()).isEmpty();
        assertThat(back.attempts()).isEqualTo(1);
        assertThat(back.fence()).isEqualTo(1);
        PastAttempt past = back.past().getFirst();
        assertThat(back.past()).hasSize(1);
        assertThat(past.fence()).isEqualTo(1);
        assertThat(past.startedAt()).isEqualTo(claimed.startedAt().orElseThrow());
        assertThat(past.endedAt()).isAfterOrEqualTo(past.startedAt());
        assertThat(past.error()).isEqualTo(ERROR);
        assertThat(claimedIds(node, 2)).isEqualTo(ids(List.of(first, second)));
    }

    @Test
    default void the_next_attempt_is_a_new_one() {
        NodeId node = node();
        NodeId other = node();
        queued();
        Task first = claimOne(node);
        end(node, first, again(Duration.ZERO));

        Task second = claimOne(other);

        assertThat(second.attempts()).isEqualTo(2);
        assertThat(lease(second).fence()).isEqualTo(2);
        assertThat(second.startedAt()).isEqualTo(first.startedAt());
        assertThat(((TaskState.Running) second.state()).since())
                .isAfterOrEqualTo(second.past().getFirst().endedAt());
        assertThat(end(node, first, new AttemptEnd.Final(DONE))).isFalse();
        assertThat(end(other, first, new AttemptEnd.Final(DONE))).isFalse();
        assertThat(find(second)).isEqualTo(second);
        assertThat(end(other, second, again(Duration.ZERO))).isTrue();
        assertThat(find(second).past()).extracting(PastAttempt::fence).containsExactly(1, 2);
    }

    @Test
    default void a_task_that_is_tried_again_later_is_woken_then_and_not_before() {
        NodeId node = node();
        queued();
        Task claimed = claimOne(node);
        end(node, claimed, again(DELAY));
        Task younger = queued();

        assertThat(find(claimed).state()).isInstanceOf(TaskState.Queued.class);
        assertThat(tasks().depth().queued()).isEqualTo(2);
        assertThat(claimedIds(node, 2)).containsExactly(younger.id());
        passTime(DELAY.minusSeconds(20));
        assertThat(tasks().renew(node, LEASE)).isFalse();
        assertThat(tasks().wake(MANY)).isZero();
        passTime(Duration.ofSeconds(21));
        assertThat(tasks().wake(MANY)).isEqualTo(1);
        assertThat(tasks().wake(MANY)).isZero();
        assertThat(claimedIds(node(), 2)).containsExactly(claimed.id());
    }

    @Test
    default void no_more_are_woken_than_so_many() {
        NodeId node = node();
        for (int i = 0; i < 3; i++) {
            queued();
        }
        claim(node, 3).forEach(task -> end(node, task, again(DELAY)));
        passTime(DELAY.plusSeconds(1));

        assertThat(List.of(tasks().wake(2), tasks().wake(2), tasks().wake(2))).containsExactly(2, 1, 0);
        assertThat(claim(node(), MANY)).hasSize(3);
    }

    @Test
    default void a_task_that_waits_for_another_attempt_can_be_ended_and_expires() {
        NodeId node = node();
        Task one = queued();
        Task two = enqueue(Sample.task(someone()).ttl(Duration.ofSeconds(30)).build());
        claim(node, 2).forEach(task -> end(node, task, again(DELAY)));

        assertThat(tasks().end(one.id(), new TaskState.Cancelled(), Optional.empty()))
                .isPresent();
        passTime(DELAY.plusSeconds(1));

        assertThat(tasks().expire(ERROR, MANY)).containsExactly(two.id());
        assertThat(tasks().wake(MANY)).isZero();
        assertThat(claim(node(), MANY)).isEmpty();
    }

    @Test
    default void a_task_that_is_given_back_keeps_its_place_and_was_not_tried() {
        NodeId node = node();
        Task first = queued();
        Task second = queued();
        Task claimed = claimOne(node);

        assertThat(end(node, claimed, new AttemptEnd.GivenBack())).isTrue();

        Task back = find(claimed);
        assertThat(back.state()).isEqualTo(new TaskState.Queued());
        assertThat(back.attempts()).isZero();
        assertThat(back.startedAt()).isEmpty();
        assertThat(back.fence()).isEqualTo(1);
        assertThat(back.past()).hasSize(1);
        assertThat(back.past().getFirst().error().code()).isEqualTo("GIVEN_BACK");
        List<Task> next = claim(node, 2);
        assertThat(ids(next)).isEqualTo(ids(List.of(first, second)));
        assertThat(next.getFirst().attempts()).isEqualTo(1);
        assertThat(next.getFirst().fence()).isEqualTo(2);
        assertThat(end(node, claimed, new AttemptEnd.Final(DONE))).isFalse();
    }

    @Test
    default void a_task_that_waits_is_claimed_after_its_wait_alone_and_its_time_stands_still() {
        NodeId node = node();
        Task task = enqueue(Sample.task(someone()).ttl(Duration.ofSeconds(30)).build());
        Task claimed = claimOne(node);

        assertThat(end(node, claimed, new AttemptEnd.Wait(Duration.ofHours(24)))).isTrue();
        passTime(Duration.ofMinutes(1));

        Task waiting = find(task);
        assertThat(waiting.state()).isInstanceOf(TaskState.Queued.class);
        assertThat(waiting.attempts()).isZero();
        assertThat(waiting.waited()).contains(waiting.past().getLast());
        assertThat(tasks().expire(ERROR, MANY)).isEmpty();
        assertThat(claim(node(), MANY)).isEmpty();
        tasks().wake(task.id());
        tasks().wake(task.id());
        assertThat(tasks().wake(MANY)).isLessThanOrEqualTo(1);
        Task again = claimOne(node());
        assertThat(again.id()).isEqualTo(task.id());
        assertThat(again.attempts()).isEqualTo(1);
        assertThat(again.waited()).isEmpty();
        assertThat(again.spec().ttl()).isBetween(Duration.ofSeconds(85), Duration.ofSeconds(100));
    }

    @Test
    default void a_task_that_was_tried_is_told_so_when_it_ends() {
        NodeId node = node();
        queued();
        end(node, claimOne(node), again(Duration.ZERO));
        Task second = claimOne(node);

        end(node, second, new AttemptEnd.Final(DONE));

        Task ended = find(second);
        assertThat(ended.past()).extracting(PastAttempt::error).containsExactly(ERROR);
        assertThat(ended.attempts()).isEqualTo(2);
        assertThat(ended.state()).isEqualTo(DONE);
    }

    @Test
    default void an_error_of_any_text_is_kept() {
        NodeId node = node();
        queued();
        Task claimed = claimOne(node);
        TaskError odd = new TaskError("C".repeat(TaskError.MAX_CODE), "\"no\"\n茶 👋".repeat(400), new ErrorKind(599));

        end(node, claimed, new AttemptEnd.Again(odd, Duration.ZERO));
        Task second = claimOne(node);
        end(node, second, new AttemptEnd.Final(new TaskState.Failed(odd)));

        assertThat(find(second).past().getFirst().error()).isEqualTo(odd);
        assertThat(find(second).state()).isEqualTo(new TaskState.Failed(odd));
    }
}
