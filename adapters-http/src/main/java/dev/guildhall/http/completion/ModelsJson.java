package dev.guildhall.http.completion;

import dev.guildhall.ports.completion.ModelCatalogue;
import java.util.List;

public record ModelsJson(List<ModelJson> models, String provider) {
    record ModelJson(String id, String name) {}

    public static ModelsJson of(ModelCatalogue catalogue) {
        return new ModelsJson(
                catalogue.models().stream()
                        .map(model -> new ModelJson(model.id(), model.name()))
                        .toList(),
                catalogue.provider());
    }
}
