package dev.guildhall.http.completion.openai;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.CompletionAnswers;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.EmbeddingResult;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.PassedRequests;
import dev.guildhall.wire.openai.ChatBody;
import dev.guildhall.wire.openai.ChatJson;
import dev.guildhall.wire.openai.ChunkDialect;
import dev.guildhall.wire.openai.EmbeddingBody;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The models for clients of OpenAI's API, which send their access token as API key. Mounted at {@link #PATH} of the
 * completion service's base with {@link OpenAiErrors}.
 */
public final class OpenAiRoutes {
    public static final String PATH = "/v1";

    private static final ErrorForm ERRORS = new OpenAiErrors();

    private final CompletionAnswers answers;
    private final OpenAiModelList models;
    private final Embeddings embeddings;
    private final PassedRoutes passed;
    private final InstantSource clock;

    /** @param clock gives the time of an answer */
    public OpenAiRoutes(
            Completions completions, Embeddings embeddings, PassedRequests passedRequests, InstantSource clock) {
        this.answers = new CompletionAnswers(completions);
        this.models = new OpenAiModelList(completions, embeddings);
        this.embeddings = embeddings;
        this.passed = new PassedRoutes(passedRequests, completions);
        this.clock = clock;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>(passed.routes());
        routes.addAll(List.of(
                Route.toModel("/chat/completions", Access.BEARER, this::chat),
                Route.get("/models", Access.BEARER, models::all),
                Route.get("/models/{model}", Access.BEARER, models::one),
                Route.toModel("/embeddings", Access.BEARER, this::embed)));
        return routes;
    }

    private void chat(Exchange exchange) {
        ChatBody body = ChatBody.read(exchange.body(), exchange.jsonBytes());
        String id = id("chatcmpl-", exchange);
        long created = clock.instant().getEpochSecond();
        if (body.delivery() == ChatBody.Delivery.WHOLE) {
            answers.whole(
                    exchange,
                    body.request(),
                    completion -> ChatJson.AnswerJson.of(completion, id, created, body.tools()));
        } else {
            answers.stream(exchange, body.request(), new ChunkDialect(id, created, body), ERRORS);
        }
    }

    /** Contains the request's identifier, so that an answer can be found in the log. */
    static String id(String prefix, Exchange exchange) {
        return prefix + CompletionErrors.uuid(exchange.requestId()).replace("-", "");
    }

    private void embed(Exchange exchange) {
        EmbeddingBody body = EmbeddingBody.read(exchange.body(), exchange.jsonBytes());
        exchange.watch().cancelWhenClientLeaves();
        EmbeddingResult embedded =
                answers.counted(exchange, () -> embeddings.embed(exchange.caller(), exchange.origin(), body.request()));
        embedded.original()
                .ifPresentOrElse(
                        original -> exchange.jsonBytes(200, original), () -> exchange.json(200, body.answer(embedded)));
    }
}
