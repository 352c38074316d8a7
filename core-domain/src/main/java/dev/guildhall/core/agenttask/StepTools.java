package dev.guildhall.core.agenttask;

import dev.guildhall.ports.agent.AgentTool;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.tool.ToolSource;
import java.util.Comparator;
import java.util.List;

/**
 * The tools that the agents of a task's steps may use: the enabled tools of the user, built-in ones first, as many as a
 * task can name. Tools that create tasks are never among them, so that tasks do not create tasks without end. Pure
 * functions.
 */
public final class StepTools {
    private static final Comparator<AgentTool> BUILT_IN_FIRST = Comparator.<AgentTool>comparingInt(
                    tool -> tool.spec().source() == ToolSource.BUILTIN ? 0 : 1)
            .thenComparing(tool -> tool.spec().name());

    private StepTools() {}

    /**
     * The names of the tools for steps.
     *
     * @param all the result of {@link dev.guildhall.ports.agent.Agents#tools} for the user
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
