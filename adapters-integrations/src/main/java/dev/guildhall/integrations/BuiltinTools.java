package dev.guildhall.integrations;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** The tools that are part of Guildhall and need no connection. They answer at once. Thread-safe. */
public final class BuiltinTools implements ToolInvoker {
    private final List<BuiltinTool> tools;

    /**
     * All of them.
     *
     * @param clock tells the time
     */
    public BuiltinTools(InstantSource clock) {
        this.tools = List.of(new Calculate(), new TimeNow(clock));
    }

    @Override
    public List<ToolSpec> tools() {
        return tools.stream().map(BuiltinTool::spec).toList();
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        if (Thread.currentThread().isInterrupted()) {
            return new ToolOutcome.Failure(FailureKind.CANCELLED, "the call was cancelled");
        }
        return tools.stream()
                .filter(one -> one.spec().name().equals(tool))
                .findFirst()
                .map(one -> one.invoke(arguments))
                .orElseGet(() -> new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool " + tool));
    }
}
