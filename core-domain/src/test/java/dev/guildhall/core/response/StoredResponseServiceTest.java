package dev.guildhall.core.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.core.Core;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseRunner;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.StoredResponse;
import dev.guildhall.ports.response.StoredResponses;
import dev.guildhall.ports.response.StoredResponses.NewResponse;
import dev.guildhall.ports.task.TaskFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StoredResponseServiceTest {
    @AutoClose
    private final Core core = Core.of(parts -> parts);

    private final Caller.User ada = core.user("tests", "ada");

    private static NewResponse ended(String id, Optional<String> previous, String answer) {
        return new NewResponse(
                new ResponseId(id), previous.map(ResponseId::new), "", "[]", ResponseStatus.COMPLETED, answer);
    }

    private static NewResponse queued(String id) {
        return new NewResponse(new ResponseId(id), Optional.empty(), "{}", "[]", ResponseStatus.QUEUED, "{}");
    }

    @Test
    void a_conversation_of_the_most_answers_is_continued_no_more() {
        StoredResponses responses = core.responses();
        responses.store(ada, ended("resp_1", Optional.empty(), "{}"));
        for (int i = 2; i <= StoredResponses.MOST_IN_CONVERSATION; i++) {
            responses.store(ada, ended("resp_" + i, Optional.of("resp_" + (i - 1)), "{}"));
        }

        assertThat(responses.conversation(ada, new ResponseId("resp_999")))
                .hasSize(999)
                .extracting(StoredResponse::depth)
                .startsWith(1, 2)
                .endsWith(999);
        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> responses.conversation(ada, new ResponseId("resp_1000")));
        assertThat(refusal.problem()).isInstanceOf(CommonProblem.Invalid.class);
        assertThat(refusal.problem().message()).contains("previous_response_id", "1000 answers");
    }

    @Test
    void a_user_has_no_more_than_the_most_answers() {
        for (int i = 0; i < StoredResponses.MOST_PER_USER; i++) {
            core.responses().store(ada, ended("resp_" + i, Optional.empty(), ""));
        }

        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> core.responses().store(ada, ended("resp_more", Optional.empty(), "")));

        assertThat(refusal.problem()).isInstanceOf(CommonProblem.Conflict.class);
        core.responses().store(core.user("tests", "bob"), ended("resp_more", Optional.empty(), ""));
    }

    @Test
    void an_answer_beyond_the_quota_of_stored_bytes_is_refused() {
        String large = "x".repeat(1 << 20);
        for (int i = 0; i < 1_023; i++) {
            core.responses().store(ada, ended("resp_" + i, Optional.empty(), large));
        }

        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> core.responses().store(ada, ended("resp_more", Optional.empty(), large)));

        assertThat(refusal.problem()).isInstanceOf(FileProblem.QuotaExceeded.class);
    }

    @Test
    void without_a_runner_no_answer_is_given_in_the_background() {
        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> core.responses().enqueue(ada, queued("resp_1")));

        assertThat(refusal.problem().message()).contains("background");
        assertThat(catchThrowableOfType(Refusal.class, () -> core.responses().find(ada, new ResponseId("resp_1")))
                        .problem())
                .isInstanceOf(CommonProblem.NotFound.class);
    }

    @Test
    void an_answer_whose_task_was_cancelled_in_the_queue_is_failed() {
        try (Core waiting = Core.of(parts -> parts.responses(new Unasked()))) {
            Caller.User bob = waiting.user("tests", "bob");
            waiting.responses().enqueue(bob, queued("resp_1"));
            ResponseId id = new ResponseId("resp_1");
            StoredResponse before = waiting.responses().find(bob, id);

            waiting.tasks().cancel(bob, before.task().orElseThrow());

            assertThat(before.status()).isEqualTo(ResponseStatus.QUEUED);
            assertThat(waiting.responses().find(bob, id).status()).isEqualTo(ResponseStatus.FAILED);
        }
    }

    @Test
    void an_answer_that_was_cancelled_stays_so_and_its_task_ends() {
        try (Core waiting = Core.of(parts -> parts.responses(new Unasked()))) {
            Caller.User bob = waiting.user("tests", "bob");
            ResponseId id = new ResponseId("resp_1");
            waiting.responses().enqueue(bob, queued("resp_1"));

            StoredResponse cancelled = waiting.responses().cancel(bob, id);

            assertThat(cancelled.status()).isEqualTo(ResponseStatus.CANCELLED);
            assertThat(waiting.responses().cancel(bob, id)).isEqualTo(cancelled);
            assertThat(waiting.tasks()
                            .find(bob, cancelled.task().orElseThrow())
                            .status()
                            .isFinal())
                    .isTrue();
        }
    }

    @Test
    void an_answer_whose_task_is_lost_is_failed_with_an_event_that_says_so() {
        try (Core waiting = Core.of(parts -> parts.responses(new Unasked()))) {
            Caller.User bob = waiting.user("tests", "bob");
            ResponseId id = new ResponseId("resp_1");
            StoredResponse stored = waiting.responses().enqueue(bob, queued("resp_1"));
            waiting.tasks().cancel(bob, stored.task().orElseThrow());
            List<EventBatch> events = new ArrayList<>();

            waiting.responses().watch(bob, id, -1, events::add);

            assertThat(events).containsExactly(new EventBatch(0, 0, "failed"));
            assertThat(waiting.responses().find(bob, id).answer()).isEqualTo("{\"failed\":true}");
        }
    }

    @Test
    void an_answer_that_cannot_be_stored_leaves_no_task() {
        try (Core waiting = Core.of(parts -> parts.responses(new Unasked()))) {
            Caller.User bob = waiting.user("tests", "bob");
            NewResponse unknown = new NewResponse(
                    new ResponseId("resp_2"),
                    Optional.of(new ResponseId("resp_1")),
                    "{}",
                    "[]",
                    ResponseStatus.QUEUED,
                    "{}");

            Refusal refusal = catchThrowableOfType(
                    Refusal.class, () -> waiting.responses().enqueue(bob, unknown));

            assertThat(refusal.problem()).isInstanceOf(CommonProblem.NotFound.class);
            assertThat(waiting.tasks()
                            .list(
                                    bob,
                                    new TaskFilter(Optional.empty(), Optional.empty(), Optional.empty()),
                                    PageRequest.first())
                            .items())
                    .isEmpty();
        }
    }

    /** Its model is never asked. */
    private static final class Unasked implements ResponseRunner {
        @Override
        public Result run(Caller.User owner, Attempt attempt, Completions completions, Consumer<EventBatch> events) {
            throw new AssertionError();
        }

        @Override
        public Result fail(Attempt attempt, Consumer<EventBatch> events) {
            events.accept(new EventBatch(attempt.firstEvent(), attempt.firstEvent(), "failed"));
            return new Result(ResponseStatus.FAILED, "{\"failed\":true}");
        }
    }
}
