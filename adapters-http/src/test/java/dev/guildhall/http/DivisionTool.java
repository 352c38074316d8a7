package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;
import java.util.Map;

/** A tool that divides twelve by a number, and fails for zero. */
public final class DivisionTool implements ToolInvoker {
    public static final String NAME = "test.divide";

    private static final Map<String, Object> SCHEMA =
            Map.of("type", "object", "properties", Map.of("by", Map.of("type", "integer")), "required", List.of("by"));

    @Override
    public List<ToolSpec> tools() {
        return List.of(new ToolSpec(new ToolName(NAME), "Divides 12.", SCHEMA, ToolSource.IN_PROCESS));
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        return arguments.get("by") instanceof Integer by && by != 0
                ? new ToolOutcome.Success(Map.of("result", 12 / by))
                : new ToolOutcome.Failure(FailureKind.FAILED, "nothing is divided by that");
    }
}
