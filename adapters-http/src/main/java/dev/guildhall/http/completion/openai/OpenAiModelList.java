package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.List;

/** Lists the models: chat models first, then the embedding model. */
final class OpenAiModelList {
    /** The owner of a model that runs in this installation. */
    private static final String OURS = "guildhall";

    /** Not every provider says when a model was created. */
    private static final long UNKNOWN = 0;

    private record ModelJson(
            String id,
            String object,
            long created,
            @JsonProperty("owned_by") String ownedBy) {}

    private record ListJson(String object, List<ModelJson> data) {}

    private final Completions completions;
    private final Embeddings embeddings;

    OpenAiModelList(Completions completions, Embeddings embeddings) {
        this.completions = completions;
        this.embeddings = embeddings;
    }

    void all(Exchange exchange) {
        exchange.json(200, new ListJson("list", models(exchange.caller())));
    }

    void one(Exchange exchange) {
        String id = exchange.path("model");
        ModelJson found = models(exchange.caller()).stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        new CompletionProblem.UnknownModel("model: \"" + id + "\" is not a model of this server")));
        exchange.json(200, found);
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
