package dev.guildhall.testkit;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds an active built-in {@link Tool} of its own integration. Not thread-safe. */
public final class SampleTool {
    private String name = Sample.id("integration") + ".act";
    private String version = "1.0.0";
    private String description = "Does what a sample does.";
    private ToolParameters parameters = ToolParameters.none();
    private List<Scope> scopes = List.of();
    private Optional<UserId> registrant = Optional.empty();
    private boolean isImported = true;
    private Visibility visibility = Visibility.SHARED;
    private ToolSource source = ToolSource.IN_PROCESS;
    private ToolStatus status = ToolStatus.ACTIVE;
    private Instant createdAt = Sample.NOW;
    private Optional<Tool.Deprecation> deprecation = Optional.empty();

    SampleTool() {}

    public SampleTool name(String dotted) {
        name = dotted;
        return this;
    }

    public SampleTool version(String one) {
        version = one;
        return this;
    }

    public SampleTool description(String text) {
        description = text;
        return this;
    }

    public SampleTool parameters(ToolParameters ones) {
        parameters = ones;
        return this;
    }

    public SampleTool scopes(String... names) {
        scopes = Stream.of(names).map(Scope::new).toList();
        return this;
    }

    /** Makes the tool a private tool of that user. */
    public SampleTool of(UserId user) {
        registrant = Optional.of(user);
        isImported = false;
        visibility = Visibility.PRIVATE;
        source = ToolSource.REGISTRY;
        return this;
    }

    /** Makes the tool one of a private integration of its user. */
    public SampleTool imported() {
        isImported = true;
        source = ToolSource.MCP;
        return this;
    }

    public SampleTool visibility(Visibility one) {
        visibility = one;
        return this;
    }

    public SampleTool source(ToolSource one) {
        source = one;
        return this;
    }

    public SampleTool status(ToolStatus one) {
        status = one;
        return this;
    }

    public SampleTool createdAt(Instant moment) {
        createdAt = moment;
        return this;
    }

    public SampleTool deprecated(Instant at, Optional<UserId> by) {
        status = ToolStatus.DEPRECATED;
        deprecation = Optional.of(new Tool.Deprecation(at, by));
        return this;
    }

    public ToolDefinition definition() {
        ToolName dotted = new ToolName(name);
        return new ToolDefinition(
                dotted,
                new ToolDescription(description),
                new ToolVersion(version),
                parameters,
                new IntegrationName(dotted.integration()),
                scopes);
    }

    public Tool build() {
        ToolId id = new ToolId(Sample.id("tool"));
        return new Tool(id, definition(), registrant, isImported, visibility, source, status, createdAt, deprecation);
    }
}
