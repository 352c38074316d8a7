package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.account.InMemoryAccountStore;
import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.tool.LearntQuery;
import dev.guildhall.ports.tool.LearntQueryStore;
import dev.guildhall.ports.tool.LearntTool;
import dev.guildhall.ports.tool.LearntTool.Known;
import dev.guildhall.ports.tool.ToolName;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

public final class InMemoryLearntQueryStore implements LearntQueryStore {
    private record Key(UserId userId, ToolName tool) {}

    private static final Comparator<Known> NEWEST_FIRST = Comparator.comparing(
                    (Known known) -> known.query().learntAt())
            .thenComparing(known -> known.query().query())
            .reversed();

    private static final Comparator<LearntTool> SMALLEST_FIRST = Comparator.comparingInt(
                    (LearntTool tool) -> tool.queries().size())
            .thenComparing(tool -> tool.queries().getLast().query().learntAt(), Comparator.reverseOrder());

    private final InMemoryTransactions transactions;
    private final InMemoryAccountStore accounts;
    private final UndoableMap<Key, LearntTool> tools;
    private long revision;

    public InMemoryLearntQueryStore(InMemoryTransactions transactions, InMemoryAccountStore accounts) {
        this.transactions = transactions;
        this.accounts = accounts;
        this.tools = new UndoableMap<>(transactions);
        transactions.onErase(user -> keys(user).toList().forEach(tools::remove));
    }

    @Override
    public void add(LearntQuery learnt, Optional<TextEmbedding> meaning, Bounds bounds) {
        Key key = new Key(learnt.userId(), learnt.toolName());
        transactions.run(() -> {
            if (accounts.find(learnt.userId()).isEmpty()) {
                return;
            }
            Optional<TextEmbedding> before = known(key)
                    .filter(known -> isSame(known, learnt))
                    .findFirst()
                    .flatMap(Known::meaning);
            Stream<Known> others = known(key).filter(known -> !isSame(known, learnt));
            Stream<Known> all = Stream.concat(Stream.of(new Known(learnt, meaning.or(() -> before))), others);
            put(key, all.sorted(NEWEST_FIRST).limit(bounds.ofTool()).toList());
            List<LearntTool> ofUser = of(learnt.userId())
                    .filter(tool -> !tool.queries().isEmpty())
                    .toList();
            if (ofUser.stream().mapToInt(tool -> tool.queries().size()).sum() > bounds.ofUser()) {
                LearntTool largest = ofUser.stream().max(SMALLEST_FIRST).orElseThrow();
                List<Known> rest =
                        largest.queries().subList(0, largest.queries().size() - 1);
                put(new Key(learnt.userId(), largest.toolName()), rest);
            }
        });
    }

    private static boolean isSame(Known known, LearntQuery learnt) {
        return known.query().query().equals(learnt.query());
    }

    private void put(Key key, List<Known> queries) {
        // A rollback does not restore the number: a revision that was never seen is harmless.
        revision++;
        tools.put(key, new LearntTool(key.tool(), revision, queries));
    }

    private Stream<Key> keys(UserId userId) {
        return tools.keys().stream().filter(key -> key.userId().equals(userId));
    }

    private Stream<LearntTool> of(UserId userId) {
        return keys(userId).flatMap(key -> tools.get(key).stream());
    }

    private Stream<Known> known(Key key) {
        return tools.get(key).stream().flatMap(tool -> tool.queries().stream());
    }

    @Override
    public List<LearntTool> changedSince(UserId userId, long after, int most) {
        return transactions.guarded(() -> of(userId)
                .filter(tool -> tool.revision() > after)
                .sorted(Comparator.comparingLong(LearntTool::revision))
                .limit(most)
                .toList());
    }

    @Override
    public List<LearntQuery> ofTool(UserId userId, ToolName tool) {
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
    public List<LearntQuery> withoutMeaning(String model, int most) {
        return transactions.guarded(() -> tools.values().stream()
                .flatMap(tool -> tool.queries().stream())
                .filter(known -> known.meaning()
                        .filter(meaning -> meaning.model().equals(model))
                        .isEmpty())
                .map(Known::query)
                .limit(most)
                .toList());
    }

    @Override
    public void putMeaning(LearntQuery learnt, TextEmbedding meaning) {
        Key key = new Key(learnt.userId(), learnt.toolName());
        transactions.run(() -> {
            if (known(key).anyMatch(known -> isSame(known, learnt))) {
                UnaryOperator<Known> understood =
                        known -> isSame(known, learnt) ? new Known(known.query(), Optional.of(meaning)) : known;
                put(key, known(key).map(understood).toList());
            }
        });
    }
}
