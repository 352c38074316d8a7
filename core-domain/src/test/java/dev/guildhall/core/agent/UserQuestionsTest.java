package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionAnswer.Action;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class UserQuestionsTest {
    private static final Duration LOOK = Duration.ofMillis(250);

    private final BlockingQueue<AgentEvent> events = new LinkedBlockingQueue<>();
    private Conversing talk = new Conversing();

    @AfterEach
    void end() {
        talk.core().close();
    }

    private CompletableFuture<AgentReply> asking(AskingServer server) {
        talk = new Conversing(parts -> parts.endpoints(() -> List.of(server)));
        talk.core().importTools();
        talk.modelCalls(call("c1", AskingServer.TOOL));
        AgentRequest request = AgentRequest.ofQuestion(talk.caller().userId(), "go");
        CompletableFuture<AgentReply> reply = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                reply.complete(talk.agents().chat(talk.caller(), request, new AgentListener.Answering(events::add)));
            } catch (RuntimeException failed) {
                reply.completeExceptionally(failed);
            }
        });
        return reply;
    }

    private <E extends AgentEvent> E next(Class<E> kind) throws InterruptedException {
        while (true) {
            talk.installation().time().advance(LOOK);
            AgentEvent event = events.poll(10, TimeUnit.MILLISECONDS);
            if (kind.isInstance(event)) {
                return kind.cast(event);
            }
        }
    }

    private ToolQuestion question() throws InterruptedException {
        return next(AgentEvent.QuestionAsked.class).question();
    }

    private void answer(Caller caller, ToolQuestion question, QuestionAnswer answer) {
        talk.agents().answer(caller, talk.begun().getLast(), question.id(), answer);
    }

    private Object got(CompletableFuture<AgentReply> reply) throws Exception {
        BlockingQueue<AgentReply> done = new LinkedBlockingQueue<>();
        reply.thenAccept(done::add);
        Optional<AgentReply> got = Optional.empty();
        while (got.isEmpty()) {
            talk.installation().time().advance(LOOK);
            got = Optional.ofNullable(done.poll(20, TimeUnit.MILLISECONDS));
        }
        ToolOutcome outcome = got.get().message().toolUses().getFirst().outcome();
        return ((Map<?, ?>) ((ToolOutcome.Success) outcome).data()).get("got");
    }

    private static QuestionAnswer accept(Map<String, Object> content) {
        return new QuestionAnswer(Action.ACCEPT, content);
    }

    @Test
    void a_form_is_answered_with_its_defaults_filled_in_and_the_call_goes_on() throws Exception {
        AskingServer server = AskingServer.askingTimes(1);
        CompletableFuture<AgentReply> reply = asking(server);
        ToolQuestion question = question();

        answer(talk.caller(), question, accept(Map.of("city", "Lisbon")));

        assertThat(got(reply)).isEqualTo(Map.of("action", "accept", "content", Map.of("city", "Lisbon", "days", 3)));
        assertThat(question.message()).isEqualTo("Where to?");
        assertThat(question.callId()).isEqualTo("c1");
        assertThat(question.server()).isEqualTo("desk");
        assertThat(question.subject()).isEqualTo(new ToolQuestion.Form(AskingServer.FORM));
        assertThat(next(AgentEvent.QuestionEnded.class).action()).isEqualTo(Action.ACCEPT);
        assertThat(server.declared().toString()).contains("elicitation");
    }

    @Test
    void a_value_that_does_not_fit_is_named_and_the_question_still_waits() throws Exception {
        CompletableFuture<AgentReply> reply = asking(AskingServer.askingTimes(1));
        ToolQuestion question = question();

        assertThatThrownBy(() -> answer(talk.caller(), question, accept(Map.of("city", 7))))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(((CommonProblem.Invalid) refusal.problem())
                                        .violations()
                                        .getFirst()
                                        .field())
                                .isEqualTo("content.city"));
        assertThatThrownBy(() -> answer(talk.caller(), question, accept(Map.of("city", "x".repeat(200_000)))))
                .hasMessageContaining("content");
        answer(talk.caller(), question, new QuestionAnswer(Action.DECLINE));

        assertThat(got(reply)).isEqualTo(Map.of("action", "decline"));
    }

    @Test
    void another_user_finds_no_question_and_a_second_answer_is_a_conflict() throws Exception {
        CompletableFuture<AgentReply> reply = asking(AskingServer.askingTimes(1));
        ToolQuestion question = question();

        Caller.User other = talk.installation().someone();
        assertThatThrownBy(() -> answer(other, question, accept(Map.of("city", "Rome"))))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.NotFound.class));
        answer(talk.caller(), question, accept(Map.of("city", "Lisbon")));
        assertThatThrownBy(() -> answer(talk.caller(), question, accept(Map.of("city", "Rome"))))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Conflict.class));

        assertThat(got(reply).toString()).contains("Lisbon");
    }

    @Test
    void a_question_that_nobody_answers_is_cancelled_after_its_time_which_is_not_the_tools() throws Exception {
        CompletableFuture<AgentReply> reply = asking(AskingServer.askingTimes(1));
        ToolQuestion question = question();

        talk.installation().time().advance(Duration.ofMinutes(4));
        assertThat(reply).isNotDone();
        talk.installation().time().advance(Duration.ofMinutes(1));

        assertThat(got(reply)).isEqualTo(Map.of("action", "cancel"));
        assertThatThrownBy(() -> answer(talk.caller(), question, accept(Map.of("city", "Rome"))))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void a_call_asks_ten_times_at_most() throws Exception {
        CompletableFuture<AgentReply> reply = asking(AskingServer.askingTimes(11));
        for (int i = 0; i < 10; i++) {
            answer(talk.caller(), question(), new QuestionAnswer(Action.DECLINE));
        }

        assertThat(got(reply).toString()).startsWith("-32603").contains("10 questions");
    }

    @Test
    void a_listener_that_cannot_answer_cancels_and_the_server_does_not_learn_of_a_user() {
        AskingServer server = AskingServer.askingTimes(1);
        talk = new Conversing(parts -> parts.endpoints(() -> List.of(server)));
        talk.core().importTools();
        talk.modelCalls(call("c1", AskingServer.TOOL));

        AgentReply reply = talk.ask("go");

        assertThat(reply.message().toolUses().getFirst().outcome().toString()).contains("action=cancel");
        assertThat(server.declared()).containsExactly(Map.of());
    }

    @Test
    void the_end_of_the_answer_cancels_its_questions() throws Exception {
        BlockingQueue<Object> got = new LinkedBlockingQueue<>();
        AskingServer server = new AskingServer(exchange -> {
            got.add(AskingServer.answerTo(exchange, Map.of("message", "?", "requestedSchema", AskingServer.FORM)));
            return "";
        });
        talk = new Conversing(parts -> parts.endpoints(() -> List.of(server)));
        talk.core().importTools();
        talk.modelCalls(call("c1", AskingServer.TOOL));
        Thread answering = Thread.ofVirtual()
                .start(() -> talk.agents()
                        .chat(
                                talk.caller(),
                                AgentRequest.ofQuestion(talk.caller().userId(), "go"),
                                new AgentListener.Answering(events::add)));
        ToolQuestion question = question();

        answering.interrupt();

        assertThat(got.poll(10, TimeUnit.SECONDS)).isEqualTo(Map.of("action", "cancel"));
        answering.join();
        assertThatThrownBy(() -> answer(talk.caller(), question, new QuestionAnswer(Action.DECLINE)))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Conflict.class));
    }

    @Test
    void what_is_no_question_is_an_error_for_the_server_and_the_user_sees_nothing() throws Exception {
        Map<String, Object> many = new LinkedHashMap<>();
        IntStream.range(0, 1_000).forEach(i -> many.put("field" + i, Map.of("type", "string")));
        List<Map<String, Object>> bad = List.of(
                Map.of("message", "x".repeat(1_000_000), "requestedSchema", AskingServer.FORM),
                Map.of("requestedSchema", AskingServer.FORM),
                Map.of("message", "?", "requestedSchema", Map.of("type", "string")),
                Map.of("message", "?", "mode", "url", "url", "javascript:alert(1)"),
                Map.of("message", "?", "mode", "url", "url", "https://user:secret@example.org/"),
                Map.of("message", "?", "mode", "telepathy"));
        AskingServer server = new AskingServer(exchange -> bad.stream()
                .map(question -> AskingServer.answerTo(exchange, question))
                .toList());

        Object got = got(asking(server));

        assertThat((List<?>) got)
                .hasSize(6)
                .allSatisfy(error -> assertThat(error.toString()).startsWith("-32602"));
        assertThat(events).noneMatch(AgentEvent.QuestionAsked.class::isInstance);
        CompletableFuture<AgentReply> large = asking(new AskingServer(exchange -> AskingServer.answerTo(
                exchange,
                Map.of("message", "<b>?</b>", "requestedSchema", Map.of("type", "object", "properties", many)))));
        answer(talk.caller(), question(), accept(Map.of("field999", "x")));
        assertThat(got(large).toString()).contains("field999=x");
    }

    @Test
    void an_address_to_open_is_accepted_without_content() throws Exception {
        CompletableFuture<AgentReply> reply = asking(new AskingServer(exchange -> AskingServer.answerTo(
                exchange,
                Map.of("mode", "url", "url", "https://pay.example/1", "message", "Pay.", "elicitationId", "e1"))));
        ToolQuestion question = question();
        assertThat(question.subject()).isEqualTo(new ToolQuestion.Address("https://pay.example/1"));

        assertThatThrownBy(() -> answer(talk.caller(), question, accept(Map.of("a", 1))))
                .hasMessageContaining("content");
        answer(talk.caller(), question, new QuestionAnswer(Action.ACCEPT));

        assertThat(got(reply)).isEqualTo(Map.of("action", "accept"));
    }
}
