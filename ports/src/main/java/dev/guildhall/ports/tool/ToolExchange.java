package dev.guildhall.ports.tool;

import dev.guildhall.ports.SpanContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What passes between the caller of a server of the Model Context Protocol and that server, beside the arguments and the
 * outcome. Other tools do not use it. Safe for several threads.
 */
public interface ToolExchange {
    /**
     * The members of the request beside its own parameters, by the protocol's names: {@code _meta}, with what the caller
     * can answer, {@code inputResponses} and {@code requestState}. Does not block.
     */
    Map<String, Object> parameters();

    /** Takes a notification of the server about the running request, for example of its progress. May block shortly. */
    void notified(String method, Map<String, Object> parameters);

    /**
     * Answers a question of the server: {@code elicitation/create}, {@code sampling/createMessage} or {@code roots/list}.
     * Blocks until the caller has answered.
     *
     * @return empty when the caller answers with another request: the running one ends with the question
     */
    Optional<ServerReply> asked(String method, Map<String, Object> parameters);

    /** Takes the server's whole answer. Does not block. */
    void replied(ServerReply reply);

    /** The exchange of a caller who only wants the outcome, and answers nothing: a person's input counts as cancelled. */
    static ToolExchange none() {
        return NoExchange.INSTANCE;
    }

    /** As {@link #none()}, for a caller whose span a server is told. */
    static ToolExchange within(Optional<SpanContext> parent) {
        return parent.<ToolExchange>map(SpanExchange::new).orElse(none());
    }

    /** The answer to a question that the caller cannot answer. */
    static ServerReply unanswered(String method) {
        return switch (method) {
            case "elicitation/create" -> new ServerReply.Result(Map.of("action", "cancel"));
            case "roots/list" -> new ServerReply.Result(Map.of("roots", List.of()));
            default -> new ServerReply.Refused(-32601, "the caller cannot answer " + method, Optional.empty());
        };
    }
}
