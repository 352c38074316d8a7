package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class InMemoryBaselineStore implements BaselineStore {
    private record Slot(SuiteName suite, String platform, Screenshot.Key key) {
        static Slot of(Baseline baseline) {
            return new Slot(baseline.suite(), baseline.platform(), baseline.key());
        }
    }

    private record Row(long number, Baseline baseline) {}

    private final InMemoryTransactions transactions;
    /** All baselines of a picture on a platform, newest first. */
    private final UndoableMap<Slot, List<Row>> baselines;

    private long last;

    public InMemoryBaselineStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.baselines = new UndoableMap<>(transactions);
    }

    @Override
    public List<Baseline> current(SuiteName suite) {
        return transactions.guarded(
                () -> of(suite).map(rows -> rows.getFirst().baseline()).toList());
    }

    private Stream<List<Row>> of(SuiteName suite) {
        return baselines.values().stream()
                .filter(all -> all.getFirst().baseline().suite().equals(suite));
    }

    @Override
    public Page<BaselineVersion> history(SuiteName suite, PageRequest page) {
        long behind = page.cursor().map(Cursor::number).orElse(Long.MAX_VALUE);
        int limit = page.limit().value();
        return transactions.guarded(() -> {
            Set<Long> current = of(suite).map(rows -> rows.getFirst().number()).collect(Collectors.toSet());
            List<Row> rows = newestFirst(of(suite).flatMap(List::stream).filter(row -> row.number() < behind))
                    .limit(limit + 1L)
                    .toList();
            Optional<Cursor> next = rows.size() > limit
                    ? Optional.of(new Cursor(Long.toString(rows.get(limit - 1).number())))
                    : Optional.empty();
            return new Page<>(
                    rows.stream()
                            .limit(limit)
                            .map(row -> new BaselineVersion(row.baseline(), current.contains(row.number())))
                            .toList(),
                    next);
        });
    }

    private static Stream<Row> newestFirst(Stream<Row> rows) {
        return rows.sorted(Comparator.comparingLong(Row::number).reversed());
    }

    @Override
    public List<Baseline> withImages(SuiteName suite, Set<Sha256> images) {
        return transactions.guarded(() -> newestFirst(of(suite).flatMap(rows -> newestOfEach(rows, images)))
                .map(Row::baseline)
                .toList());
    }

    private static Stream<Row> newestOfEach(List<Row> rows, Set<Sha256> images) {
        Set<Sha256> seen = new HashSet<>();
        return rows.stream()
                .filter(row -> images.contains(row.baseline().image())
                        && seen.add(row.baseline().image()))
                .toList()
                .stream();
    }

    @Override
    public boolean replace(Baseline next, Optional<Sha256> expected) {
        return transactions.guarded(() -> {
            Slot slot = Slot.of(next);
            List<Row> before = baselines.get(slot).orElse(List.of());
            if (!before.stream().findFirst().map(row -> row.baseline().image()).equals(expected)) {
                return false;
            }
            baselines.put(
                    slot,
                    Stream.concat(Stream.of(new Row(++last, next)), before.stream())
                            .toList());
            return true;
        });
    }

    @Override
    public Set<Sha256> used(Set<Sha256> some) {
        return transactions.guarded(() -> baselines.values().stream()
                .flatMap(List::stream)
                .map(row -> row.baseline().image())
                .filter(some::contains)
                .collect(Collectors.toSet()));
    }
}
