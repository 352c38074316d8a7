package dev.guildhall.core.agent;

import dev.guildhall.core.tool.CallerTools;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The tools that agents can use: those of this process, and those of the registry that a caller may use. Of several
 * tools with one name it is the one that the registry prefers for the caller; a built-in tool is called directly, not
 * through the registry.
 */
public final class ToolCatalogue {
    /** Tools that an agent may use only after its user has enabled them: a run opens any page that its target links to. */
    private static final Set<String> OFF_BY_DEFAULT = Set.of("testrun.start");

    private final List<ToolInvoker> builtIn;
    private final CallerTools registered;
    private final AgentStore agents;

    /** When two built-in owners have a tool of the same name, the first one's is used. */
    public ToolCatalogue(List<ToolInvoker> builtIn, CallerTools registered, AgentStore agents) {
        this.builtIn = List.copyOf(builtIn);
        this.registered = registered;
        this.agents = agents;
    }

    /** All tools that the caller may use, as they are now. */
    Toolset of(Caller.User caller) {
        return of(caller, registered.all(caller).values(), any -> true);
    }

    /** The tool of that name, which the caller may use, as it is now; none when there is none. */
    Toolset of(Caller.User caller, String name) {
        Optional<Tool> known =
                ToolName.isWellFormed(name) ? registered.named(caller, new ToolName(name)) : Optional.empty();
        return of(caller, known.stream().toList(), name::equals);
    }

    private Toolset of(Caller.User caller, Collection<Tool> known, Predicate<String> wanted) {
        NavigableMap<String, UsableTool> byName = new TreeMap<>();
        builtIn.forEach(owner -> owner.tools()
                .forEach(spec -> byName.putIfAbsent(spec.name().value(), new UsableTool.BuiltIn(spec, owner))));
        byName.keySet().removeIf(name -> !wanted.test(name) || !caller.mayUse(name));
        for (Tool tool : known) {
            String name = tool.definition().name().value();
            boolean isHere = tool.source() == ToolSource.IN_PROCESS && byName.containsKey(name);
            if (!isHere && registered.isPermitted(caller, tool)) {
                byName.put(name, new UsableTool.Registered(tool));
            }
        }
        return new Toolset(byName, disabled(caller));
    }

    /** The JSON Schema of the parameters of a tool that the caller may use; empty when there is no such tool. */
    public Optional<Map<String, Object>> schema(Caller.User caller, String name) {
        return of(caller, name).find(name).map(tool -> tool.spec().parameters());
    }

    private Set<String> disabled(Caller.User caller) {
        Set<String> disabled = new HashSet<>(OFF_BY_DEFAULT);
        agents.toolChoices(caller.userId()).forEach((name, isEnabled) -> {
            if (isEnabled) {
                disabled.remove(name);
            } else {
                disabled.add(name);
            }
        });
        return disabled;
    }
}
