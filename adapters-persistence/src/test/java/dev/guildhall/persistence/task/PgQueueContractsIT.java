package dev.guildhall.persistence.task;

import dev.guildhall.ports.contract.task.TaskStoreContract;
import dev.guildhall.ports.contract.task.WorkflowStoreContract;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

class PgQueueContractsIT {
    private abstract static class OnQueue {
        private final TestQueue queue = TestQueue.ours();

        @BeforeEach
        void begin_with_an_empty_queue() {
            queue.clear();
        }

        public Stores stores() {
            return queue.stores();
        }

        public TaskStore tasks() {
            return queue.tasks();
        }

        public WorkflowStore workflows() {
            return queue.workflows();
        }

        public void passTime(Duration time) {
            queue.passTime(time);
        }
    }

    @Nested
    class PgTaskStoreTest extends OnQueue implements TaskStoreContract {}

    @Nested
    class PgWorkflowStoreTest extends OnQueue implements WorkflowStoreContract {}
}
