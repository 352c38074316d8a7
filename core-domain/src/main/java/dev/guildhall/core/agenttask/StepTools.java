package dev.guildhall.core.agenttask;

import dev.guildhall.ports.agent.AgentTool;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.tool.ToolSource;
import java.util.Comparator;
import java.util.List;

/**
 * The tools that the agents of a task's steps may use: those of the user that are enabled, those that are built in first,
 * as many as a task can name. They are never those that create tasks, so that no step goes on without end. Pure.
 */
public final class StepTools {
    private static final Comparator<AgentTool> BUILT_IN_FIRST = Comparator.<AgentTool>comparingInt(
                    tool -> tool.spec().source() == ToolSource.BUILTIN ? 0 : 1)
            .thenComparing(tool -> tool.spec().name());

    private StepTools() {}

    /**
     * Names for steps.
     *
     * @param all what {@link dev.guildhall.ports.agent.Agents#tools} answers for the user
     */
    public static List<String> of(List<AgentTool> all) {
        List<String> enabled = all.stream()
                .filter(AgentTool::enabled)
                .sorted(BUILT_IN_FIRST)
                .map(tool -> tool.spec().name().value())
                .toList();
        return AgentTaskTools.withoutCreating(enabled).stream()
                .limit(TaskSpec.MAX_TOOLS)
                .toList();
    }
}
