package dev.guildhall.http.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A destructive tool, and a model that calls it once and then repeats its result. */
final class RemovingTool implements ToolInvoker {
    static final String NAME = "store.remove";

    private final Queue<Map<String, Object>> made = new ConcurrentLinkedQueue<>();

    /** The arguments of the calls that were made, oldest first. */
    List<Map<String, Object>> made() {
        return List.copyOf(made);
    }

    static ChatModel model() {
        return new ScriptedChatModel(request -> request.messages().getLast() instanceof ChatMessage.ToolResult result
                ? ScriptedChatModel.says(request, "Result: " + result.parts())
                : ScriptedChatModel.calls(
                        request, List.of(new ToolCall("c1", NAME, new ToolArguments.Parsed(Map.of("id", 7))))));
    }

    @Override
    public List<ToolSpec> tools() {
        Map<String, Object> schema = Map.of(
                "type",
                "object",
                "required",
                List.of("id"),
                "additionalProperties",
                false,
                "properties",
                Map.of("id", Map.of("type", "integer")));
        return List.of(new ToolSpec(new ToolName(NAME), "Removes a record", schema, ToolSource.IN_PROCESS));
    }

    @Override
    public ToolEffect effect(ToolName tool) {
        return ToolEffect.DESTRUCTIVE;
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        made.add(arguments);
        return new ToolOutcome.Success(Map.of("removed", arguments.get("id")));
    }
}
