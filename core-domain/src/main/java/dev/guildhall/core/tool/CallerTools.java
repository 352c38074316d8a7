package dev.guildhall.core.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The tools of a caller by their names, one for each: the caller's own before one that an admin shares, that before one
 * that is built in or imported, and of equals the newest. They come from the index, which lags behind other nodes by a
 * moment: executing a tool looks at the store. Thread-safe.
 */
public final class CallerTools {
    private final ToolFinder finder;
    private final CompositeEndpoints endpoints;

    CallerTools(ToolFinder finder, CompositeEndpoints endpoints) {
        this.finder = finder;
        this.endpoints = endpoints;
    }

    /** All of them, in the order of their names: a list that stays as it is can be kept in a model's context. */
    public NavigableMap<ToolName, Tool> all(Caller.User user) {
        BinaryOperator<Tool> preferred = BinaryOperator.minBy(byPrecedence(user.userId()));
        NavigableMap<ToolName, Tool> all = new TreeMap<>();
        finder.listed(user).forEach(tool -> all.merge(tool.definition().name(), tool, preferred));
        return Collections.unmodifiableNavigableMap(all);
    }

    /** The one of a name. */
    public Optional<Tool> named(Caller.User user, ToolName name) {
        return finder.listed(user, name).stream().min(byPrecedence(user.userId()));
    }

    /** The names of those that fit a text best, best first; nothing is learnt from it. */
    public List<ToolName> relevant(Caller.User user, SearchQuery query) {
        return finder.find(user, query).stream()
                .map(SearchHit::tool)
                .map(tool -> tool.definition().name())
                .distinct()
                .toList();
    }

    /** Whether the caller has a role that may execute it; a tool of an integration that is not here says so when called. */
    public boolean isPermitted(Caller.User user, Tool tool) {
        return endpoints
                .find(tool.definition().integration())
                .filter(endpoint -> Collections.disjoint(
                        user.roles(), endpoint.integration().roles()))
                .isEmpty();
    }

    private static Comparator<Tool> byPrecedence(UserId user) {
        Comparator<Tool> byNearness = Comparator.comparingInt(tool -> {
            if (tool.isOf(user)) {
                return 0;
            }
            return tool.registrant().isPresent() ? 1 : 2;
        });
        Comparator<Tool> newestFirst =
                Comparator.<Tool, String>comparing(tool -> tool.id().value()).reversed();
        return byNearness.thenComparing(newestFirst);
    }
}
