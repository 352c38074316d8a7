package dev.guildhall.http.completion;

import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelCatalogue;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record ModelsJson(
        List<ModelJson> models, String provider, @Nullable String defaultModel) {
    record ModelJson(String id, String name, String provider, List<String> capabilities) {}

    public static ModelsJson of(ModelCatalogue catalogue) {
        return new ModelsJson(
                catalogue.models().stream()
                        .map(model -> new ModelJson(
                                model.id(),
                                model.name(),
                                model.provider(),
                                model.capabilities().stream()
                                        .map(ModelCapability::wireName)
                                        .sorted()
                                        .toList()))
                        .toList(),
                catalogue.provider(),
                catalogue.defaultModel().orElse(null));
    }
}
