package dev.guildhall.core.run;

import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stores whose database cannot be reached for a while, or whose responses are lost. Thread-safe. */
final class FailingStores implements ForwardingStores {
    /** Names of methods: the next call of each throws without effect. */
    final Set<String> failing = ConcurrentHashMap.newKeySet();
    /** Names of methods: the next call of each takes effect, and throws. */
    final Set<String> losing = ConcurrentHashMap.newKeySet();

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
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    String name = method.getName();
                    if (away || failing.remove(name)) {
                        throw outage();
                    }
                    boolean isLost = losing.remove(name);
                    try {
                        Object answer = method.invoke(store, arguments);
                        if (isLost) {
                            throw outage();
                        }
                        return answer;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    private static Refusal outage() {
        return new Refusal(new CommonProblem.Unavailable("database"));
    }
}
