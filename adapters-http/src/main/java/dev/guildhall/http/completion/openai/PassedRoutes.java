package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.CompletionAnswers;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.PassedEndpoint;
import dev.guildhall.ports.completion.PassedMeasure;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedRequests;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.AudioLength;
import dev.guildhall.wire.completion.FormFields;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The endpoints of OpenAI's protocol that pass unchanged (models-31), below {@link OpenAiRoutes#PATH}. */
final class PassedRoutes {
    private static final int MOST_DOCUMENTS = 10_000;
    private static final String JSON = "application/json";

    /** The fields whose texts a model reads. */
    private static final List<String> TEXTS = List.of("input", "prompt", "query", "instructions", "suffix");

    private final PassedRequests requests;
    private final CompletionAnswers answers;

    PassedRoutes(PassedRequests requests, Completions completions) {
        this.requests = requests;
        this.answers = new CompletionAnswers(completions);
    }

    List<Route> routes() {
        return Stream.of(PassedEndpoint.values())
                .map(endpoint ->
                        Route.toModel("/" + endpoint.path(), Access.BEARER, exchange -> pass(exchange, endpoint)))
                .toList();
    }

    private void pass(Exchange exchange, PassedEndpoint endpoint) {
        String type = exchange.requestHeader("Content-Type").orElse(JSON);
        if (!type.matches("[\\x20-\\x7e]{1,300}")) {
            throw Refusal.invalid("Content-Type", "must be at most 300 visible ASCII characters");
        }
        PassedRequest request = FormFields.isForm(type) ? ofForm(exchange, endpoint, type) : ofJson(exchange, endpoint);
        exchange.watch().beginAnswer();
        answers.set(exchange);
        PassedResponse response = new PassedResponse(exchange);
        response.complete(() -> requests.pass(exchange.caller(), request, response));
    }

    private static PassedRequest ofJson(Exchange exchange, PassedEndpoint endpoint) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> model = body.optional("model", RequestReader.text());
        PassedMeasure measure = PassedMeasure.NONE;
        for (String field : TEXTS) {
            measure = sum(
                    measure,
                    body.optional(field, PassedRoutes::texts, PassedMeasure.NONE)
                            .get());
        }
        measure = sum(
                measure,
                body.optional("documents", PassedRoutes::documents, PassedMeasure.NONE)
                        .get());
        body.check();
        return new PassedRequest(
                endpoint, model.get(), JSON, exchange.jsonBytes(), measure, Optional.empty(), exchange.origin());
    }

    private static PassedMeasure documents(JsonNode node, String path) {
        if (!node.isArray() || node.size() > MOST_DOCUMENTS) {
            throw Refusal.invalid(path, "must be an array of at most " + MOST_DOCUMENTS + " documents");
        }
        return texts(node, path);
    }

    /** Addresses of pictures are no texts. */
    private static PassedMeasure texts(JsonNode node, String path) {
        if (node.isTextual()) {
            String text = node.textValue();
            return text.startsWith("data:")
                    ? PassedMeasure.NONE
                    : new PassedMeasure(TokenEstimate.of(text).tokens(), text.length(), Duration.ZERO);
        }
        PassedMeasure all = PassedMeasure.NONE;
        for (JsonNode child : node) {
            all = sum(all, texts(child, path));
        }
        return all;
    }

    private static PassedMeasure sum(PassedMeasure one, PassedMeasure other) {
        return new PassedMeasure(
                one.promptTokens() + other.promptTokens(),
                one.characters() + other.characters(),
                one.audio().plus(other.audio()));
    }

    private static PassedRequest ofForm(Exchange exchange, PassedEndpoint endpoint, String type) {
        ByteBuffer bytes = exchange.bytes();
        FormFields form = FormFields.parse(type, bytes)
                .orElseThrow(() -> Refusal.invalid(
                        "body", "must be a well-formed form of at most " + FormFields.MOST_PARTS + " parts"));
        String prompt = form.text("prompt").orElse("");
        Duration audio = endpoint == PassedEndpoint.TRANSCRIPTION
                ? form.file().map(AudioLength::of).orElse(Duration.ZERO)
                : Duration.ZERO;
        return new PassedRequest(
                endpoint,
                form.text("model"),
                type,
                bytes,
                new PassedMeasure(TokenEstimate.of(prompt).tokens(), prompt.length(), audio),
                Optional.empty(),
                exchange.origin());
    }
}
