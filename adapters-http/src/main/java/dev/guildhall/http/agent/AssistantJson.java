package dev.guildhall.http.agent;

import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.wire.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class AssistantJson {
    private AssistantJson() {}

    /** Which assistant gave an answer. */
    public record VersionJson(String id, int version) {
        /** Null when none did. */
        public static @Nullable VersionJson of(ReplyDetails details) {
            return details.assistant()
                    .map(one -> new VersionJson(one.id().value(), one.version()))
                    .orElse(null);
        }
    }

    record OneJson(
            String id,
            int version,
            String owner,
            String name,
            @Nullable String description,
            String instructions,
            @Nullable String model,
            @Nullable Double temperature,
            @Nullable String reasoningEffort,
            @Nullable List<String> tools,
            List<String> collections,
            boolean memory,
            List<String> starters,
            String visibility,
            String createdAt,
            String updatedAt) {
        static OneJson of(Assistant assistant) {
            AssistantDefinition definition = assistant.definition();
            return new OneJson(
                    assistant.id().value(),
                    assistant.version(),
                    assistant.owner().value(),
                    definition.name(),
                    definition.description().isEmpty() ? null : definition.description(),
                    definition.instructions(),
                    definition.model().orElse(null),
                    definition.temperature().isPresent()
                            ? definition.temperature().getAsDouble()
                            : null,
                    definition.reasoningEffort().orElse(null),
                    definition.tools().orElse(null),
                    definition.collections().stream().map(CollectionId::value).toList(),
                    definition.memory(),
                    definition.starters(),
                    definition.visibility().wireName(),
                    Json.timestamp(assistant.createdAt()),
                    Json.timestamp(assistant.updatedAt()));
        }
    }
}
