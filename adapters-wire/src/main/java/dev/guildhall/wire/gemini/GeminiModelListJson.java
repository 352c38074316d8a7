package dev.guildhall.wire.gemini;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.completion.ModelInfo;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of the provider's models. */
@JsonNaming(LowerCamelCaseStrategy.class)
public record GeminiModelListJson(
        @Nullable List<@Nullable ModelJson> models,
        @Nullable String nextPageToken) {
    private static final String PREFIX = "models/";

    @JsonNaming(LowerCamelCaseStrategy.class)
    record ModelJson(
            @Nullable String name,
            @Nullable String displayName,
            @Nullable List<String> supportedGenerationMethods) {
        boolean answers() {
            return name != null
                    && !name.isBlank()
                    && (supportedGenerationMethods == null || supportedGenerationMethods.contains("generateContent"));
        }

        ModelInfo info() {
            String full = String.valueOf(name);
            String id = full.startsWith(PREFIX) ? full.substring(PREFIX.length()) : full;
            return new ModelInfo(id, displayName == null || displayName.isBlank() ? id : displayName);
        }
    }

    /** The response to {@code countTokens}. */
    @JsonNaming(LowerCamelCaseStrategy.class)
    public record CountJson(@Nullable Long totalTokens) {}

    /** Those of the models that answer. */
    public Stream<ModelInfo> answering() {
        return models == null
                ? Stream.empty()
                : models.stream()
                        .filter(model -> model != null && model.answers())
                        .map(ModelJson::info);
    }

    /** The token of the next page; empty at the last one. */
    public Optional<String> next() {
        return Optional.ofNullable(nextPageToken).filter(token -> !token.isEmpty());
    }
}
