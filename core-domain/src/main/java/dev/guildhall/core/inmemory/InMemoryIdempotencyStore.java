package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Requests with idempotency keys, in memory: only the latest requests. */
final class InMemoryIdempotencyStore implements IdempotencyStore {
    private static final int MOST = 10_000;

    private record Row(Entry entry, Instant claimedAt, Optional<Map<String, Object>> answer) {}

    private final InMemoryTransactions transactions;
    private final UndoableMap<Key, Row> rows;

    public InMemoryIdempotencyStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.rows = new UndoableMap<>(transactions);
    }

    @Override
    public Claim claim(Entry entry, Instant now, Instant expired) {
        return transactions.guarded(() -> {
            Optional<Row> before =
                    rows.get(entry.key()).filter(row -> !row.claimedAt().isBefore(expired));
            if (before.isPresent()) {
                return found(before.get(), entry);
            }
            rows.remove(entry.key());
            rows.put(entry.key(), new Row(entry, now, Optional.empty()));
            if (rows.size() > MOST) {
                rows.eldest().ifPresent(rows::remove);
            }
            return new Claim.Fresh();
        });
    }

    private static Claim found(Row row, Entry entry) {
        if (!row.entry().digest().equals(entry.digest())) {
            return new Claim.Mismatch();
        }
        String reference = row.entry().reference();
        return row.answer()
                .<Claim>map(answer -> new Claim.Answered(reference, answer))
                .orElseGet(() -> new Claim.Unanswered(reference, row.claimedAt()));
    }

    @Override
    public void answer(Key key, String reference, Map<String, Object> answer) {
        transactions.run(() -> ofReference(key, reference)
                .ifPresent(row ->
                        rows.put(key, new Row(row.entry(), row.claimedAt(), Optional.of(JsonData.copy(answer))))));
    }

    @Override
    public void release(Key key, String reference) {
        transactions.run(() -> ofReference(key, reference).ifPresent(row -> rows.remove(key)));
    }

    @Override
    public int sweep(Instant before, int most) {
        return transactions.guarded(
                () -> rows.removeWhere(row -> row.claimedAt().isBefore(before), most));
    }

    private Optional<Row> ofReference(Key key, String reference) {
        return rows.get(key).filter(row -> row.entry().reference().equals(reference));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> rows.removeWhere(row -> row.entry().key().userId().equals(user), most));
    }
}
