package dev.guildhall.core.agent;

import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The agent's side of one tool call: its user, where there is one, answers what the server asks. */
final class AgentExchange implements ToolExchange {
    private static final String ELICITATION = "elicitation/create";
    private static final String META = "_meta";
    private static final Map<String, Object> USER_ANSWERS = Map.of(
            "io.modelcontextprotocol/clientCapabilities",
            Map.of("elicitation", Map.of("form", Map.of("applyDefaults", true), "url", Map.of())));

    private final ToolCall call;
    private final Optional<TurnQuestions> questions;
    private final ToolExchange span;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile List<ContentPart.Media> media = List.of();
    private volatile boolean ended;

    /**
     * @param questions absent when no user can answer
     * @param around the span of the call, which its server is told; absent without one
     */
    AgentExchange(ToolCall call, Optional<TurnQuestions> questions, Optional<SpanContext> around) {
        this.call = call;
        this.questions = questions;
        this.span = ToolExchange.within(around);
    }

    /** The call has ended: what its server asked counts as cancelled. */
    void end() {
        ended = true;
    }

    @Override
    public Map<String, Object> parameters() {
        if (questions.isEmpty()) {
            return span.parameters();
        }
        Map<String, Object> meta = new LinkedHashMap<>(USER_ANSWERS);
        if (span.parameters().get(META) instanceof Map<?, ?> trace) {
            trace.forEach((name, value) -> meta.put(String.valueOf(name), value));
        }
        return Map.of(META, meta);
    }

    @Override
    public void notified(String method, Map<String, Object> parameters) {
        // The agent waits for the result alone.
    }

    @Override
    public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
        if (questions.isEmpty() || !method.equals(ELICITATION)) {
            return Optional.of(ToolExchange.unanswered(method));
        }
        int most = questions.get().mostOfCall();
        if (asked.incrementAndGet() > most) {
            return Optional.of(new ServerReply.Refused(
                    -32603, "one call may ask its user " + most + " questions at most", Optional.empty()));
        }
        return Optional.of(questions.get().ask(call, parameters, () -> ended));
    }

    @Override
    public void replied(ServerReply reply) {
        media = ResultMedia.of(reply);
    }

    /** The pictures and sounds of the server's last answer. */
    List<ContentPart.Media> media() {
        return media;
    }
}
