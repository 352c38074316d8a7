package dev.guildhall.core.agenttask;

import dev.guildhall.core.tool.CallerTools;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.tool.ToolInvoker;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The tools that the agents of a task's steps may use: those of the user that are enabled, those of this process first, as
 * many as a task can name. They are never those that create tasks, so that no step goes on without end. Thread-safe.
 */
public final class ToolsForSteps {
    private final List<ToolInvoker> builtIn;
    private final CallerTools registered;
    private final AgentStore agents;

    /**
     * Tools for steps.
     *
     * @param builtIn sets of tools of this process
     */
    public ToolsForSteps(List<ToolInvoker> builtIn, CallerTools registered, AgentStore agents) {
        this.builtIn = List.copyOf(builtIn);
        this.registered = registered;
        this.agents = agents;
    }

    List<String> of(Caller.User user) {
        Set<String> own = new TreeSet<>();
        builtIn.forEach(set -> set.tools().forEach(spec -> own.add(spec.name().value())));
        Set<String> others = new TreeSet<>();
        registered.all(user).forEach((name, tool) -> {
            if (!own.contains(name.value()) && registered.isPermitted(user, tool)) {
                others.add(name.value());
            }
        });
        Set<String> disabled = agents.disabledTools(user.userId());
        List<String> all = Stream.concat(own.stream(), others.stream())
                .filter(name -> !disabled.contains(name))
                .toList();
        return AgentTaskTools.withoutCreating(all).stream()
                .limit(TaskSpec.MAX_TOOLS)
                .toList();
    }
}
