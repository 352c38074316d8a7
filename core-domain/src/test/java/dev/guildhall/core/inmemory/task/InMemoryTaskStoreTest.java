package dev.guildhall.core.inmemory.task;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.contract.task.TaskStoreContract;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Duration;

class InMemoryTaskStoreTest implements TaskStoreContract {
    private final ManualTicker time = new ManualTicker(Sample.NOW.plusSeconds(1));
    private final Stores stores = InMemoryStores.empty(time);

    @Override
    public Stores stores() {
        return stores;
    }

    @Override
    public TaskStore tasks() {
        return stores.tasks();
    }

    @Override
    public WorkflowStore workflows() {
        return stores.workflows();
    }

    @Override
    public void passTime(Duration duration) {
        time.advance(duration);
    }
}
