package dev.guildhall.http.agent;

import dev.guildhall.ports.agent.AgentTool;
import dev.guildhall.ports.agent.ToolRun;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of a tool as a user of the agent sees it. */
record AgentToolJson(
        String name,
        String description,
        Map<String, Object> parameters,
        String integration,
        String source,
        boolean enabled) {
    static AgentToolJson of(AgentTool tool) {
        return new AgentToolJson(
                tool.spec().name().value(),
                tool.spec().description(),
                tool.spec().parameters(),
                tool.spec().name().integration(),
                tool.spec().source().wireName(),
                tool.enabled());
    }

    record ToolsJson(List<AgentToolJson> tools) {
        static ToolsJson of(List<AgentTool> tools) {
            return new ToolsJson(tools.stream().map(AgentToolJson::of).toList());
        }
    }

    /** The result of a tool that the user ran directly. */
    record RunJson(
            boolean success,
            @Nullable Object data,
            @Nullable String error,
            long durationMs) {
        static RunJson of(ToolRun run) {
            long durationMs = run.duration().toMillis();
            return switch (run.outcome()) {
                case ToolOutcome.Success(Object data) -> new RunJson(true, data, null, durationMs);
                case ToolOutcome.Failure failure -> new RunJson(false, null, failure.message(), durationMs);
            };
        }
    }
}
