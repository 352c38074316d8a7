package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.FactorId;
import dev.guildhall.ports.account.FactorKind;
import dev.guildhall.ports.account.FactorStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link FactorStore} does. */
public interface FactorStoreContract {
    Stores stores();

    private FactorStore factors() {
        return stores().factors();
    }

    private Factor added(UserId user) {
        Factor factor = new Factor(
                new FactorId(Sample.id("fac")), user, FactorKind.TOTP, "s3cret", 0, false, Sample.NOW, Optional.empty());
        factors().add(factor);
        return factor;
    }

    @Test
    default void the_factors_of_an_account_are_found_unchanged_earliest_first_and_removed() {
        UserId user = Given.someUser(stores());
        Factor first = added(user);
        Factor second = added(user);
        added(Given.someUser(stores()));

        assertThat(factors().ofUser(user)).containsExactly(first, second);
        factors().remove(first.id());
        factors().remove(first.id());
        assertThat(factors().ofUser(user)).containsExactly(second);
    }

    @Test
    default void a_code_is_accepted_once_and_none_that_is_earlier() {
        UserId user = Given.someUser(stores());
        Factor factor = added(user);
        Instant later = Sample.NOW.plusSeconds(60);

        assertThat(factors().accept(factor.id(), 7, later)).isTrue();
        assertThat(factors().accept(factor.id(), 7, later)).isFalse();
        assertThat(factors().accept(factor.id(), 6, later)).isFalse();
        assertThat(factors().accept(new FactorId("fac_none"), 8, later)).isFalse();
        assertThat(factors().ofUser(user))
                .containsExactly(new Factor(
                        factor.id(), user, factor.kind(), factor.secret(), 7, true, Sample.NOW, Optional.of(later)));
    }

    @Test
    default void a_recovery_code_is_taken_once_and_all_are_replaced() {
        UserId user = Given.someUser(stores());
        factors().setRecoveryCodes(user, List.of("a", "b", "c"));

        assertThat(factors().takeRecoveryCode(user, "a")).isTrue();
        assertThat(factors().takeRecoveryCode(user, "a")).isFalse();
        assertThat(factors().takeRecoveryCode(Given.someUser(stores()), "b")).isFalse();
        assertThat(factors().countRecoveryCodes(user)).isEqualTo(2);
        factors().setRecoveryCodes(user, List.of("d"));
        assertThat(factors().takeRecoveryCode(user, "b")).isFalse();
        assertThat(factors().countRecoveryCodes(user)).isEqualTo(1);
        factors().setRecoveryCodes(user, List.of());
        assertThat(factors().countRecoveryCodes(user)).isZero();
    }

    @Test
    default void an_erased_account_keeps_and_gets_none() {
        UserId leaving = Given.someUser(stores());
        added(leaving);
        factors().setRecoveryCodes(leaving, List.of("a", "b"));

        stores().erase(leaving);
        added(leaving);
        factors().setRecoveryCodes(leaving, List.of("a"));

        assertThat(factors().ofUser(leaving)).isEmpty();
        assertThat(factors().countRecoveryCodes(leaving)).isZero();
    }

    @Test
    default void of_several_at_once_one_uses_a_code() throws Exception {
        UserId user = Given.someUser(stores());
        Factor factor = added(user);
        factors().setRecoveryCodes(user, List.of("a"));
        Callable<Boolean> accept = () -> factors().accept(factor.id(), 3, Sample.NOW);
        Callable<Boolean> take = () -> factors().takeRecoveryCode(user, "a");

        assertThat(AtOnce.run(Collections.nCopies(8, accept))).containsOnlyOnce(true);
        assertThat(AtOnce.run(Collections.nCopies(8, take))).containsOnlyOnce(true);
    }
}
