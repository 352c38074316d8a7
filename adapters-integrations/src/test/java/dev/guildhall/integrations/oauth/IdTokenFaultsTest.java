package dev.guildhall.integrations.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An id token with any fault is refused. */
class IdTokenFaultsTest {
    private static final Problem UNTRUSTED = new AccountProblem.ProviderUnavailable("acme");

    @AutoClose
    private final StrictProvider acme = new StrictProvider();

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final OAuthProvider provider =
            ProviderFixture.provider(ProviderFixture.client("acme", acme.issuer()), OAuthTimeouts.DEFAULT, now::get);

    private Problem refused() {
        return Loopback.refused(() -> ProviderFixture.signIn(provider));
    }

    @Test
    void a_token_without_a_fault_signs_in() {
        assertThat(ProviderFixture.signIn(provider).key().subject()).isEqualTo("ada");
    }

    @ParameterizedTest
    @EnumSource
    void a_faulty_token_signs_no_user_in(TokenFault fault) {
        acme.does(fault);

        Problem problem = refused();

        boolean ofAnotherSignIn = fault == TokenFault.WRONG_NONCE || fault == TokenFault.NO_NONCE;
        assertThat(problem).isEqualTo(ofAnotherSignIn ? new AccountProblem.CodeRefused() : UNTRUSTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"none\",\"HS256\"]", "[\"ES256\"]", "[]"})
    void a_token_that_is_signed_in_no_way_that_is_offered_and_safe_is_not_trusted(String offered) {
        acme.signsWith(offered);

        assertThat(refused()).isEqualTo(UNTRUSTED);
    }

    @Test
    void a_new_key_is_fetched_when_a_token_names_it() {
        ProviderFixture.signIn(provider);
        acme.rotatesItsKey();
        now.updateAndGet(time -> time.plus(OAuthProviderLimits.KEYS_AT_LEAST));

        ProviderFixture.signIn(provider);

        assertThat(acme.http().calls(StrictProvider.KEYS)).isEqualTo(2);
    }

    @Test
    void unknown_keys_do_not_cause_repeated_fetches() {
        ProviderFixture.signIn(provider);
        acme.does(TokenFault.UNKNOWN_KEY);

        refused();
        refused();

        assertThat(acme.http().calls(StrictProvider.KEYS)).isEqualTo(1);
    }

    @Test
    void documents_are_fetched_once_and_again_when_they_are_old() {
        ProviderFixture.signIn(provider);
        ProviderFixture.signIn(provider);
        int young = acme.http().calls(StrictProvider.DISCOVERY) + acme.http().calls(StrictProvider.KEYS);
        now.updateAndGet(time -> time.plus(Duration.ofHours(1)));

        ProviderFixture.signIn(provider);

        assertThat(young).isEqualTo(2);
        assertThat(acme.http().calls(StrictProvider.DISCOVERY)).isEqualTo(2);
        assertThat(acme.http().calls(StrictProvider.KEYS)).isEqualTo(2);
    }
}
