package dev.guildhall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.testkit.contract.account.AccountStoreContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The examples of the documentation. */
class TestKitExampleTest {
    private final Bank bank = new Bank();

    private static final class Bank {
        private boolean busy = true;

        Map<String, Object> refund(Map<String, Object> order) {
            if (busy) {
                busy = false;
                throw new UncheckedIOException("bank busy", new IOException());
            }
            return order;
        }
    }

    private record OwnStores(Stores others, AccountStore accounts) implements ForwardingStores {
        OwnStores(Stores others) {
            this(others, others.accounts());
        }
    }

    @Test
    void a_refund_is_tried_again() {
        try (TestCore desk = new TestCore(parts -> parts.task(
                "refund", Retry.upTo(5), Set.of(UncheckedIOException.class), (owner, task) -> bank.refund(task.spec().input())))) {
            Caller.User customer = desk.core().user("crm", "4711");
            Task refund = desk.core().tasks().submit(customer, "refund", Map.of("order", "77"));
            desk.runDue();
            desk.advance(Duration.ofSeconds(1));
            desk.runDue();
            assertThat(desk.core().tasks().find(customer, refund.id()).status()).isEqualTo(TaskStatus.COMPLETED);
        }
    }

    @Nested
    class OwnAccountsTest implements AccountStoreContract {
        private final Stores stores = new OwnStores(InMemoryStores.empty());

        @Override
        public Stores stores() {
            return stores;
        }
    }
}
