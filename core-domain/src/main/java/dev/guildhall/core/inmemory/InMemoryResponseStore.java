package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.ResponseStore;
import dev.guildhall.ports.response.StoredResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

final class InMemoryResponseStore implements ResponseStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<Key, Entry> entries;
    private final UndoableMap.Groups<Key, Entry, UserId> byOwner;

    private record Key(UserId owner, ResponseId id) {}

    /** @param nextEvent the number that follows those of all events so far, of earlier attempts too */
    private record Entry(StoredResponse response, int fence, int nextEvent, List<EventBatch> events) {
        Entry {
            events = List.copyOf(events);
        }

        Entry with(StoredResponse other) {
            return new Entry(other, fence, nextEvent, events);
        }

        Entry begun(Attempt attempt) {
            StoredResponse begun =
                    response.with(ResponseStatus.IN_PROGRESS, response.answer()).by(attempt.task());
            return new Entry(begun, attempt.fence(), nextEvent, List.of());
        }

        Entry with(EventBatch batch) {
            List<EventBatch> more = new ArrayList<>(events);
            more.add(batch);
            return new Entry(response, fence, batch.last() + 1, more);
        }

        boolean isOf(Attempt attempt) {
            return fence == attempt.fence() && response.task().stream().allMatch(attempt.task()::equals);
        }

        boolean isBefore(Attempt attempt) {
            return fence < attempt.fence() && response.task().stream().allMatch(attempt.task()::equals);
        }
    }

    InMemoryResponseStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.entries = new UndoableMap<>(transactions);
        this.byOwner = entries.by(entry -> entry.response().owner());
    }

    @Override
    public void add(StoredResponse response) {
        transactions.run(
                () -> entries.put(new Key(response.owner(), response.id()), new Entry(response, 0, 0, List.of())));
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
    public OptionalInt begin(Attempt attempt) {
        return transactions.guarded(() -> {
            Key key = new Key(attempt.owner(), attempt.id());
            return change(key, entry -> entry.isBefore(attempt), entry -> entry.begun(attempt))
                    ? OptionalInt.of(entries.get(key).orElseThrow().nextEvent())
                    : OptionalInt.empty();
        });
    }

    @Override
    public boolean end(UserId owner, ResponseId id, ResponseStatus status, String answer) {
        return change(
                new Key(owner, id),
                any -> true,
                entry -> entry.with(entry.response().with(status, answer)));
    }

    @Override
    public boolean end(Attempt attempt, ResponseStatus status, String answer) {
        return change(
                new Key(attempt.owner(), attempt.id()),
                entry -> entry.isOf(attempt),
                entry -> entry.with(entry.response().with(status, answer)));
    }

    @Override
    public void append(Attempt attempt, EventBatch batch) {
        change(new Key(attempt.owner(), attempt.id()), entry -> entry.isOf(attempt), entry -> entry.with(batch));
    }

    /** Changes an answer that is not final. */
    private boolean change(Key key, Predicate<Entry> condition, UnaryOperator<Entry> change) {
        return transactions.guarded(() -> {
            boolean changes = entries.get(key)
                    .filter(entry -> !entry.response().status().isFinal())
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
