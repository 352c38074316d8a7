package dev.guildhall.wire.gemini;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelInfo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
            @Nullable List<String> supportedGenerationMethods,
            @Nullable Boolean thinking) {
        private boolean answers() {
            return name != null
                    && !name.isBlank()
                    && (supportedGenerationMethods == null || supportedGenerationMethods.contains("generateContent"));
        }

        /** Empty for a model that does not answer. */
        private Stream<ModelInfo> info() {
            if (name == null || !answers()) {
                return Stream.empty();
            }
            String id = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
            return Stream.of(new ModelInfo(
                    id,
                    displayName == null || displayName.isBlank() ? id : displayName,
                    Boolean.TRUE.equals(thinking) ? Set.of(ModelCapability.REASONING) : Set.of()));
        }
    }

    /** The response to {@code countTokens}. */
    @JsonNaming(LowerCamelCaseStrategy.class)
    public record CountJson(@Nullable Long totalTokens) {}

    /** Those of the models that answer. */
    public Stream<ModelInfo> answering() {
        return models == null
                ? Stream.empty()
                : models.stream().filter(Objects::nonNull).flatMap(ModelJson::info);
    }

    /** The token of the next page; empty at the last one. */
    public Optional<String> next() {
        return Optional.ofNullable(nextPageToken).filter(token -> !token.isEmpty());
    }
}
