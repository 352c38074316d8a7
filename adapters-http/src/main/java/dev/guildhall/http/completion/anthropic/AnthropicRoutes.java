package dev.guildhall.http.completion.anthropic;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.CompletionAnswers;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.anthropic.MessageEvents;
import dev.guildhall.wire.anthropic.MessageJson;
import dev.guildhall.wire.anthropic.MessagesBody;
import dev.guildhall.wire.anthropic.MessagesRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The models for clients of Anthropic's Messages API, which send their token as {@code x-api-key} or as bearer. Mounted at
 * {@link #PATH} of the completion service's base with {@link AnthropicErrors}.
 */
public final class AnthropicRoutes {
    public static final String PATH = "/v1/messages";

    private static final ErrorForm ERRORS = new AnthropicErrors();

    /** The headers that a provider of the same protocol receives. */
    private static final List<String> HEADERS = List.of("anthropic-version", "anthropic-beta");

    private record CountJson(@JsonProperty("input_tokens") long inputTokens) {}

    private final Completions completions;
    private final CompletionAnswers answers;

    public AnthropicRoutes(Completions completions) {
        this.completions = completions;
        this.answers = new CompletionAnswers(completions);
    }

    public List<Route> routes() {
        return List.of(
                Route.toModel("", Access.BEARER, this::answer),
                Route.toModel("/count_tokens", Access.BEARER, this::count));
    }

    private void answer(Exchange exchange) {
        MessagesRequest order = MessagesBody.read(exchange.body(), exchange.jsonBytes(), headers(exchange));
        // The message's id contains the request's identifier, so that an answer can be found in the log.
        String id = "msg_" + CompletionErrors.uuid(exchange.requestId()).replace("-", "");
        if (order.stream()) {
            answers.stream(exchange, order.request(), new MessageEvents(id, order), ERRORS);
        } else {
            answers.whole(exchange, order.request(), completion -> MessageJson.of(completion, id, order.thinking()));
        }
    }

    private void count(Exchange exchange) {
        MessagesRequest order = MessagesBody.counted(exchange.body(), exchange.jsonBytes(), headers(exchange));
        exchange.watch().cancelWhenClientLeaves();
        exchange.json(200, new CountJson(completions.countTokens(exchange.caller(), order.request())));
    }

    private static Map<String, String> headers(Exchange exchange) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String name : HEADERS) {
            String value = String.join(",", exchange.requestHeaders(name));
            if (!value.matches("[\\x20-\\x7e]{0,1000}")) {
                throw Refusal.invalid(name, "must be at most 1000 visible ASCII characters");
            }
            if (!value.isBlank()) {
                headers.put(name, value);
            }
        }
        return headers;
    }
}
