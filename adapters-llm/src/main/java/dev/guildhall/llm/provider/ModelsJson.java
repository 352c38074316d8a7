package dev.guildhall.llm.provider;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.guildhall.ports.completion.ModelInfo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A list of models, or a page of one.
 *
 * @param hasMore whether the provider has further pages
 * @param lastId the id after which the next page begins
 */
record ModelsJson(
        @JsonAlias("models") @Nullable List<@Nullable ModelJson> data,
        boolean hasMore,
        @Nullable String lastId) {
    /**
     * A model; not every provider gives it a name beside its id.
     *
     * @param id of an Ollama server, with its tag; servers before 2024 send only the name
     */
    record ModelJson(
            @JsonAlias("model") @Nullable String id,
            @JsonAlias("display_name") @Nullable String name) {
        private Stream<ModelInfo> info() {
            return Stream.of(Optional.ofNullable(id), Optional.ofNullable(name))
                    .flatMap(Optional::stream)
                    .filter(text -> !text.isBlank())
                    .limit(1)
                    .map(first -> new ModelInfo(
                            first,
                            Optional.ofNullable(name)
                                    .filter(text -> !text.isBlank())
                                    .orElse(first)));
        }
    }

    /** Those with an id, each once. */
    Stream<ModelInfo> models() {
        return requireNonNullElse(data, List.<@Nullable ModelJson>of()).stream()
                .filter(Objects::nonNull)
                .flatMap(ModelJson::info)
                .distinct();
    }
}
