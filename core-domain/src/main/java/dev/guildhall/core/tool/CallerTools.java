package dev.guildhall.core.tool;

import dev.guildhall.core.cache.WeightedCache;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;

/**
 * The tools of a caller by their names. For each name there is one: the caller's own before one that an admin shares,
 * that before a built-in or imported one, and of several the newest. They come from the index, which is a moment behind
 * other nodes: the execution of a tool reads the store. The tools of a user are kept until any tool changes.
 */
public final class CallerTools {
    private static final int BYTES_OF_ENTRY = 64;

    private final ToolFinder finder;
    private final CompositeEndpoints endpoints;
    private final WeightedCache<UserId, AtomicReference<Known>> known;

    /** @param mostBytes of the heap that the kept tools of all users may need, without the tools themselves */
    CallerTools(ToolFinder finder, CompositeEndpoints endpoints, long mostBytes) {
        this.finder = finder;
        this.endpoints = endpoints;
        this.known = new WeightedCache<>(mostBytes);
    }

    private record Known(long version, NavigableMap<ToolName, Tool> byName) {
        static final Known NOTHING = new Known(-1, Collections.emptyNavigableMap());
    }

    /** All of them, in the order of their names: an unchanged list can be cached in a model's context. */
    public NavigableMap<ToolName, Tool> all(Caller.User user) {
        return all(user, any -> true);
    }

    /** Those that the caller may execute. */
    NavigableMap<ToolName, Tool> permitted(Caller.User user) {
        return all(user, endpoint -> isPermitted(user, endpoint));
    }

    private NavigableMap<ToolName, Tool> all(Caller.User user, Predicate<Optional<ToolEndpoint>> condition) {
        NavigableMap<ToolName, Tool> all = known(user.userId());
        List<ToolName> others = new ArrayList<>();
        CompositeEndpoints.OfTools ofTools = endpoints.new OfTools(user.userId());
        all.forEach((name, tool) -> {
            if (!ToolFinder.isListed(user, tool, ofTools) || !condition.test(ofTools.apply(tool))) {
                others.add(name);
            }
        });
        if (others.isEmpty()) {
            return all;
        }
        NavigableMap<ToolName, Tool> some = new TreeMap<>(all);
        others.forEach(some::remove);
        return Collections.unmodifiableNavigableMap(some);
    }

    /** Those that are not listed are not preferred to others, which have the same name and so the same integration. */
    private NavigableMap<ToolName, Tool> known(UserId user) {
        long version = finder.version();
        AtomicReference<Known> kept = known.get(user, any -> new AtomicReference<>(Known.NOTHING));
        Known tools = kept.get();
        if (tools.version() != version) {
            BinaryOperator<Tool> preferred = BinaryOperator.minBy(byPrecedence(user));
            NavigableMap<ToolName, Tool> byName = new TreeMap<>();
            finder.known(user).forEach(tool -> byName.merge(tool.definition().name(), tool, preferred));
            tools = new Known(version, Collections.unmodifiableNavigableMap(byName));
            kept.set(tools);
            known.weigh(user, kept, (long) byName.size() * BYTES_OF_ENTRY);
        }
        return tools.byName();
    }

    public Optional<Tool> named(Caller.User user, ToolName name) {
        return named(user, name, endpoints.new OfTools(user.userId()));
    }

    private Optional<Tool> named(Caller.User user, ToolName name, CompositeEndpoints.OfTools ofTools) {
        return finder.listed(user, name, ofTools).stream().min(byPrecedence(user.userId()));
    }

    /** The tool of that name if the caller may execute it. */
    Optional<Tool> permitted(Caller.User user, ToolName name) {
        CompositeEndpoints.OfTools ofTools = endpoints.new OfTools(user.userId());
        return named(user, name, ofTools).filter(tool -> isPermitted(user, ofTools.apply(tool)));
    }

    /** The names of the tools that match a text best, best first; the query is not learned. */
    public List<ToolName> relevant(Caller.User user, SearchQuery query) {
        return finder.find(user, query).stream()
                .map(SearchHit::tool)
                .map(tool -> tool.definition().name())
                .distinct()
                .toList();
    }

    /** What a call of it does; a tool that a user registered, and one of an unknown integration, writes (approvals-1). */
    public ToolEffect effect(UserId user, Tool tool) {
        return tool.isImported() ? endpoints.effect(user, tool) : ToolEffect.WRITE;
    }

    /**
     * Whether the caller has a role that may execute it; for a tool of an unknown integration the call itself reports
     * that.
     */
    public boolean isPermitted(Caller.User user, Tool tool) {
        return isPermitted(user, endpoints.of(user.userId(), tool));
    }

    private static boolean isPermitted(Caller.User user, Optional<ToolEndpoint> known) {
        return known.filter(endpoint -> Collections.disjoint(
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
