package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionRequestsTest {
    private static final Map<String, Object> FORM = Map.of(
            "message",
            "Who are you?",
            "requestedSchema",
            Map.of("properties", Map.of("name", Map.of("default", "Ada"), "age", Map.of("type", "integer"))));

    /** A server that answers in order, the last answer for ever. */
    private static final class Scripted implements McpConversation {
        private final List<Reply> replies;
        private final List<Outgoing> asked = new ArrayList<>();

        private Scripted(Reply... replies) {
            this.replies = List.of(replies);
        }

        @Override
        public Reply ask(Outgoing request, CallDeadline deadline) {
            asked.add(request);
            return replies.get(Math.min(asked.size(), replies.size()) - 1);
        }

        @Override
        public void sendNotification(String method, Map<String, Object> parameters, CallDeadline deadline) {}

        @Override
        public void agreeOn(String protocolVersion) {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void follow(ToolExchange exchange, CallDeadline deadline) {}

        @Override
        public boolean mayBeSilent() {
            return false;
        }

        @Override
        public boolean hasNewTools() {
            return false;
        }

        @Override
        public void close() {}
    }

    private static final class Person implements ToolExchange {
        private final Optional<ServerReply> answer;
        private final List<String> notified = new ArrayList<>();
        private int questions;

        private Person(Optional<ServerReply> answer) {
            this.answer = answer;
        }

        @Override
        public Map<String, Object> parameters() {
            return Map.of("_meta", Map.of("progressToken", 7, "traceparent", "00-1-2-01"));
        }

        @Override
        public void notified(String method, Map<String, Object> parameters) {
            notified.add(method + parameters.get("progressToken"));
        }

        @Override
        public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
            questions++;
            return answer;
        }

        @Override
        public void replied(ServerReply reply) {}
    }

    private static Reply question(String method, Map<String, Object> parameters) {
        return new Reply.Result(Map.of(
                "resultType",
                "input_required",
                "inputRequests",
                Map.of("who", Map.of("method", method, "params", parameters)),
                "requestState",
                "state"));
    }

    private static Reply done() {
        return new Reply.Result(Map.of("content", List.of()));
    }

    private static ServerReply ask(Scripted server, boolean isNewer, ToolExchange caller) throws McpFault {
        return new SessionRequests(server, isNewer)
                .ask("tools/call", Map.of("name", "who"), Map.of(), caller, CallDeadline.in(Duration.ofMinutes(1)));
    }

    @Test
    void question_is_answered_with_the_defaults_of_the_form_and_the_state_of_the_server() throws McpFault {
        Scripted server = new Scripted(question("elicitation/create", FORM), done());
        ServerReply accepted = new ServerReply.Result(Map.of("action", "accept", "content", Map.of("age", 36)));

        ServerReply reply = ask(server, true, new Person(Optional.of(accepted)));

        assertThat(reply).isEqualTo(new ServerReply.Result(Map.of("content", List.of())));
        Map<String, Object> again = server.asked.getLast().parameters();
        assertThat(again).containsEntry("requestState", "state").containsEntry("name", "who");
        assertThat(McpJson.object(McpJson.object(again, "inputResponses"), "who"))
                .containsEntry("content", new LinkedHashMap<>(Map.of("age", 36, "name", "Ada")));
    }

    @Test
    void question_of_a_caller_who_answers_with_another_request_ends_this_one() throws McpFault {
        Scripted server = new Scripted(question("elicitation/create", FORM));

        ServerReply reply = ask(server, true, new Person(Optional.empty()));

        assertThat(reply)
                .isInstanceOfSatisfying(
                        ServerReply.Result.class,
                        result -> assertThat(result.needsInput()).isTrue());
        assertThat(server.asked).hasSize(1);
    }

    @Test
    void person_who_is_not_there_cancels() throws McpFault {
        Scripted server = new Scripted(question("elicitation/create", FORM), done());

        ask(server, true, ToolExchange.none());

        assertThat(McpJson.object(server.asked.getLast().parameters(), "inputResponses"))
                .containsEntry("who", Map.of("action", "cancel"));
    }

    @Test
    void server_that_asks_a_model_without_end_is_stopped() {
        Scripted server = new Scripted(question("sampling/createMessage", Map.of("maxTokens", 1)));
        Person person = new Person(Optional.of(new ServerReply.Result(Map.of("role", "assistant"))));

        assertThatThrownBy(() -> ask(server, true, person))
                .isInstanceOf(McpFault.class)
                .hasMessageContaining("10 questions to a model");
        assertThat(person.questions).isEqualTo(McpLimits.SAMPLINGS);
    }

    @Test
    void server_that_asks_for_nothing_without_end_is_stopped() {
        Scripted server = new Scripted(new Reply.Result(Map.of("resultType", "input_required", "requestState", "s")));

        assertThatThrownBy(() -> ask(server, true, new Person(Optional.empty())))
                .isInstanceOf(McpFault.class)
                .hasMessageContaining("100 times");
        assertThat(server.asked).hasSize(McpLimits.QUESTIONS + 1);
    }

    @Test
    void each_era_gets_the_metadata_that_it_knows() throws McpFault {
        Scripted server = new Scripted(done());

        ask(server, true, new Person(Optional.empty()));
        ask(server, false, new Person(Optional.empty()));

        Map<String, Object> newer = McpJson.object(server.asked.getFirst().parameters(), "_meta");
        Map<String, Object> older = McpJson.object(server.asked.getLast().parameters(), "_meta");
        assertThat(newer)
                .containsKeys("traceparent", "progressToken", NewerEra.CAPABILITIES)
                .containsEntry("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        assertThat(older).containsOnlyKeys("traceparent", "progressToken");
        assertThat(server.asked.getFirst().headers())
                .containsEntry("Mcp-Method", "tools/call")
                .containsEntry("Mcp-Name", "who");
        assertThat(server.asked.getLast().headers()).isEmpty();
    }

    @Test
    void progress_of_this_request_alone_reaches_its_caller_under_its_own_token() throws McpFault {
        Person person = new Person(Optional.empty());
        Scripted server = new Scripted(done());
        ask(server, true, person);
        Outgoing sent = server.asked.getFirst();
        Object token = McpJson.object(sent.parameters(), "_meta").get("progressToken");

        sent.exchange().notified("notifications/progress", Map.of("progressToken", token, "progress", 1));
        sent.exchange().notified("notifications/progress", Map.of("progressToken", "of another", "progress", 1));
        sent.exchange().notified("notifications/message", Map.of("level", "info"));

        assertThat(person.notified).containsExactly("notifications/progress7");
    }

    @Test
    void the_end_of_opening_an_address_is_told_to_the_caller_who_was_asked_to_open_it() throws McpFault {
        Person asked = new Person(Optional.of(new ServerReply.Result(Map.of("action", "accept"))));
        Person other = new Person(Optional.empty());
        Scripted server = new Scripted(done());
        ask(server, false, asked);
        ask(server, false, other);
        server.asked
                .getFirst()
                .exchange()
                .asked(
                        "elicitation/create",
                        Map.of("mode", "url", "elicitationId", "e1", "url", "https://pay.example/", "message", "Pay."));

        server.asked.forEach(request ->
                request.exchange().notified("notifications/elicitation/complete", Map.of("elicitationId", "e1")));
        server.asked
                .getFirst()
                .exchange()
                .notified("notifications/elicitation/complete", Map.of("elicitationId", "e2"));

        assertThat(asked.notified).containsExactly("notifications/elicitation/completenull");
        assertThat(other.notified).isEmpty();
    }
}
