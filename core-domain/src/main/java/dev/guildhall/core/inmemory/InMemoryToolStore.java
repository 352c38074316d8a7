package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.core.tool.ranking.ToolText;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Total;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.IndexedTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolPage;
import dev.guildhall.ports.tool.ToolRevisions;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;

final class InMemoryToolStore implements ToolStore {
    private record Row(Tool tool, Optional<TextEmbedding> embedding, long revision) {}

    /** A registrant and the name of a tool: the key of all versions of the tool. */
    private record ToolKey(Optional<UserId> registrant, ToolName name) {
        static ToolKey of(Tool tool) {
            return new ToolKey(tool.registrant(), tool.definition().name());
        }
    }

    private static final Comparator<Tool> BY_AGE =
            Comparator.comparing(tool -> tool.id().value());
    private static final Comparator<Tool> BY_VERSION = Comparator.<Tool, String>comparing(
                    tool -> tool.definition().version().orderKey())
            .thenComparing(BY_AGE);

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<ToolId, Row> rows;
    private final UndoableMap<ToolId, UserId> countsFor;
    private final Map<ToolKey, Set<ToolId>> versions = new HashMap<>();
    private long revision;

    public InMemoryToolStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.rows = new UndoableMap<>(transactions);
        this.countsFor = new UndoableMap<>(transactions);
    }

    @Override
    public Tool add(Tool tool, Optional<UserId> user) {
        return transactions.guarded(() -> versionsOf(ToolKey.of(tool))
                .filter(known ->
                        known.definition().version().equals(tool.definition().version()))
                .findFirst()
                .orElseGet(() -> {
                    write(tool, Optional.empty());
                    user.flatMap(stores.accounts()::find).ifPresent(counted -> countsFor.put(tool.id(), counted.id()));
                    return tool;
                }));
    }

    @Override
    public void changeStatus(Tool tool) {
        transactions.run(() -> rows.get(tool.id()).ifPresent(row -> write(tool, row.embedding())));
    }

    @Override
    public Optional<Tool> find(ToolId id) {
        return transactions.guarded(() -> rows.get(id).map(Row::tool));
    }

    @Override
    public Map<ToolId, Tool> findAll(Collection<ToolId> ids) {
        return transactions.guarded(() -> {
            Map<ToolId, Tool> found = new LinkedHashMap<>();
            ids.forEach(id -> rows.get(id).ifPresent(row -> found.put(id, row.tool())));
            return found;
        });
    }

    @Override
    public List<Tool> ofName(Optional<UserId> registrant, ToolName name) {
        return transactions.guarded(() -> versionsOf(new ToolKey(registrant, name))
                .sorted(BY_AGE.reversed())
                .toList());
    }

    @Override
    public List<Tool> imported(Integration.Key integration) {
        return transactions.guarded(() -> tools().filter(
                        tool -> tool.isImported() && tool.registrant().equals(integration.owner()))
                .filter(tool -> tool.definition().integration().equals(integration.name()))
                .sorted(BY_AGE.reversed())
                .toList());
    }

    @Override
    public void deprecateAll(Integration.Key integration, Tool.Deprecation end) {
        transactions.run(() -> imported(integration).stream()
                .filter(tool -> tool.status() != ToolStatus.DEPRECATED)
                .forEach(tool -> changeStatus(tool.deprecated(end))));
    }

    @Override
    public int countOf(UserId user) {
        return transactions.guarded(() -> (int) countedFor(user).count());
    }

    private Stream<Tool> countedFor(UserId user) {
        return tools().filter(tool -> countsFor
                .get(tool.id())
                .or(tool::registrant)
                .filter(user::equals)
                .isPresent());
    }

    @Override
    public long bytesOf(UserId user) {
        return transactions.guarded(() -> countedFor(user)
                .mapToLong(tool -> ToolText.bytes(tool.definition()))
                .sum());
    }

    @Override
    public ToolPage list(
            ToolFilter filter, Optional<UserId> viewer, Collection<IntegrationName> integrations, PageRequest page) {
        Predicate<Tool> seen = tool -> tool.status() == filter.status()
                && viewer.filter(user -> !tool.isSharedOrOf(user)).isEmpty()
                && (tool.registrant().isPresent()
                        || integrations.contains(tool.definition().integration()));
        return transactions.guarded(() -> {
            Stream<Tool> visible = tools().filter(seen);
            List<Tool> matching = (filter.allVersions() ? visible : latest(visible))
                    .filter(tool -> matches(tool, filter))
                    .toList();
            return new ToolPage(Page.newestFirst(matching, page, Tool::id), Total.of(matching.size()));
        });
    }

    @Override
    public ToolRevisions revisions(Optional<String> since) {
        long behind = since.map(Long::parseLong).orElse(0L);
        return transactions.guarded(() -> new ToolRevisions(
                rows.values().stream()
                        .filter(row -> row.revision() > behind)
                        .map(row -> new ToolRevisions.Revision(row.tool().id(), row.revision()))
                        .toList(),
                String.valueOf(revision)));
    }

    @Override
    public List<IndexedTool> indexed(Collection<ToolId> ids) {
        return transactions.guarded(() -> ids.stream()
                .flatMap(id -> rows.get(id).stream())
                .map(row -> new IndexedTool(row.tool(), row.embedding()))
                .toList());
    }

    @Override
    public List<Tool> withoutEmbedding(String model, int most) {
        return transactions.guarded(() -> rows.values().stream()
                .filter(row -> row.tool().status() == ToolStatus.ACTIVE)
                .filter(row -> row.embedding()
                        .filter(embedding -> embedding.model().equals(model))
                        .isEmpty())
                .map(Row::tool)
                .sorted(BY_AGE)
                .limit(most)
                .toList());
    }

    @Override
    public void putEmbedding(ToolId id, String model, Embedding embedding) {
        transactions.run(() ->
                rows.get(id).ifPresent(row -> write(row.tool(), Optional.of(new TextEmbedding(model, embedding)))));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            List<ToolId> own = tools().filter(tool -> tool.isOf(user))
                    .map(Tool::id)
                    .limit(most)
                    .toList();
            own.forEach(id -> {
                rows.remove(id);
                countsFor.remove(id);
            });
            return own.size() + countsFor.removeWhere(user::equals, most - own.size());
        });
    }

    private void write(Tool tool, Optional<TextEmbedding> embedding) {
        // A rollback does not restore the number: a revision that was never seen is harmless.
        revision++;
        rows.put(tool.id(), new Row(tool, embedding, revision));
        versions.computeIfAbsent(ToolKey.of(tool), key -> new HashSet<>()).add(tool.id());
    }

    private Stream<Tool> tools() {
        return rows.values().stream().map(Row::tool);
    }

    /** The index may still contain a row that was rolled back. */
    private Stream<Tool> versionsOf(ToolKey key) {
        return versions.getOrDefault(key, Set.of()).stream()
                .flatMap(id -> rows.get(id).stream())
                .map(Row::tool);
    }

    private static Stream<Tool> latest(Stream<Tool> visible) {
        Map<ToolKey, Tool> latest = new HashMap<>();
        visible.forEach(tool -> latest.merge(ToolKey.of(tool), tool, BinaryOperator.maxBy(BY_VERSION)));
        return latest.values().stream();
    }

    private static boolean matches(Tool tool, ToolFilter filter) {
        boolean integration = filter.integration()
                .filter(wanted -> !wanted.equals(tool.definition().integration().value()))
                .isEmpty();
        String text = tool.definition().searchText();
        boolean named = filter.allowed()
                .filter(allowed -> !allowed.contains(tool.definition().name().value()))
                .isEmpty();
        return integration
                && named
                && filter.text()
                        .filter(wanted -> !text.contains(wanted.toLowerCase(Locale.ROOT)))
                        .isEmpty();
    }
}
