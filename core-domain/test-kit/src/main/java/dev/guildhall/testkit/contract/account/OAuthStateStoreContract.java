package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.oauth.PendingOAuth;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link OAuthStateStore} does. */
public interface OAuthStateStoreContract {
    /** How long a sign-in is valid. */
    Duration LIFE = Duration.ofMinutes(10);

    /** More than all tests of this suite store. */
    int PLENTY = 1000;

    Stores stores();

    private OAuthStateStore states() {
        return stores().oauthStates();
    }

    private PendingOAuth added(Instant begun, int most) {
        PendingOAuth pending = Sample.pendingOAuth(begun.plus(LIFE));
        states().add(pending, begun, most);
        return pending;
    }

    @Test
    default void a_sign_in_is_taken_once_and_unchanged() {
        PendingOAuth pending = added(Sample.NOW, PLENTY);

        Optional<PendingOAuth> first = states().take(pending.hash(), Sample.NOW);
        Optional<PendingOAuth> second = states().take(pending.hash(), Sample.NOW);

        assertThat(first).contains(pending);
        assertThat(second).isEmpty();
    }

    @Test
    default void a_sign_in_of_a_user_is_taken_with_its_owner_until_the_account_is_erased() {
        PendingOAuth kept = ownedBy(Given.someUser(stores()));
        UserId leaving = Given.someUser(stores());
        PendingOAuth erased = ownedBy(leaving);

        stores().erase(leaving);

        assertThat(states().take(kept.hash(), Sample.NOW)).contains(kept);
        assertThat(states().take(erased.hash(), Sample.NOW)).isEmpty();
    }

    private PendingOAuth ownedBy(UserId owner) {
        PendingOAuth any = Sample.pendingOAuth(Sample.NOW.plus(LIFE));
        PendingOAuth owned = new PendingOAuth(
                any.hash(), any.provider(), any.redirectUri(), any.proof(), Optional.of(owner), any.expiresAt());
        states().add(owned, Sample.NOW, PLENTY);
        return owned;
    }

    @Test
    default void an_unknown_state_is_not_found() {
        assertThat(states().take(Sample.pendingOAuth(Sample.NOW).hash(), Sample.NOW))
                .isEmpty();
    }

    @Test
    default void an_expired_request_is_not_taken() {
        PendingOAuth inTime = added(Sample.NOW, PLENTY);
        PendingOAuth late = added(Sample.NOW, PLENTY);

        assertThat(states().take(inTime.hash(), inTime.expiresAt().minusMillis(1)))
                .contains(inTime);
        assertThat(states().take(late.hash(), late.expiresAt())).isEmpty();
    }

    @Test
    default void expired_requests_are_removed_when_another_one_begins() {
        PendingOAuth old = added(Sample.NOW, PLENTY);

        added(old.expiresAt(), PLENTY);

        assertThat(states().take(old.hash(), Sample.NOW)).isEmpty();
    }

    @Test
    default void beyond_the_limit_the_oldest_are_removed() {
        Instant later = Sample.NOW.plus(Duration.ofDays(1));
        PendingOAuth oldest = added(later, PLENTY);
        PendingOAuth second = added(later.plusSeconds(1), PLENTY);
        PendingOAuth third = added(later.plusSeconds(2), PLENTY);

        PendingOAuth youngest = added(later.plusSeconds(3), 2);

        assertThat(states().take(oldest.hash(), later)).isEmpty();
        assertThat(states().take(second.hash(), later)).isEmpty();
        assertThat(states().take(third.hash(), later)).contains(third);
        assertThat(states().take(youngest.hash(), later)).contains(youngest);
    }

    @Test
    default void a_new_sign_in_is_never_the_removed_one() {
        Instant later = Sample.NOW.plus(Duration.ofDays(2));
        added(later, PLENTY);
        added(later, PLENTY);

        PendingOAuth youngest = added(later, 1);

        assertThat(states().take(youngest.hash(), later)).contains(youngest);
    }

    @RepeatedTest(3)
    default void of_many_that_take_one_state_at_once_exactly_one_gets_it() throws Exception {
        PendingOAuth pending = added(Sample.NOW, PLENTY);
        Callable<Boolean> take = () -> states().take(pending.hash(), Sample.NOW).isPresent();

        assertThat(AtOnce.run(Collections.nCopies(8, take))).containsOnlyOnce(true);
    }

    @RepeatedTest(3)
    default void many_begin_at_once_while_old_ones_are_removed() throws Exception {
        Instant later = Sample.NOW.plus(Duration.ofDays(3));
        Callable<PendingOAuth> begin = () -> added(later, 4);

        assertThat(AtOnce.run(Collections.nCopies(8, begin))).hasSize(8);
    }
}
