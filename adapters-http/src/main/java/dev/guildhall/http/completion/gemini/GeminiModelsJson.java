package dev.guildhall.http.completion.gemini;

import dev.guildhall.ports.completion.ModelCatalogue;
import java.util.List;

/** The models in Google's form. */
record GeminiModelsJson(List<ModelJson> models) {
    private static final List<String> METHODS = List.of("generateContent", "streamGenerateContent", "countTokens");

    record ModelJson(
            String name,
            String baseModelId,
            String version,
            String displayName,
            List<String> supportedGenerationMethods) {
        static ModelJson of(ModelCatalogue.Model model) {
            return new ModelJson("models/" + model.id(), model.id(), "", model.name(), METHODS);
        }
    }

    static GeminiModelsJson of(ModelCatalogue catalogue) {
        return new GeminiModelsJson(
                catalogue.models().stream().map(ModelJson::of).toList());
    }
}
