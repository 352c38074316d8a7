package dev.guildhall.http.completion;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.function.Supplier;

/** Language models over HTTP (models-1 to models-13). */
public final class CompletionRoutes {
    private record TokensJson(long promptTokens, long completionTokens) {
        static TokensJson of(Usage usage) {
            return new TokensJson(usage.promptTokens(), usage.completionTokens());
        }
    }

    private record AnswerJson(
            String content,
            String model,
            TokensJson usage,
            String requestId,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {
        static AnswerJson of(Completion completion, String requestId) {
            return new AnswerJson(
                    completion.content(),
                    completion.model(),
                    TokensJson.of(completion.usage()),
                    requestId,
                    completion.warnings());
        }
    }

    private static final ErrorForm ERRORS = new CompletionErrors();

    private final Completions completions;
    private final CompletionAnswers answers;

    public CompletionRoutes(Completions completions) {
        this.completions = completions;
        this.answers = new CompletionAnswers(completions);
    }

    public List<Route> routes() {
        return List.of(
                Route.toModel("/api/chat", Access.BEARER, this::chat),
                Route.toModel("/api/complete", Access.BEARER, this::complete),
                Route.get("/api/models", Access.BEARER, this::models));
    }

    private void chat(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<CompletionRequest> request = request(body);
        Supplier<Boolean> stream = body.optional("stream", RequestReader.flag(), false);
        body.check();
        if (stream.get()) {
            answers.stream(exchange, request.get(), new PlainDialect(), ERRORS);
        } else {
            answer(exchange, request.get());
        }
    }

    private void complete(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<CompletionRequest> request = request(body);
        body.check();
        answer(exchange, request.get());
    }

    private void models(Exchange exchange) {
        exchange.json(200, ModelsJson.of(completions.models(exchange.caller())));
    }

    private void answer(Exchange exchange, CompletionRequest request) {
        String id = CompletionErrors.uuid(exchange.requestId());
        answers.whole(exchange, request, completion -> AnswerJson.of(completion, id));
    }

    private static Supplier<CompletionRequest> request(JsonBody body) {
        Supplier<List<NewMessage>> messages = body.required("messages", MessageReaders.messages());
        Supplier<Sampling> sampling = MessageReaders.sampling(body);
        return () -> new CompletionRequest(
                messages.get().stream().map(CompletionRoutes::message).toList(), sampling.get(), List.of());
    }

    private static ChatMessage message(NewMessage message) {
        return switch (message.speaker()) {
            case SYSTEM -> new ChatMessage.Instruction(message.content());
            case USER -> new ChatMessage.User(message.parts());
            case ASSISTANT -> new ChatMessage.Assistant(message.content());
        };
    }
}
