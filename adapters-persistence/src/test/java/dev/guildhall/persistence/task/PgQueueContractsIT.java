package dev.guildhall.persistence.task;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.contract.task.TaskStoreContract;
import dev.guildhall.testkit.contract.task.WorkflowStoreContract;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;

class PgQueueContractsIT {
    TestQueue queueUnderTest() {
        return TestQueue.ours();
    }

    private abstract class OnQueue extends StoresOnPostgres {
        private final TestQueue queue = queueUnderTest();
        private Stores stores = queue.stores();

        @Override
        public Stores stores() {
            return stores;
        }

        @Override
        public void begin(UnaryOperator<Stores> change) {
            queue.clear();
            stores = change.apply(queue.stores());
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
