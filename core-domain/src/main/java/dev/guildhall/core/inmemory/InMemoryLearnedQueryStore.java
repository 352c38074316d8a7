package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.LearnedTool;
import dev.guildhall.ports.tool.LearnedTool.Known;
import dev.guildhall.ports.tool.ToolName;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

final class InMemoryLearnedQueryStore implements LearnedQueryStore {
    private record Key(UserId userId, ToolName tool) {}

    private static final Comparator<Known> NEWEST_FIRST = Comparator.comparing(
                    (Known known) -> known.query().learnedAt())
            .thenComparing(known -> known.query().query())
            .reversed();

    private static final Comparator<LearnedTool> SMALLEST_FIRST = Comparator.comparingInt(
                    (LearnedTool tool) -> tool.queries().size())
            .thenComparing(tool -> tool.queries().getLast().query().learnedAt(), Comparator.reverseOrder());

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<Key, LearnedTool> tools;
    private long revision;

    public InMemoryLearnedQueryStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.tools = new UndoableMap<>(transactions);
    }

    @Override
    public void add(LearnedQuery learned, Optional<TextEmbedding> embedding, Bounds bounds) {
        Key key = new Key(learned.userId(), learned.toolName());
        transactions.run(() -> {
            if (stores.accounts().find(learned.userId()).isEmpty()) {
                return;
            }
            Optional<TextEmbedding> before = known(key)
                    .filter(known -> isSame(known, learned))
                    .findFirst()
                    .flatMap(Known::embedding);
            Stream<Known> others = known(key).filter(known -> !isSame(known, learned));
            Stream<Known> all = Stream.concat(Stream.of(new Known(learned, embedding.or(() -> before))), others);
            put(key, all.sorted(NEWEST_FIRST).limit(bounds.ofTool()).toList());
            List<LearnedTool> ofUser = of(learned.userId())
                    .filter(tool -> !tool.queries().isEmpty())
                    .toList();
            if (ofUser.stream().mapToInt(tool -> tool.queries().size()).sum() > bounds.ofUser()) {
                LearnedTool largest = ofUser.stream().max(SMALLEST_FIRST).orElseThrow();
                List<Known> rest =
                        largest.queries().subList(0, largest.queries().size() - 1);
                put(new Key(learned.userId(), largest.toolName()), rest);
            }
        });
    }

    private static boolean isSame(Known known, LearnedQuery learned) {
        return known.query().query().equals(learned.query());
    }

    private void put(Key key, List<Known> queries) {
        // A rollback does not restore the number: a revision that was never seen is harmless.
        revision++;
        tools.put(key, new LearnedTool(key.tool(), revision, queries));
    }

    private Stream<Key> keys(UserId userId) {
        return tools.keys().stream().filter(key -> key.userId().equals(userId));
    }

    private Stream<LearnedTool> of(UserId userId) {
        return keys(userId).flatMap(key -> tools.get(key).stream());
    }

    private Stream<Known> known(Key key) {
        return tools.get(key).stream().flatMap(tool -> tool.queries().stream());
    }

    @Override
    public List<LearnedTool> changedSince(UserId userId, long after, int most) {
        return transactions.guarded(() -> of(userId)
                .filter(tool -> tool.revision() > after)
                .sorted(Comparator.comparingLong(LearnedTool::revision))
                .limit(most)
                .toList());
    }

    @Override
    public List<LearnedQuery> ofTool(UserId userId, ToolName tool) {
        return transactions.guarded(
                () -> known(new Key(userId, tool)).map(Known::query).toList());
    }

    @Override
    public void forget(UserId userId, ToolName tool) {
        transactions.run(() -> {
            Key key = new Key(userId, tool);
            if (tools.get(key).isPresent()) {
                put(key, List.of());
            }
        });
    }

    @Override
    public List<LearnedQuery> withoutEmbedding(String model, int most) {
        return transactions.guarded(() -> tools.values().stream()
                .flatMap(tool -> tool.queries().stream())
                .filter(known -> known.embedding()
                        .filter(embedding -> embedding.model().equals(model))
                        .isEmpty())
                .map(Known::query)
                .limit(most)
                .toList());
    }

    @Override
    public void putEmbedding(LearnedQuery learned, TextEmbedding embedding) {
        Key key = new Key(learned.userId(), learned.toolName());
        transactions.run(() -> {
            if (known(key).anyMatch(known -> isSame(known, learned))) {
                UnaryOperator<Known> understood =
                        known -> isSame(known, learned) ? new Known(known.query(), Optional.of(embedding)) : known;
                put(key, known(key).map(understood).toList());
            }
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            List<Key> own = keys(user).limit(most).toList();
            own.forEach(tools::remove);
            return own.size();
        });
    }
}
