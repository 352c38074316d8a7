package dev.guildhall.http.agent;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.completion.UsageRoutes.CountJson;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.usage.AssistantUsage;
import dev.guildhall.ports.usage.AssistantUsageReport;
import dev.guildhall.ports.usage.UsageReport;
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

    private record VersionUseJson(
            int version, @JsonUnwrapped CountJson count) {
        static VersionUseJson of(AssistantUsage.Version version) {
            return new VersionUseJson(version.version(), CountJson.of(version.count()));
        }
    }

    private record DayUseJson(String day, @JsonUnwrapped CountJson count) {
        static DayUseJson of(UsageReport.Day day) {
            return new DayUseJson(day.date().toString(), CountJson.of(day.count()));
        }
    }

    record UsageJson(String currency, CountJson total, List<VersionUseJson> versions, List<DayUseJson> days) {
        static UsageJson of(AssistantUsageReport report) {
            return new UsageJson(
                    report.currency().getCurrencyCode(),
                    CountJson.of(report.total()),
                    report.versions().stream().map(VersionUseJson::of).toList(),
                    report.days().stream().map(DayUseJson::of).toList());
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
