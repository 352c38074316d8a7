package dev.guildhall.http.completion.openai;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.AnswerStream;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.completion.TokenHeaders;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.EmbeddingResult;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.wire.openai.ChatBody;
import dev.guildhall.wire.openai.ChatJson;
import dev.guildhall.wire.openai.ChunkDialect;
import dev.guildhall.wire.openai.EmbeddingBody;
import dev.guildhall.wire.openai.OpenAiChatRequest;
import dev.guildhall.wire.openai.ResponseEvents;
import dev.guildhall.wire.openai.ResponseJson;
import dev.guildhall.wire.openai.ResponsesBody;
import dev.guildhall.wire.openai.ResponsesRequest;
import java.time.InstantSource;
import java.util.List;

/**
 * The models for clients of OpenAI's API, which send their access token as API key. Mounted at {@link #PATH} of the
 * completion service's base with {@link OpenAiErrors}.
 */
public final class OpenAiRoutes {
    public static final String PATH = "/v1";

    private static final ErrorForm ERRORS = new OpenAiErrors();

    private final Completions completions;
    private final TokenHeaders tokens;
    private final OpenAiModelList models;
    private final Embeddings embeddings;
    private final InstantSource clock;

    /** @param clock gives the time of an answer */
    public OpenAiRoutes(Completions completions, Embeddings embeddings, InstantSource clock) {
        this.completions = completions;
        this.tokens = new TokenHeaders(completions);
        this.models = new OpenAiModelList(completions, embeddings);
        this.embeddings = embeddings;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.ask("/chat/completions", Access.BEARER, this::chat),
                Route.ask("/responses", Access.BEARER, this::respond),
                Route.get("/models", Access.BEARER, models::all),
                Route.get("/models/{model}", Access.BEARER, models::one),
                Route.ask("/embeddings", Access.BEARER, this::embed));
    }

    private void chat(Exchange exchange) {
        OpenAiChatRequest order =
                ChatBody.read(exchange.body(), exchange.jsonBytes()).partOf(exchange.origin());
        // The completion's id contains the request's identifier, so that an answer can be found in the log.
        String id = "chatcmpl-" + CompletionErrors.uuid(exchange.requestId()).replace("-", "");
        long created = clock.instant().getEpochSecond();
        switch (order.delivery()) {
            case WHOLE -> answer(exchange, order, id, created);
            case STREAM, STREAM_WITH_USAGE -> stream(exchange, order, new ChunkDialect(id, created, order));
        }
    }

    private void respond(Exchange exchange) {
        ResponsesRequest order =
                ResponsesBody.read(exchange.body(), exchange.jsonBytes()).partOf(exchange.origin());
        String id = "resp_" + CompletionErrors.uuid(exchange.requestId()).replace("-", "");
        long created = clock.instant().getEpochSecond();
        if (order.stream()) {
            tokens.set(exchange);
            ResponseEvents events = new ResponseEvents(order, id, created);
            AnswerStream.answer(
                    exchange, events, ERRORS, sink -> completions.stream(exchange.caller(), order.request(), sink));
        } else {
            exchange.watch().cancelWhenClientLeaves();
            Completion completion =
                    tokens.behind(exchange, () -> completions.complete(exchange.caller(), order.request()));
            exchange.json(
                    200,
                    ResponseJson.ended(
                            order, id, created, completion, ResponseJson.items(completion, id, order.tools())));
        }
    }

    private void answer(Exchange exchange, OpenAiChatRequest order, String id, long created) {
        exchange.watch().cancelWhenClientLeaves();
        Completion completion = tokens.behind(exchange, () -> completions.complete(exchange.caller(), order.request()));
        completion
                .original()
                .ifPresentOrElse(
                        original -> exchange.jsonBytes(200, original),
                        () -> exchange.json(200, ChatJson.AnswerJson.of(completion, id, created, order.tools())));
    }

    private void stream(Exchange exchange, OpenAiChatRequest order, ChunkDialect dialect) {
        tokens.set(exchange);
        AnswerStream.answer(
                exchange, dialect, ERRORS, sink -> completions.stream(exchange.caller(), order.request(), sink));
    }

    private void embed(Exchange exchange) {
        EmbeddingBody body = EmbeddingBody.read(exchange.body(), exchange.jsonBytes());
        exchange.watch().cancelWhenClientLeaves();
        EmbeddingResult embedded =
                tokens.behind(exchange, () -> embeddings.embed(exchange.caller(), exchange.origin(), body.request()));
        embedded.original()
                .ifPresentOrElse(
                        original -> exchange.jsonBytes(200, original), () -> exchange.json(200, body.answer(embedded)));
    }
}
