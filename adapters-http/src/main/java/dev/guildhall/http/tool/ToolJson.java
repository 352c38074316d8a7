package dev.guildhall.http.tool;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDetails;
import dev.guildhall.ports.tool.ToolPage;
import dev.guildhall.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class ToolJson {
    private ToolJson() {}

    record RegisteredJson(String id, String name, String version, String status, String createdAt) {
        static RegisteredJson of(Tool tool) {
            return new RegisteredJson(
                    tool.id().value(),
                    tool.definition().name().value(),
                    tool.definition().version().value(),
                    tool.status().wireName(),
                    Json.timestamp(tool.createdAt()));
        }
    }

    record SummaryJson(String id, String name, String description, String version, String integration) {
        static SummaryJson of(Tool tool) {
            ToolDefinition definition = tool.definition();
            return new SummaryJson(
                    tool.id().value(),
                    definition.name().value(),
                    definition.description().value(),
                    definition.version().value(),
                    definition.integration().value());
        }
    }

    record PageJson(
            List<SummaryJson> tools,
            int total,
            boolean totalIsExact,
            @Nullable String nextCursor) {
        static PageJson of(ToolPage page) {
            return new PageJson(
                    page.page().items().stream().map(SummaryJson::of).toList(),
                    page.total().value(),
                    page.total().isExact(),
                    page.page().next().map(Cursor::encode).orElse(null));
        }
    }

    record WarningJson(String field, String message) {
        static WarningJson of(Violation warning) {
            return new WarningJson(warning.field(), warning.message());
        }
    }

    record DetailsJson(
            String id,
            String name,
            String description,
            String version,
            Map<String, Object> parameters,
            Map<String, Object> inputSchema,
            String integration,
            List<String> requiredScopes,
            String status,
            String visibility,
            String source,
            String effect,
            String createdAt,
            @Nullable String deprecatedAt,
            List<WarningJson> warnings) {
        static DetailsJson of(ToolDetails details) {
            Tool tool = details.tool();
            ToolDefinition definition = tool.definition();
            return new DetailsJson(
                    tool.id().value(),
                    definition.name().value(),
                    definition.description().value(),
                    definition.version().value(),
                    asGiven(definition.parameters().byName()),
                    definition.parameters().inputSchema(),
                    definition.integration().value(),
                    definition.requiredScopes().stream().map(Scope::value).toList(),
                    tool.status().wireName(),
                    tool.visibility().wireName(),
                    tool.source().wireName(),
                    details.effect().wireName(),
                    Json.timestamp(tool.createdAt()),
                    tool.deprecation().map(end -> Json.timestamp(end.at())).orElse(null),
                    details.warnings().stream().map(WarningJson::of).toList());
        }
    }

    private static Map<String, Object> asGiven(Map<String, ParameterSpec> byName) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        byName.forEach((name, spec) -> parameters.put(name, spec.asGiven()));
        return parameters;
    }

    record HitJson(SummaryJson tool, double relevance) {
        static HitJson of(SearchHit hit) {
            return new HitJson(SummaryJson.of(hit.tool()), hit.relevance());
        }
    }

    record QueryJson(String query, String learntAt) {
        static QueryJson of(LearnedQuery learned) {
            return new QueryJson(learned.query(), Json.timestamp(learned.learnedAt()));
        }
    }
}
