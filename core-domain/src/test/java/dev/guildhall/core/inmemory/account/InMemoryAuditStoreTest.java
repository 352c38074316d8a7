package dev.guildhall.core.inmemory.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InMemoryAuditStoreTest {
    private final Stores stores = InMemoryStores.empty();

    @Test
    void the_store_removes_the_oldest_entries_beyond_ten_thousand() {
        UserId early = Given.someUser(stores);
        UserId late = Given.someUser(stores);
        stores.audit().add(Sample.auditEntry(Optional.of(early), AuditAction.SIGNED_IN, Sample.NOW));

        for (int i = 0; i < 10_000; i++) {
            stores.audit().add(Sample.auditEntry(Optional.of(late), AuditAction.SIGNED_IN, Sample.NOW));
        }

        PageRequest page = new PageRequest(new Limit(1), Optional.empty());
        assertThat(stores.audit().ofUser(early, page).items()).isEmpty();
        assertThat(stores.audit().ofUser(late, page).items()).hasSize(1);
    }
}
