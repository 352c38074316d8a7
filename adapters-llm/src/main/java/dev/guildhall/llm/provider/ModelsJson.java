package dev.guildhall.llm.provider;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelInfo;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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
            @JsonAlias("display_name") @Nullable String name,
            @Nullable JsonNode capabilities,
            @Nullable JsonNode architecture,
            @Nullable JsonNode supportedParameters) {
        private Stream<ModelInfo> info() {
            return Stream.of(Optional.ofNullable(id), Optional.ofNullable(name))
                    .flatMap(Optional::stream)
                    .filter(text -> !text.isBlank())
                    .limit(1)
                    .map(first -> new ModelInfo(
                            first,
                            Optional.ofNullable(name)
                                    .filter(text -> !text.isBlank())
                                    .orElse(first),
                            known()));
        }

        /**
         * What the list says about the model, in the forms of Anthropic, Mistral, OpenRouter and Ollama. OpenAI says
         * nothing.
         */
        private Set<ModelCapability> known() {
            Set<ModelCapability> known = EnumSet.noneOf(ModelCapability.class);
            if (says(capabilities, "vision", "image_input")
                    || (architecture != null && says(architecture.get("input_modalities"), "image"))) {
                known.add(ModelCapability.IMAGES);
            }
            if (says(capabilities, "reasoning", "thinking") || says(supportedParameters, "reasoning")) {
                known.add(ModelCapability.REASONING);
            }
            return known;
        }

        /** Whether one of these is an item of an array, or a member of an object that is true or supported. */
        private static boolean says(@Nullable JsonNode node, String... names) {
            return node != null
                    && Stream.of(names).anyMatch(name -> {
                        JsonNode member = node.path(name);
                        boolean isItem = StreamSupport.stream(node.spliterator(), false)
                                .anyMatch(item -> node.isArray() && name.equals(item.textValue()));
                        return isItem
                                || member.asBoolean(false)
                                || member.path("supported").asBoolean(false);
                    });
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
