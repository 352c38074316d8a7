package dev.guildhall.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolVersion;
import dev.guildhall.ports.tool.Visibility;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tools and queries with the right tools for them, from a file: {@code tools} of {@code id, name, desc, params}, {@code
 * queries} of {@code text, rel} (ids) and optionally {@code train}. The tools get their usual names in the registry.
 *
 * @param tools all of them; each has its id from the file
 * @param asked the queries to measure with
 * @param past the queries to learn from
 */
record SearchSet(List<Tool> tools, List<Asked> asked, List<Asked> past) {
    /**
     * A query.
     *
     * @param text in its author's words
     * @param right the tools that are right
     */
    record Asked(String text, Set<ToolId> right) {}

    static SearchSet read(Path file) {
        try {
            JsonNode json = new ObjectMapper().readTree(file.toFile());
            String integration =
                    json.path("name").asText().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
            List<Tool> tools = new ArrayList<>();
            json.path("tools").forEach(tool -> tools.add(tool(tools.size(), integration, tool)));
            Map<String, ToolId> ids = new HashMap<>();
            for (int i = 0; i < tools.size(); i++) {
                ids.put(
                        json.path("tools").get(i).path("id").asText(),
                        tools.get(i).id());
            }
            List<Asked> asked = new ArrayList<>();
            List<Asked> past = new ArrayList<>();
            json.path("queries")
                    .forEach(query -> (query.path("train").asBoolean(false) ? past : asked).add(asked(query, ids)));
            return new SearchSet(tools, asked, past);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Asked asked(JsonNode query, Map<String, ToolId> ids) {
        Set<ToolId> right = new HashSet<>();
        query.path("rel")
                .forEach(id -> Optional.ofNullable(ids.get(id.asText())).ifPresent(right::add));
        return new Asked(query.path("text").asText(), right);
    }

    private static Tool tool(int number, String integration, JsonNode json) {
        String action = json.path("name")
                .asText()
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9_-]+", "_");
        String said = json.path("params").asText();
        Map<String, ParameterSpec> parameters = said.isEmpty()
                ? Map.of()
                : Map.of(
                        "input",
                        ParameterSpec.required(
                                ParameterType.STRING, said.substring(0, Math.min(2_000, said.length()))));
        ToolDefinition definition = new ToolDefinition(
                new ToolName(integration + "." + action),
                new ToolDescription(json.path("desc").asText()),
                new ToolVersion("1"),
                ToolParameters.of(parameters),
                new IntegrationName(integration),
                List.of());
        return new Tool(
                new ToolId("tool_%06d".formatted(number)),
                definition,
                Optional.empty(),
                false,
                Visibility.SHARED,
                ToolSource.REGISTRY,
                ToolStatus.ACTIVE,
                Instant.EPOCH,
                Optional.empty());
    }
}
