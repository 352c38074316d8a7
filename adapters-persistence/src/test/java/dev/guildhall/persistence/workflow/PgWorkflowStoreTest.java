package dev.guildhall.persistence.workflow;

import dev.guildhall.persistence.task.TestQueue;
import dev.guildhall.ports.contract.task.WorkflowStoreContract;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;

class PgWorkflowStoreTest implements WorkflowStoreContract {
    private final TestQueue queue = TestQueue.ours();

    @BeforeEach
    void begin_with_an_empty_queue() {
        queue.clear();
    }

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
