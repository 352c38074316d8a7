package dev.guildhall.http.agent;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolVersion;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An imported server whose tool, {@code travel.book}, asks its caller where to go, and a model that calls it once. */
public final class AskingEndpoint implements ToolEndpoint {
    private static final IntegrationName NAME = new IntegrationName("travel");
    private static final String TOOL = "travel.book";
    private static final Map<String, Object> QUESTION = Map.of(
            "message",
            "Where to? <script>alert(1)</script>",
            "requestedSchema",
            Map.of(
                    "type", "object",
                    "required", List.of("city"),
                    "properties",
                            Map.of(
                                    "city", Map.of("type", "string"),
                                    "days", Map.of("type", "integer", "default", 3))));

    private static final Map<String, Object> PICTURE =
            Map.of("type", "image", "data", "iVBORw0KGgo=", "mimeType", "image/png");
    private static final Map<String, Object> DRAWING =
            Map.of("type", "image", "data", "PHN2Zz48L3N2Zz4=", "mimeType", "image/svg+xml");

    /** Calls the tool, and then says that it is done. */
    public static ChatModel model() {
        return new ScriptedChatModel(request -> request.messages().getLast() instanceof ChatMessage.ToolResult
                ? ScriptedChatModel.says(request, "Booked.")
                : ScriptedChatModel.calls(
                        request, List.of(new ToolCall("c1", TOOL, new ToolArguments.Parsed(Map.of())))));
    }

    @Override
    public Integration integration() {
        return new Integration(
                NAME, "Travel", "For tests", IntegrationKind.MCP, new AuthScheme.None(), Set.of(Role.USER));
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return List.of(new ToolDefinition(
                new ToolName(TOOL),
                new ToolDescription("Books a journey"),
                new ToolVersion("1.0.0"),
                ToolParameters.ofSchema(Map.of("type", "object")),
                NAME,
                List.of()));
    }

    /** It waits for no approval: its own question is tested. */
    @Override
    public ToolEffect effect(ToolDefinition definition) {
        return ToolEffect.WRITE;
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        ServerReply answer =
                invocation.exchange().asked("elicitation/create", QUESTION).orElseThrow();
        invocation.exchange().replied(new ServerReply.Result(Map.of("content", List.of(PICTURE, DRAWING))));
        return new ToolOutcome.Success(Map.of("got", ((ServerReply.Result) answer).value()));
    }
}
