package dev.guildhall.testkit.contract.agent;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An imported server whose tool asks the user for a city, and returns the answer and a picture. */
public final class AskingTool implements ToolEndpoint {
    /** The name of the tool. */
    public static final String NAME = "travel.book";

    static final String PICTURE = "iVBORw0KGgo=";

    private static final Map<String, Object> FORM = Map.of(
            "type", "object", "required", List.of("city"), "properties", Map.of("city", Map.of("type", "string")));

    /** A server that every user may ask. */
    public AskingTool() {}

    static Map<String, Object> form() {
        return FORM;
    }

    @Override
    public Integration integration() {
        return new Integration(
                new IntegrationName("travel"),
                "Travel",
                "For tests",
                IntegrationKind.MCP,
                new AuthScheme.None(),
                Set.of(Role.USER));
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return List.of(Sample.tool().name(NAME).definition());
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        Map<String, Object> question = Map.of("message", "Where to?", "requestedSchema", FORM);
        ServerReply answer =
                invocation.exchange().asked("elicitation/create", question).orElseThrow();
        Map<String, Object> picture = Map.of("type", "image", "data", PICTURE, "mimeType", "image/png");
        invocation.exchange().replied(new ServerReply.Result(Map.of("content", List.of(picture))));
        return new ToolOutcome.Success(Map.of("got", ((ServerReply.Result) answer).value()));
    }
}
