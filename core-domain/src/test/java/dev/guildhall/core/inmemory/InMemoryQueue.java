package dev.guildhall.core.inmemory;

import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Duration;

/** A queue in memory with a clock that is moved by hand. */
final class InMemoryQueue {
    private final ManualTicker time = new ManualTicker(Sample.NOW.plusSeconds(1));
    private final Stores stores = InMemoryStores.empty();
    private final InMemoryTransactions transactions = (InMemoryTransactions) stores.transactions();
    private final InMemoryTaskStore tasks =
            new InMemoryTaskStore(transactions, (InMemoryAccountStore) stores.accounts(), time);
    private final InMemoryWorkflowStore workflows = new InMemoryWorkflowStore(transactions, tasks);

    Stores stores() {
        return stores;
    }

    TaskStore tasks() {
        return tasks;
    }

    WorkflowStore workflows() {
        return workflows;
    }

    void passTime(Duration duration) {
        time.advance(duration);
    }
}
