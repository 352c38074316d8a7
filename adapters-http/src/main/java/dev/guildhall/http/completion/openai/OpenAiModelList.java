package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.WholeNumbers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the models: chat models first, then the embedding model. A client that sends {@code anthropic-version} gets the
 * chat models in Anthropic's form.
 */
final class OpenAiModelList {
    /** The owner of a model that runs in this installation. */
    private static final String OURS = "guildhall";

    private static final int USUAL_PAGE = 20;
    private static final int MOST_OF_PAGE = 1_000;

    /** Not every provider says when a model was created. */
    private static final long UNKNOWN = 0;

    private record ModelJson(
            String id,
            String object,
            long created,
            @JsonProperty("owned_by") String ownedBy) {}

    private record ListJson(String object, List<ModelJson> data) {}

    @JsonNaming(SnakeCaseStrategy.class)
    private record AnthropicModelJson(String type, String id, String displayName, String createdAt) {
        static AnthropicModelJson of(ModelCatalogue.Model model) {
            return new AnthropicModelJson("model", model.id(), model.name(), Json.timestamp(Instant.EPOCH));
        }
    }

    @JsonNaming(SnakeCaseStrategy.class)
    private record AnthropicListJson(
            List<AnthropicModelJson> data,
            boolean hasMore,
            @Nullable String firstId,
            @Nullable String lastId) {}

    private final Completions completions;
    private final Embeddings embeddings;

    OpenAiModelList(Completions completions, Embeddings embeddings) {
        this.completions = completions;
        this.embeddings = embeddings;
    }

    void all(Exchange exchange) {
        if (isOfAnthropic(exchange)) {
            exchange.json(200, anthropicPage(exchange));
            return;
        }
        exchange.json(200, new ListJson("list", models(exchange.caller())));
    }

    private static boolean isOfAnthropic(Exchange exchange) {
        return exchange.requestHeader("anthropic-version").isPresent();
    }

    /** Pages go forward alone, which is what clients ask for. */
    private AnthropicListJson anthropicPage(Exchange exchange) {
        int limit = exchange.query("limit").map(OpenAiModelList::limit).orElse(USUAL_PAGE);
        List<ModelCatalogue.Model> all = completions.models(exchange.caller()).models();
        List<ModelCatalogue.Model> rest = exchange.query("after_id")
                .map(id -> all.stream()
                        .dropWhile(model -> !model.id().equals(id))
                        .skip(1)
                        .toList())
                .orElse(all);
        List<AnthropicModelJson> page =
                rest.stream().limit(limit).map(AnthropicModelJson::of).toList();
        return new AnthropicListJson(
                page,
                rest.size() > page.size(),
                page.isEmpty() ? null : page.getFirst().id(),
                page.isEmpty() ? null : page.getLast().id());
    }

    private static int limit(String digits) {
        return WholeNumbers.parse(digits)
                .filter(number -> number >= 1 && number <= MOST_OF_PAGE)
                .orElseThrow(() -> Refusal.invalid("limit", "must be an integer between 1 and " + MOST_OF_PAGE));
    }

    void one(Exchange exchange) {
        String id = exchange.path("model");
        if (isOfAnthropic(exchange)) {
            exchange.json(
                    200,
                    completions.models(exchange.caller()).models().stream()
                            .filter(model -> model.id().equals(id))
                            .findFirst()
                            .map(AnthropicModelJson::of)
                            .orElseThrow(() -> unknown(id)));
            return;
        }
        ModelJson found = models(exchange.caller()).stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> unknown(id));
        exchange.json(200, found);
    }

    private static Refusal unknown(String id) {
        return new Refusal(new CompletionProblem.UnknownModel("model: \"" + id + "\" is not a model of this server"));
    }

    private List<ModelJson> models(Caller caller) {
        ModelCatalogue catalogue = completions.models(caller);
        List<ModelJson> models = new ArrayList<>();
        catalogue.models().forEach(model -> models.add(model(model.id(), model.provider())));
        embeddings.models(caller).stream()
                .filter(id -> models.stream().noneMatch(model -> model.id().equals(id)))
                .toList()
                .forEach(id -> models.add(model(id, OURS)));
        return models;
    }

    private static ModelJson model(String id, String owner) {
        return new ModelJson(id, "model", UNKNOWN, owner);
    }
}
