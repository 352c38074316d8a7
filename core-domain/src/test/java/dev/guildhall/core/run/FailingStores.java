package dev.guildhall.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Intercepted;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Stores whose database cannot be reached for a while, or whose responses are lost. Thread-safe. */
final class FailingStores implements ForwardingStores {
    /** Names of methods: the next call of each throws without effect. */
    final Set<String> failing = ConcurrentHashMap.newKeySet();
    /** Names of methods: the next call of each takes effect, and throws. */
    final Set<String> losing = ConcurrentHashMap.newKeySet();

    /** Waits until the response to that method was lost: its effect is visible before. */
    void awaitLost(String method) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (losing.contains(method) && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(losing).doesNotContain(method);
    }

    volatile boolean away;
    private final Stores others;

    FailingStores(Stores others) {
        this.others = others;
    }

    @Override
    public Stores others() {
        return others;
    }

    @Override
    public Transactions transactions() {
        return faint(Transactions.class, others.transactions());
    }

    @Override
    public RunStore runs() {
        return faint(RunStore.class, others.runs());
    }

    @Override
    public BaselineStore baselines() {
        return faint(BaselineStore.class, others.baselines());
    }

    @Override
    public TaskStore tasks() {
        return faint(TaskStore.class, others.tasks());
    }

    private <T> T faint(Class<T> type, T store) {
        return Intercepted.of(
                type,
                store,
                (method, arguments) -> failIf(away || failing.remove(method.getName())),
                (method, answer) -> failIf(losing.remove(method.getName())));
    }

    private static void failIf(boolean condition) {
        if (condition) {
            throw Intercepted.outage();
        }
    }
}
