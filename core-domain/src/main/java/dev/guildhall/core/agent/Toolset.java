package dev.guildhall.core.agent;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolInvoker;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The tools that one caller has at one time, by name. The disabled names may contain names of no tool. */
record Toolset(NavigableMap<String, UsableTool> byName, Set<String> disabled) {
    Toolset {
        byName = Collections.unmodifiableNavigableMap(new TreeMap<>(byName));
        disabled = Set.copyOf(disabled);
    }

    Optional<UsableTool> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    boolean isEnabled(String name) {
        return !disabled.contains(name);
    }

    /** The names of those that may be called, in their order. */
    Set<String> enabled() {
        Set<String> enabled = new LinkedHashSet<>(byName.keySet());
        disabled.forEach(enabled::remove);
        return Collections.unmodifiableSet(enabled);
    }

    /** Those that a request names. Refuses entries of no tool. */
    Toolset restrictedTo(Collection<String> entries) {
        requireKnown(entries);
        return only(new AllowedTools(entries));
    }

    /** Refuses entries of no tool. */
    void requireKnown(Collection<String> entries) {
        Set<String> unknown = new TreeSet<>(entries);
        unknown.removeAll(byName.keySet());
        byName.keySet().stream()
                .map(name -> AllowedTools.all(name.substring(0, name.indexOf('.'))))
                .forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new Refusal(new ToolProblem.UnknownTools(List.copyOf(unknown)));
        }
    }

    /** Those of them that are allowed; a disabled tool stays disabled. */
    Toolset only(AllowedTools wanted) {
        NavigableMap<String, UsableTool> left = new TreeMap<>(byName);
        left.keySet().removeIf(name -> !wanted.contains(name));
        return new Toolset(left, disabled);
    }

    /** These with the tools of an owner, which take the place of others with their names. */
    Toolset with(ToolInvoker owner) {
        NavigableMap<String, UsableTool> more = new TreeMap<>(byName);
        owner.tools().forEach(spec -> more.put(spec.name().value(), new UsableTool.BuiltIn(spec, owner)));
        return new Toolset(more, disabled);
    }

    Toolset without(Collection<String> names) {
        NavigableMap<String, UsableTool> left = new TreeMap<>(byName);
        left.keySet().removeAll(names);
        return new Toolset(left, disabled);
    }
}
