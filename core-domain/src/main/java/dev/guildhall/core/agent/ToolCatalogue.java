package dev.guildhall.core.agent;

import dev.guildhall.core.tool.CallerTools;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The tools that agents can use: those of this process, and those of the registry that a caller may use. Of several tools with one name it is the one that the registry prefers for the caller; a built-in tool is called directly, not through the registry. Thread-safe.
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
        NavigableMap<String, UsableTool> byName = new TreeMap<>();
        builtIn.forEach(owner -> owner.tools()
                .forEach(spec -> byName.putIfAbsent(spec.name().value(), new UsableTool.BuiltIn(spec, owner))));
        for (Map.Entry<ToolName, Tool> known : registered.all(caller).entrySet()) {
            String name = known.getKey().value();
            Tool tool = known.getValue();
            boolean isHere = tool.source() == ToolSource.BUILTIN && byName.containsKey(name);
            if (!isHere && registered.isPermitted(caller, tool)) {
                byName.put(name, new UsableTool.Registered(tool));
            }
        }
        byName.keySet().removeIf(name -> !caller.mayUse(name));
        return toolset(caller, byName);
    }

    /** The tool of that name, which the caller may use, as it is now; none when there is none. */
    Toolset of(Caller.User caller, String name) {
        NavigableMap<String, UsableTool> byName = new TreeMap<>();
        if (ToolName.isWellFormed(name) && caller.mayUse(name)) {
            Optional<UsableTool> here = builtIn.stream()
                    .flatMap(owner -> owner.tools().stream()
                            .filter(spec -> spec.name().value().equals(name))
                            .<UsableTool>map(spec -> new UsableTool.BuiltIn(spec, owner)))
                    .findFirst();
            Optional<Tool> known =
                    registered.named(caller, new ToolName(name)).filter(tool -> registered.isPermitted(caller, tool));
            known.filter(tool -> tool.source() != ToolSource.BUILTIN || here.isEmpty())
                    .<UsableTool>map(UsableTool.Registered::new)
                    .or(() -> here)
                    .ifPresent(tool -> byName.put(name, tool));
        }
        return toolset(caller, byName);
    }

    private Toolset toolset(Caller.User caller, NavigableMap<String, UsableTool> byName) {
        Set<String> disabled = new HashSet<>(OFF_BY_DEFAULT);
        agents.toolChoices(caller.userId()).forEach((name, isEnabled) -> {
            if (isEnabled) {
                disabled.remove(name);
            } else {
                disabled.add(name);
            }
        });
        return new Toolset(byName, disabled);
    }
}
