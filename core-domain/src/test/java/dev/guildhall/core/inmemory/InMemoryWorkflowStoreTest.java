package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.WorkflowStoreContract;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Duration;

class InMemoryWorkflowStoreTest implements WorkflowStoreContract {
    private final InMemoryQueue queue = new InMemoryQueue();

    @Override
    public Stores stores() {
        return queue.stores();
    }

    @Override
    public TaskStore tasks() {
        return queue.tasks();
    }

    @Override
    public WorkflowStore workflows() {
        return queue.workflows();
    }

    @Override
    public void passTime(Duration time) {
        queue.passTime(time);
    }
}
