package dev.guildhall.core.run;

import dev.guildhall.core.Intercepted;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Stores in memory that count the calls of the methods of runs and baselines. Thread-safe. */
final class WatchedStores implements ForwardingStores {
    final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Stores others = InMemoryStores.empty(time);
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final Map<String, Runnable> before = new ConcurrentHashMap<>();

    @Override
    public Stores others() {
        return others;
    }

    /** Does something just before the next call of a method. */
    void before(String method, Runnable step) {
        before.put(method, step);
    }

    int calls(String method) {
        return calls.getOrDefault(method, 0);
    }

    Map<String, Integer> calls() {
        return Map.copyOf(calls);
    }

    void forget() {
        calls.clear();
    }

    @Override
    public RunStore runs() {
        return watched(RunStore.class, others.runs());
    }

    @Override
    public BaselineStore baselines() {
        return watched(BaselineStore.class, others.baselines());
    }

    private <T> T watched(Class<T> type, T store) {
        return Intercepted.before(type, store, (method, arguments) -> {
            calls.merge(method.getName(), 1, Integer::sum);
            Optional.ofNullable(before.remove(method.getName())).ifPresent(Runnable::run);
        });
    }
}
