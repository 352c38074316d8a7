package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.PendingConsent;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link ConsentStore} does. */
public interface ConsentStoreContract {
    /** How long a request waits for the consent. */
    Duration LIFE = Duration.ofMinutes(10);

    /** More than a test of this suite begins for one user. */
    int PLENTY = 100;

    Stores stores();

    private ConsentStore consents() {
        return stores().consents();
    }

    private PendingConsent added(UserId user, Instant begun, int most) {
        PendingConsent pending = Sample.pendingConsent(user, begun.plus(LIFE));
        consents().add(pending, begun, most);
        return pending;
    }

    private PendingConsent added(Instant begun) {
        return added(Given.someUser(stores()), begun, PLENTY);
    }

    private Optional<PendingConsent> take(PendingConsent pending) {
        return consents().take(pending.stateHash(), pending.expiresAt().minusMillis(1));
    }

    @Test
    default void a_sign_in_is_taken_once_and_unchanged() {
        PendingConsent pending = added(Sample.NOW);

        assertThat(take(pending)).contains(pending);
        assertThat(take(pending)).isEmpty();
    }

    @Test
    default void a_consent_whose_gateway_needs_nothing_has_no_registration() {
        PendingConsent full = Sample.pendingConsent(Given.someUser(stores()), Sample.NOW.plus(LIFE));
        PendingConsent bare = new PendingConsent(
                full.stateHash(), full.key(), full.redirectUri(), full.scopes(), full.verifier(), full.expiresAt());
        consents().add(bare, Sample.NOW, PLENTY);

        assertThat(take(bare)).contains(bare);
    }

    @Test
    default void a_request_is_found_until_it_is_taken_or_expires() {
        PendingConsent pending = added(Sample.NOW);

        assertThat(consents().find(pending.stateHash(), pending.expiresAt().minusMillis(1)))
                .contains(pending);
        assertThat(consents().find(pending.stateHash(), pending.expiresAt())).isEmpty();
        assertThat(take(pending)).contains(pending);
        assertThat(consents().find(pending.stateHash(), Sample.NOW)).isEmpty();
    }

    @Test
    default void an_unknown_state_is_not_found() {
        assertThat(take(Sample.pendingConsent(Given.someUser(stores()), Sample.NOW)))
                .isEmpty();
    }

    @Test
    default void an_expired_request_is_not_taken() {
        PendingConsent late = added(Sample.NOW);

        assertThat(consents().take(late.stateHash(), late.expiresAt())).isEmpty();
        assertThat(take(late)).isEmpty();
    }

    @Test
    default void expired_consents_are_removed_when_another_user_begins() {
        PendingConsent old = added(Sample.NOW);

        added(old.expiresAt());

        assertThat(take(old)).isEmpty();
    }

    @Test
    default void beyond_the_limit_the_oldest_of_the_same_user_are_removed() {
        Instant later = Sample.NOW.plus(Duration.ofDays(1));
        UserId user = Given.someUser(stores());
        PendingConsent others = added(later);
        PendingConsent oldest = added(user, later, PLENTY);
        PendingConsent second = added(user, later.plusSeconds(1), PLENTY);
        PendingConsent third = added(user, later.plusSeconds(2), PLENTY);

        PendingConsent youngest = added(user, later.plusSeconds(3), 2);

        assertThat(take(oldest)).isEmpty();
        assertThat(take(second)).isEmpty();
        assertThat(take(third)).contains(third);
        assertThat(take(youngest)).contains(youngest);
        assertThat(take(others)).contains(others);
    }

    @Test
    default void of_consents_that_begin_at_one_moment_the_limit_stays_including_the_last() {
        Instant later = Sample.NOW.plus(Duration.ofDays(2));
        UserId user = Given.someUser(stores());
        List<PendingConsent> first = List.of(added(user, later, PLENTY), added(user, later, PLENTY));

        PendingConsent last = added(user, later, 2);

        assertThat(take(last)).contains(last);
        assertThat(first).filteredOn(one -> take(one).isPresent()).hasSize(1);
    }

    @Test
    default void consents_end_with_their_user() {
        PendingConsent pending = added(Sample.NOW);

        stores().erase(pending.key().userId());

        assertThat(take(pending)).isEmpty();
    }

    @Test
    default void the_requests_for_an_integration_end_for_its_owner_or_for_all_users_but_some() {
        PendingConsent first = added(Sample.NOW);
        PendingConsent second = added(Sample.NOW);
        PendingConsent third = added(Sample.NOW);
        IntegrationName name = first.key().integration();

        stores().consents().removeAll(new Integration.Key(Optional.of(first.key().userId()), name), List.of());
        assertThat(take(first)).isEmpty();

        stores().consents()
                .removeAll(
                        new Integration.Key(Optional.empty(), name),
                        List.of(second.key().userId()));
        assertThat(take(third)).isEmpty();
        assertThat(take(second)).contains(second);
    }

    @RepeatedTest(3)
    default void of_many_that_take_one_state_at_once_exactly_one_gets_it() throws Exception {
        PendingConsent pending = added(Sample.NOW);
        Callable<Boolean> take = () -> take(pending).isPresent();

        assertThat(AtOnce.run(Collections.nCopies(8, take))).containsOnlyOnce(true);
    }

    @RepeatedTest(3)
    default void many_begin_at_once_while_old_ones_are_removed() throws Exception {
        Instant later = Sample.NOW.plus(Duration.ofDays(3));
        UserId user = Given.someUser(stores());
        Callable<PendingConsent> begin = () -> added(user, later, 4);

        List<PendingConsent> begun = AtOnce.run(Collections.nCopies(8, begin));
        PendingConsent last = added(user, later.plusSeconds(1), 4);

        assertThat(begun).filteredOn(one -> take(one).isPresent()).hasSize(3);
        assertThat(take(last)).contains(last);
    }
}
