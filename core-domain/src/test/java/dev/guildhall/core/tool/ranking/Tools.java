package dev.guildhall.core.tool.ranking;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.SearchHit;
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
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tools for tests of the search. */
final class Tools {
    private Tools() {}

    static Tool tool(String id, String name, String description) {
        return tool(id, name, description, Optional.empty());
    }

    static Tool tool(String id, String name, String description, Optional<UserId> owner) {
        ToolName toolName = new ToolName(name);
        ToolDefinition definition = new ToolDefinition(
                toolName,
                new ToolDescription(description),
                new ToolVersion("1"),
                ToolParameters.of(Map.of("day", ParameterSpec.required(ParameterType.STRING, "Which calendar date"))),
                new IntegrationName(toolName.integration()),
                List.of());
        return new Tool(
                new ToolId(id),
                definition,
                owner,
                owner.isEmpty(),
                owner.isPresent() ? Visibility.PRIVATE : Visibility.SHARED,
                ToolSource.REGISTRY,
                ToolStatus.ACTIVE,
                Sample.NOW,
                Optional.empty());
    }

    static ToolDocument document(Tool tool) {
        return new ToolDocument(tool, Optional.empty());
    }

    static ToolDocument document(Tool tool, float... embedding) {
        return new ToolDocument(tool, Optional.of(QuantisedEmbedding.of(new Embedding(embedding))));
    }

    static List<String> ids(List<SearchHit> hits) {
        return hits.stream().map(hit -> hit.tool().id().value()).toList();
    }
}
