package dev.guildhall.integrations.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a process that several callers share asks outside of its responses. */
class StdioQuestionsIT {
    private static final String REFUSED = "{1=-32603, question-1={}, question-3=-32603}";

    @AutoClose
    private final StdioFixture server = StdioFixture.of("polite");

    private final Person ada = new Person();
    private final Person eve = new Person();

    /** Answers with its own roots. */
    private static final class Person implements ToolExchange {
        private final List<String> asked = new CopyOnWriteArrayList<>();

        @Override
        public Map<String, Object> parameters() {
            return Map.of();
        }

        @Override
        public void notified(String method, Map<String, Object> parameters) {}

        @Override
        public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
            asked.add(method);
            return Optional.of(ToolExchange.unanswered(method));
        }

        @Override
        public void replied(ServerReply reply) {}
    }

    private String answers(Person person) {
        return switch (server.call("ask", Map.of(), StdioFixture.PATIENCE, person)) {
            case ToolOutcome.Success(Map<?, ?> data) -> String.valueOf(data.get("value"));
            case ToolOutcome other -> throw new AssertionError(other.toString());
        };
    }

    @Test
    void questions_during_the_only_call_are_its_callers() {
        assertThat(answers(ada)).isEqualTo("{1=-32601, question-1={}, question-3={roots=[]}}");
        assertThat(ada.asked).containsExactlyInAnyOrder("sampling/createMessage", "roots/list");
    }

    @Test
    void a_question_that_may_be_of_another_call_reaches_no_caller() throws Exception {
        FutureTask<ToolOutcome> held =
                new FutureTask<>(() -> server.call("silent", Map.of(), StdioFixture.PATIENCE, ada));
        Thread caller = Thread.startVirtualThread(held);
        server.data("awaitsilent", Map.of());

        assertThat(answers(eve)).isEqualTo(REFUSED);
        assertThat(ada.asked).isEmpty();
        assertThat(eve.asked).isEmpty();
        caller.interrupt();
        held.get(30, TimeUnit.SECONDS);
    }

    @Test
    void a_call_that_was_given_up_may_still_ask_and_no_other_caller_answers_for_it() {
        server.data("echo", Map.of("message", "the process has started"));
        server.call("silent", Map.of(), Duration.ofMillis(50), ada);

        assertThat(answers(eve)).isEqualTo(REFUSED);
        assertThat(eve.asked).isEmpty();
    }
}
