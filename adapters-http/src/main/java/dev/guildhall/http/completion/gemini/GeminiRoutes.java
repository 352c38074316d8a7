package dev.guildhall.http.completion.gemini;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.CompletionAnswers;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.gemini.AnswerJson;
import dev.guildhall.wire.gemini.ContentEvents;
import dev.guildhall.wire.gemini.GeminiBody;
import dev.guildhall.wire.gemini.GeminiRequest;
import java.util.List;

/**
 * The models for clients of Google's Gemini API, which send their token as {@code x-goog-api-key} or as bearer. Mounted at
 * {@link #PATH} of the completion service's base with {@link GeminiErrors}.
 */
public final class GeminiRoutes {
    public static final String PATH = "/v1beta";

    private static final ErrorForm ERRORS = new GeminiErrors();
    private static final String MODEL = "/models/{model...}";

    private record CountJson(long totalTokens) {}

    private final Completions completions;
    private final CompletionAnswers answers;

    public GeminiRoutes(Completions completions) {
        this.completions = completions;
        this.answers = new CompletionAnswers(completions);
    }

    public List<Route> routes() {
        return List.of(
                Route.toModel(MODEL + ":generateContent", Access.BEARER, this::answer),
                Route.toModel(MODEL + ":streamGenerateContent", Access.BEARER, this::stream),
                Route.toModel(MODEL + ":countTokens", Access.BEARER, this::count),
                Route.get("/models", Access.BEARER, this::models),
                Route.get(MODEL, Access.BEARER, this::model));
    }

    private void answer(Exchange exchange) {
        GeminiRequest order = GeminiBody.read(exchange.body(), exchange.jsonBytes(), exchange.path("model"));
        answers.whole(
                exchange, order.request(), completion -> AnswerJson.of(completion, id(exchange), order.thoughts()));
    }

    /** Without {@code alt=sse} the answer is one JSON array. */
    private void stream(Exchange exchange) {
        GeminiRequest order = GeminiBody.read(exchange.body(), exchange.jsonBytes(), exchange.path("model"));
        boolean events = exchange.query("alt").filter("sse"::equals).isPresent();
        answers.stream(exchange, order.request(), new ContentEvents(order, id(exchange), events), ERRORS);
    }

    private void count(Exchange exchange) {
        GeminiRequest order = GeminiBody.counted(exchange.body(), exchange.jsonBytes(), exchange.path("model"));
        exchange.watch().cancelWhenClientLeaves();
        exchange.json(200, new CountJson(completions.countTokens(exchange.caller(), order.request())));
    }

    private void models(Exchange exchange) {
        exchange.json(200, GeminiModelsJson.of(completions.models(exchange.caller())));
    }

    private void model(Exchange exchange) {
        String id = exchange.path("model");
        exchange.json(
                200,
                completions.models(exchange.caller()).models().stream()
                        .filter(model -> model.id().equals(id))
                        .findFirst()
                        .map(GeminiModelsJson.ModelJson::of)
                        .orElseThrow(() -> new Refusal(new CompletionProblem.UnknownModel(
                                "model: \"" + id + "\" is not a model of this server"))));
    }

    /** Contains the request's identifier, so that an answer can be found in the log. */
    private static String id(Exchange exchange) {
        return CompletionErrors.uuid(exchange.requestId()).replace("-", "");
    }
}
