package dev.guildhall.persistence.assistant;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The definition of one version of an assistant as JSON. */
final class AssistantDefinitionJson {
    private AssistantDefinitionJson() {}

    static String write(AssistantDefinition definition) {
        return StoredJson.write(StoredObject.of(
                "name",
                definition.name(),
                "description",
                definition.description(),
                "instructions",
                definition.instructions(),
                "model",
                definition.model(),
                "temperature",
                definition.temperature().stream().boxed().findFirst(),
                "reasoningEffort",
                definition.reasoningEffort(),
                "tools",
                definition.tools(),
                "collections",
                definition.collections().stream().map(CollectionId::value).toList(),
                "memory",
                definition.memory(),
                "starters",
                definition.starters(),
                "visibility",
                definition.visibility().wireName()));
    }

    static AssistantDefinition read(String json) {
        StoredObject fields = StoredObject.read(json);
        return new AssistantDefinition(
                fields.text("name"),
                fields.text("description"),
                fields.text("instructions"),
                fields.optionalText("model"),
                fields.optional("temperature")
                        .map(degrees -> OptionalDouble.of(((Number) degrees).doubleValue()))
                        .orElseGet(OptionalDouble::empty),
                fields.optionalText("reasoningEffort"),
                texts(fields, "tools"),
                texts(fields, "collections").orElse(List.of()).stream()
                        .map(CollectionId::new)
                        .toList(),
                fields.flag("memory"),
                fields.texts("starters"),
                Audience.fromWire(fields.text("visibility")));
    }

    private static Optional<List<String>> texts(StoredObject fields, String name) {
        return fields.optional(name).map(known -> fields.texts(name));
    }
}
