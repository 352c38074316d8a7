package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.ResponseStore;
import dev.guildhall.ports.response.StoredResponse;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

final class InMemoryResponseStore implements ResponseStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<Key, Entry> entries;
    private final UndoableMap.Groups<Key, Entry, UserId> byOwner;

    private record Key(UserId owner, ResponseId id) {}

    private record Entry(StoredResponse response, List<EventBatch> events) {
        Entry {
            events = List.copyOf(events);
        }

        Entry with(StoredResponse other) {
            return new Entry(other, events);
        }
    }

    InMemoryResponseStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.entries = new UndoableMap<>(transactions);
        this.byOwner = entries.by(entry -> entry.response().owner());
    }

    @Override
    public void add(StoredResponse response) {
        transactions.run(() -> entries.put(new Key(response.owner(), response.id()), new Entry(response, List.of())));
    }

    @Override
    public Optional<StoredResponse> find(UserId owner, ResponseId id) {
        return transactions.guarded(() -> entries.get(new Key(owner, id)).map(Entry::response));
    }

    @Override
    public List<StoredResponse> chain(UserId owner, ResponseId id, int most) {
        return transactions.guarded(() -> Stream.iterate(
                        find(owner, id),
                        Optional::isPresent,
                        one -> one.get().previous().flatMap(before -> find(owner, before)))
                .limit(most)
                .flatMap(Optional::stream)
                .toList());
    }

    @Override
    public boolean begin(UserId owner, ResponseId id, TaskId task) {
        return change(
                owner,
                id,
                response -> response.task().stream().allMatch(task::equals),
                entry -> new Entry(
                        entry.response()
                                .with(
                                        ResponseStatus.IN_PROGRESS,
                                        entry.response().answer())
                                .by(task),
                        List.of()));
    }

    @Override
    public void assign(UserId owner, ResponseId id, TaskId task) {
        transactions.run(() -> entries.change(
                new Key(owner, id),
                entry -> entry.response().task().isPresent()
                        ? entry
                        : entry.with(entry.response().by(task))));
    }

    @Override
    public boolean end(UserId owner, ResponseId id, ResponseStatus status, String answer) {
        return change(
                owner, id, any -> true, entry -> entry.with(entry.response().with(status, answer)));
    }

    @Override
    public void append(UserId owner, ResponseId id, EventBatch batch) {
        change(owner, id, any -> true, entry -> {
            List<EventBatch> events = new ArrayList<>(entry.events());
            events.add(batch);
            return new Entry(entry.response(), events);
        });
    }

    /** Changes an answer that is not final. */
    private boolean change(
            UserId owner, ResponseId id, Predicate<StoredResponse> condition, UnaryOperator<Entry> change) {
        return transactions.guarded(() -> {
            Key key = new Key(owner, id);
            boolean changes = entries.get(key)
                    .map(Entry::response)
                    .filter(response -> !response.status().isFinal())
                    .filter(condition)
                    .isPresent();
            if (changes) {
                entries.change(key, change);
            }
            return changes;
        });
    }

    @Override
    public List<EventBatch> events(UserId owner, ResponseId id, int after, int most) {
        return transactions.guarded(() -> entries.get(new Key(owner, id)).stream()
                .flatMap(entry -> entry.events().stream())
                .filter(batch -> batch.last() > after)
                .limit(most)
                .toList());
    }

    @Override
    public boolean remove(UserId owner, ResponseId id) {
        return transactions.guarded(() -> entries.remove(new Key(owner, id)).isPresent());
    }

    @Override
    public int count(UserId owner, int most) {
        return transactions.guarded(() -> Math.min(most, byOwner.size(owner)));
    }

    @Override
    public long bytesOf(UserId owner) {
        return transactions.guarded(() ->
                byOwner.of(owner).mapToLong(entry -> entry.response().length()).sum());
    }

    @Override
    public int sweep(Instant createdBefore, int most) {
        return transactions.guarded(
                () -> entries.removeWhere(entry -> entry.response().createdAt().isBefore(createdBefore), most));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> entries.removeWhere(entry -> entry.response().owner().equals(user), most));
    }
}
