package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditFilter;
import dev.guildhall.ports.audit.AuditStore;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What every {@link AuditStore} does. */
public interface AuditStoreContract {
    /** A time long before the data of other suites. */
    Instant THEN = Sample.NOW.minus(Duration.ofDays(2000));

    Stores stores();

    private AuditStore audit() {
        return stores().audit();
    }

    private AuditEntry added(UserId user, Instant at) {
        AuditEntry entry = Sample.auditEntry(Optional.of(user), AuditAction.SIGNED_IN, at);
        audit().add(entry);
        return entry;
    }

    private List<AuditEntry> of(UserId user) {
        return audit().ofUser(user, PageRequest.first()).items();
    }

    @Test
    default void an_added_entry_is_in_the_trail_of_its_user_alone() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());

        AuditEntry entry = added(user, Sample.NOW);

        assertThat(of(user)).containsExactly(entry);
        assertThat(of(other)).isEmpty();
    }

    @Test
    default void entries_of_all_users_are_found_by_user_and_action() {
        UserId user = Given.someUser(stores());
        AuditEntry signedIn = added(user, Sample.NOW);
        AuditEntry signedOut = Sample.auditEntry(Optional.of(user), AuditAction.SIGNED_OUT, Sample.NOW);
        audit().add(signedOut);
        AuditEntry foreign = added(Given.someUser(stores()), Sample.NOW);

        assertThat(found(Optional.empty(), Optional.empty())).startsWith(foreign, signedOut, signedIn);
        assertThat(found(Optional.of(user), Optional.of(AuditAction.SIGNED_IN))).containsExactly(signedIn);
        assertThat(found(Optional.empty(), Optional.of(AuditAction.SIGNED_IN)))
                .startsWith(foreign, signedIn)
                .doesNotContain(signedOut);
    }

    private List<AuditEntry> found(Optional<UserId> user, Optional<AuditAction> action) {
        return audit().find(new AuditFilter(user, action), PageRequest.first()).items();
    }

    @Test
    default void every_action_is_read_with_every_detail() {
        UserId user = Given.someUser(stores());
        Map<AuditDetail, String> details = Arrays.stream(AuditDetail.values())
                .collect(Collectors.toMap(Function.identity(), detail -> "é \"" + detail + "\""));
        List<AuditEntry> entries = Arrays.stream(AuditAction.values())
                .map(action -> Sample.auditEntry(Optional.of(user), action, Sample.NOW))
                .map(entry -> new AuditEntry(entry.id(), entry.userId(), entry.action(), details, entry.at()))
                .toList();

        entries.forEach(audit()::add);

        assertThat(of(user)).isEqualTo(entries.reversed());
    }

    @Test
    default void the_trail_comes_in_pages_newest_first() {
        UserId user = Given.someUser(stores());
        AuditEntry first = added(user, Sample.NOW);
        AuditEntry second = added(user, Sample.NOW);
        AuditEntry third = added(user, Sample.NOW);

        Page<AuditEntry> page = audit().ofUser(user, new PageRequest(new Limit(2), Optional.empty()));
        Page<AuditEntry> rest = audit().ofUser(user, new PageRequest(new Limit(2), page.next()));

        assertThat(page.items()).containsExactly(third, second);
        assertThat(rest.items()).containsExactly(first);
        assertThat(rest.next()).isEmpty();
    }

    @Test
    default void an_entry_may_have_no_user() {
        UserId user = Given.someUser(stores());

        audit().add(Sample.auditEntry(Optional.empty(), AuditAction.SIGN_IN_FAILED, Sample.NOW));

        assertThat(of(user)).isEmpty();
    }

    @Test
    default void an_entry_of_an_unknown_account_is_dropped() {
        UserId unknown = new UserId(Sample.id("usr"));

        added(unknown, Sample.NOW);

        assertThat(of(unknown)).isEmpty();
    }

    @Test
    default void the_trail_of_an_account_is_deleted_with_it() {
        UserId user = Given.someUser(stores());
        added(user, Sample.NOW);

        stores().erase(user);

        assertThat(of(user)).isEmpty();
    }

    @Test
    default void entries_from_before_the_moment_are_removed_in_batches() {
        UserId user = Given.someUser(stores());
        added(user, THEN);
        added(user, THEN);
        AuditEntry young = added(user, THEN.plusSeconds(1));

        int first = audit().sweep(THEN.plusMillis(1), 1);
        int second = audit().sweep(THEN.plusMillis(1), 10);
        int third = audit().sweep(THEN.plusMillis(1), 10);

        assertThat(List.of(first, second, third)).containsExactly(1, 1, 0);
        assertThat(of(user)).containsExactly(young);
        audit().sweep(THEN.plusSeconds(2), 10);
    }

    @Test
    default void an_entry_is_rolled_back_with_its_action() {
        UserId user = Given.someUser(stores());

        try {
            stores().transactions().run(() -> {
                added(user, Sample.NOW);
                throw new IllegalStateException("undo");
            });
        } catch (IllegalStateException undone) {
            assertThat(undone).hasMessage("undo");
        }

        assertThat(of(user)).isEmpty();
    }
}
