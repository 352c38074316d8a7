package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.Tools;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The tools of a caller by their names, one for each: the caller's own before one that an admin shares, that before one
 * that is built in or imported, and of equals the newest. Thread-safe.
 */
final class Catalogue {
    /** How many pages of the registry are read at most: 10,000 tools. Those beyond are found by name and by search. */
    private static final int MAX_PAGES = 50;

    private final Tools tools;

    Catalogue(Tools tools) {
        this.tools = tools;
    }

    /** All of them, in the order of their names: a list that stays as it is can be kept in a model's context. */
    NavigableMap<ToolName, Tool> all(Caller.User user) {
        BinaryOperator<Tool> preferred = BinaryOperator.minBy(byPrecedence(user.userId()));
        NavigableMap<ToolName, Tool> all = new TreeMap<>();
        read(user, ToolFilter.all()).forEach(tool -> all.merge(tool.definition().name(), tool, preferred));
        return all;
    }

    /** The tool that a client means by a name, be it the one in its list or the true one. */
    Optional<Tool> find(Caller.User user, String name) {
        return ModelNames.toTool(name)
                .flatMap(plain -> named(user, plain))
                .or(() -> ModelNames.isDigested(name) ? digested(user, name) : Optional.empty());
    }

    /** The one tool of that true name. */
    Optional<Tool> named(Caller.User user, ToolName name) {
        ToolFilter filter =
                new ToolFilter(Optional.of(name.integration()), Optional.of(name.value()), false, ToolStatus.ACTIVE);
        return read(user, filter).stream()
                .filter(tool -> tool.definition().name().equals(name))
                .min(byPrecedence(user.userId()));
    }

    private Optional<Tool> digested(Caller.User user, String name) {
        return all(user).values().stream()
                .filter(tool -> ModelNames.of(tool.definition().name()).equals(name))
                .findFirst();
    }

    private static Comparator<Tool> byPrecedence(UserId user) {
        return Comparator.comparingInt(tool -> {
            if (tool.isOf(user)) {
                return 0;
            }
            return tool.registrant().isPresent() ? 1 : 2;
        });
    }

    private List<Tool> read(Caller.User user, ToolFilter filter) {
        Caller viewer = asUser(user);
        List<Tool> read = new ArrayList<>();
        Optional<Cursor> cursor = Optional.empty();
        for (int pages = 0; pages < MAX_PAGES; pages++) {
            PageRequest wanted = new PageRequest(new Limit(Limit.MAX), cursor);
            Page<Tool> page = tools.list(viewer, filter, wanted).page();
            read.addAll(page.items());
            cursor = page.next();
            if (cursor.isEmpty()) {
                return read;
            }
        }
        return read;
    }

    /** An admin sees what strangers registered for themselves; an admin's model must not be told it. */
    private static Caller asUser(Caller.User user) {
        return new Caller.User(user.userId(), user.profileId(), user.sessionId(), Set.of(Role.USER));
    }
}
