package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.ResponseStore;
import dev.guildhall.ports.response.StoredResponse;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.testkit.Sample;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link ResponseStore} does. */
public interface ResponseStoreContract {
    Stores stores();

    private ResponseStore responses() {
        return stores().responses();
    }

    private static StoredResponse response(UserId owner, Optional<StoredResponse> previous, ResponseStatus status) {
        return new StoredResponse(
                new ResponseId(Sample.id("resp")),
                owner,
                previous.map(StoredResponse::id),
                previous.map(StoredResponse::depth).orElse(0) + 1,
                Sample.NOW,
                status.isFinal() ? "" : "{\"background\":true}",
                "[{\"text\":\"\u00e9\"}]",
                status,
                "{\"output\":[]}",
                Optional.empty());
    }

    private StoredResponse added(UserId owner, Optional<StoredResponse> previous, ResponseStatus status) {
        StoredResponse response = response(owner, previous, status);
        responses().add(response);
        return response;
    }

    @Test
    default void an_answer_is_found_by_its_owner_alone() {
        UserId ada = Given.someUser(stores());
        StoredResponse whole = added(ada, Optional.empty(), ResponseStatus.COMPLETED);
        StoredResponse queued = added(ada, Optional.of(whole), ResponseStatus.QUEUED);

        assertThat(responses().find(ada, whole.id())).contains(whole);
        assertThat(responses().find(ada, queued.id())).contains(queued);
        assertThat(responses().find(Given.someUser(stores()), whole.id())).isEmpty();
    }

    @Test
    default void a_chain_is_read_from_its_end_until_an_answer_is_missing() {
        UserId ada = Given.someUser(stores());
        StoredResponse first = added(ada, Optional.empty(), ResponseStatus.COMPLETED);
        StoredResponse second = added(ada, Optional.of(first), ResponseStatus.COMPLETED);
        StoredResponse third = added(ada, Optional.of(second), ResponseStatus.COMPLETED);

        assertThat(responses().chain(ada, third.id(), 9)).containsExactly(third, second, first);
        assertThat(responses().chain(ada, third.id(), 2)).containsExactly(third, second);

        assertThat(responses().remove(ada, second.id())).isTrue();
        assertThat(responses().remove(ada, second.id())).isFalse();
        assertThat(responses().chain(ada, third.id(), 9)).containsExactly(third);
        assertThat(responses().chain(ada, second.id(), 9)).isEmpty();
    }

    private static ResponseStore.Attempt attempt(StoredResponse response, TaskId task, int fence) {
        return new ResponseStore.Attempt(response.owner(), response.id(), task, fence);
    }

    @Test
    default void one_task_gives_an_answer_and_begins_it_anew() {
        UserId ada = Given.someUser(stores());
        TaskId task = new TaskId(Sample.id("task"));
        StoredResponse queued =
                response(ada, Optional.empty(), ResponseStatus.QUEUED).by(task);
        responses().add(queued);
        ResponseStore.Attempt first = attempt(queued, task, 1);

        assertThat(responses().begin(first)).hasValue(0);
        responses().append(first, new EventBatch(0, 2, "abc"));
        responses().append(first, new EventBatch(3, 3, "d"));

        assertThat(responses().begin(attempt(queued, new TaskId(Sample.id("task")), 2)))
                .isEmpty();
        assertThat(responses().find(ada, queued.id()))
                .contains(queued.with(ResponseStatus.IN_PROGRESS, queued.answer()));
        assertThat(responses().events(ada, queued.id(), -1, 9))
                .containsExactly(new EventBatch(0, 2, "abc"), new EventBatch(3, 3, "d"));
        assertThat(responses().events(ada, queued.id(), 1, 1)).containsExactly(new EventBatch(0, 2, "abc"));
        assertThat(responses().events(ada, queued.id(), 2, 9)).containsExactly(new EventBatch(3, 3, "d"));
    }

    @Test
    default void a_later_attempt_has_other_event_numbers_and_an_earlier_one_no_effect() {
        UserId ada = Given.someUser(stores());
        TaskId task = new TaskId(Sample.id("task"));
        StoredResponse queued = added(ada, Optional.empty(), ResponseStatus.QUEUED);
        ResponseStore.Attempt first = attempt(queued, task, 1);
        ResponseStore.Attempt second = attempt(queued, task, 2);
        ResponseStore.Attempt third = attempt(queued, task, 3);
        responses().begin(first);
        responses().append(first, new EventBatch(0, 2, "abc"));

        assertThat(responses().begin(second)).hasValue(3);
        assertThat(responses().begin(third)).hasValue(3);
        responses().append(first, new EventBatch(3, 3, "d"));
        responses().append(second, new EventBatch(3, 3, "e"));
        responses().append(third, new EventBatch(3, 4, "fg"));

        assertThat(responses().begin(second)).isEmpty();
        assertThat(responses().begin(third)).isEmpty();
        assertThat(responses().end(first, ResponseStatus.COMPLETED, "x")).isFalse();
        assertThat(responses().end(second, ResponseStatus.COMPLETED, "x")).isFalse();
        assertThat(responses().events(ada, queued.id(), -1, 9)).containsExactly(new EventBatch(3, 4, "fg"));
        assertThat(responses().end(third, ResponseStatus.COMPLETED, "y")).isTrue();
        assertThat(responses().find(ada, queued.id()))
                .contains(queued.with(ResponseStatus.COMPLETED, "y").by(task));
    }

    @RepeatedTest(3)
    default void an_event_that_races_with_the_next_attempt_is_removed_or_refused() throws Exception {
        UserId ada = Given.someUser(stores());
        TaskId task = new TaskId(Sample.id("task"));
        StoredResponse queued = added(ada, Optional.empty(), ResponseStatus.QUEUED);
        ResponseStore.Attempt first = attempt(queued, task, 1);
        responses().begin(first);
        Callable<Integer> append = () -> {
            for (int i = 0; i < 20; i++) {
                responses().append(first, new EventBatch(i, i, "old"));
            }
            return 0;
        };
        Callable<Integer> begin =
                () -> responses().begin(attempt(queued, task, 2)).orElseThrow();

        AtOnce.run(List.of(append, begin));

        assertThat(responses().events(ada, queued.id(), -1, 99)).isEmpty();
    }

    @Test
    default void a_final_answer_changes_no_more() {
        UserId ada = Given.someUser(stores());
        StoredResponse queued = added(ada, Optional.empty(), ResponseStatus.QUEUED);
        StoredResponse whole = added(ada, Optional.empty(), ResponseStatus.COMPLETED);

        assertThat(responses().end(ada, queued.id(), ResponseStatus.CANCELLED, "{}")).isTrue();
        assertThat(responses().end(ada, queued.id(), ResponseStatus.COMPLETED, "x")).isFalse();
        assertThat(responses().end(ada, whole.id(), ResponseStatus.FAILED, "x")).isFalse();
        ResponseStore.Attempt late = attempt(queued, new TaskId(Sample.id("task")), 1);
        assertThat(responses().begin(late)).isEmpty();
        responses().append(late, new EventBatch(0, 0, "a"));
        assertThat(responses().end(late, ResponseStatus.COMPLETED, "x")).isFalse();

        assertThat(responses().find(ada, queued.id())).contains(queued.with(ResponseStatus.CANCELLED, "{}"));
        assertThat(responses().events(ada, queued.id(), -1, 9)).isEmpty();
    }

    @RepeatedTest(3)
    default void one_of_two_ends_counts() throws Exception {
        UserId ada = Given.someUser(stores());
        StoredResponse queued = added(ada, Optional.empty(), ResponseStatus.QUEUED);
        Callable<Boolean> cancel = () -> responses().end(ada, queued.id(), ResponseStatus.CANCELLED, "{}");

        List<Boolean> ended = AtOnce.run(Collections.nCopies(4, cancel));

        assertThat(ended).containsOnlyOnce(true);
    }

    @Test
    default void what_a_user_has_is_counted_and_swept_and_erased() {
        UserId ada = Given.someUser(stores());
        StoredResponse one = added(ada, Optional.empty(), ResponseStatus.COMPLETED);
        StoredResponse other = added(ada, Optional.empty(), ResponseStatus.QUEUED);

        assertThat(responses().count(ada, 9)).isEqualTo(2);
        assertThat(responses().count(ada, 1)).isEqualTo(1);
        assertThat(responses().bytesOf(ada)).isEqualTo(one.length() + other.length());
        responses().sweep(Sample.NOW, 1_000);
        assertThat(responses().count(ada, 9)).isEqualTo(2);

        assertThat(stores().transactions().inTransaction(() -> responses().erase(ada, 9))).isPositive();
        assertThat(responses().count(ada, 9)).isZero();

        added(ada, Optional.empty(), ResponseStatus.COMPLETED);
        assertThat(responses().sweep(Sample.NOW.plusMillis(1), 1_000)).isPositive();
        assertThat(responses().count(ada, 9)).isZero();
    }
}
