package dev.guildhall.core.inmemory;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.LearntQuery;
import dev.guildhall.ports.tool.LearntQueryStore;
import dev.guildhall.ports.tool.ToolName;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Queries that led to executions, in memory. Thread-safe. */
public final class InMemoryLearntQueryStore implements LearntQueryStore {
    /** What makes a query the same. */
    private record Key(UserId userId, ToolName tool, String query) {
        static Key of(LearntQuery learnt) {
            return new Key(learnt.userId(), learnt.toolName(), learnt.query());
        }
    }

    private static final Comparator<LearntQuery> NEWEST_FIRST = Comparator.comparing(LearntQuery::learntAt)
            .thenComparing(LearntQuery::query)
            .reversed();

    private final InMemoryTransactions transactions;
    private final UndoableMap<Key, LearntQuery> queries;

    public InMemoryLearntQueryStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.queries = new UndoableMap<>(transactions);
        transactions.onErase(user -> removeAll(learnt -> learnt.userId().equals(user)));
    }

    @Override
    public void add(LearntQuery learnt, int mostOfTool) {
        transactions.run(() -> {
            queries.put(Key.of(learnt), learnt);
            ofTool(learnt.userId(), learnt.toolName()).stream()
                    .skip(mostOfTool)
                    .forEach(old -> queries.remove(Key.of(old)));
        });
    }

    @Override
    public List<LearntQuery> ofUser(UserId userId, int most) {
        return matching(learnt -> learnt.userId().equals(userId)).stream()
                .limit(most)
                .toList();
    }

    @Override
    public List<LearntQuery> ofTool(UserId userId, ToolName tool) {
        return matching(
                learnt -> learnt.userId().equals(userId) && learnt.toolName().equals(tool));
    }

    @Override
    public void forget(UserId userId, ToolName tool) {
        transactions.run(() -> removeAll(
                learnt -> learnt.userId().equals(userId) && learnt.toolName().equals(tool)));
    }

    private List<LearntQuery> matching(Predicate<LearntQuery> wanted) {
        return transactions.guarded(() ->
                queries.values().stream().filter(wanted).sorted(NEWEST_FIRST).toList());
    }

    private void removeAll(Predicate<LearntQuery> unwanted) {
        matching(unwanted).forEach(learnt -> queries.remove(Key.of(learnt)));
    }
}
