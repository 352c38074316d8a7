package dev.guildhall.core.inmemory;

import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Baselines in memory. Thread-safe. */
public final class InMemoryBaselineStore implements BaselineStore {
    /** Which picture, on which platform. */
    private record Slot(SuiteName suite, String platform, Screenshot.Key key) {
        static Slot of(Baseline baseline) {
            return new Slot(baseline.suite(), baseline.platform(), baseline.key());
        }
    }

    private final InMemoryTransactions transactions;
    /** All of a slot, newest first. */
    private final UndoableMap<Slot, List<Baseline>> baselines;

    public InMemoryBaselineStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.baselines = new UndoableMap<>(transactions);
    }

    @Override
    public List<Baseline> current(SuiteName suite) {
        return transactions.guarded(() -> of(suite).map(List::getFirst).toList());
    }

    private Stream<List<Baseline>> of(SuiteName suite) {
        return baselines.values().stream().filter(all -> all.getFirst().suite().equals(suite));
    }

    @Override
    public List<Baseline> history(SuiteName suite) {
        return transactions.guarded(() -> of(suite)
                .flatMap(List::stream)
                .sorted((a, b) -> b.at().compareTo(a.at()))
                .toList());
    }

    @Override
    public boolean replace(Baseline next, Optional<Sha256> expected) {
        return transactions.guarded(() -> {
            Slot slot = Slot.of(next);
            List<Baseline> before = baselines.get(slot).orElse(List.of());
            if (!before.stream().findFirst().map(Baseline::image).equals(expected)) {
                return false;
            }
            baselines.put(slot, Stream.concat(Stream.of(next), before.stream()).toList());
            return true;
        });
    }

    /** Whether a baseline is one of those images. */
    boolean hasAny(Set<Sha256> images) {
        return baselines.values().stream().flatMap(List::stream).anyMatch(one -> images.contains(one.image()));
    }
}
