package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AccountLimits;
import dev.guildhall.core.config.TokenLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.session.TokenSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefreshGraceTest {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Problem NOT_GOOD = new AccountProblem.InvalidCredentials();

    private final Installation installation = new Installation(parts -> parts.limits(
            Limits.DEFAULT.withAccount(AccountLimits.DEFAULT.withTokens(TokenLimits.DEFAULT.withRefreshGrace(GRACE)))));
    private final SignedIn signedIn = installation.register("ada@example.org");
    private final RefreshToken parent = signedIn.tokens().refreshToken();

    private TokenSet refresh(RefreshToken token) {
        return installation.accounts().refresh(Caller.anonymous(), token);
    }

    private Caller.User bearer(AccessToken token) {
        return installation.accounts().authenticate(Caller.anonymous(), token);
    }

    private Problem refusalOf(RefreshToken token) {
        return Refused.by(() -> refresh(token));
    }

    @Test
    void the_parent_gets_the_same_successor_again_with_an_access_token_that_works() {
        TokenSet first = refresh(parent);
        installation.time().advance(GRACE.minusMillis(1));

        TokenSet again = refresh(parent);

        assertThat(again.refreshToken()).isEqualTo(first.refreshToken());
        assertThat(again.accessToken()).isNotEqualTo(first.accessToken());
        assertThat(bearer(again.accessToken())).isEqualTo(installation.bearer(signedIn));
        assertThat(refresh(again.refreshToken()).refreshToken()).isNotEqualTo(again.refreshToken());
    }

    @Test
    void the_grace_begins_with_the_exchange_and_a_repetition_does_not_lengthen_it() {
        TokenSet first = refresh(parent);
        installation.time().advance(GRACE.minusMillis(1));
        refresh(parent);
        installation.time().advance(Duration.ofMillis(1));

        assertThat(refusalOf(parent)).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(first.refreshToken())).isEqualTo(NOT_GOOD);
        assertThat(Refused.by(() -> bearer(first.accessToken()))).isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_grandparent_ends_the_session_within_the_grace() {
        TokenSet second = refresh(parent);
        TokenSet third = refresh(second.refreshToken());

        assertThat(refusalOf(parent)).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(second.refreshToken())).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(third.refreshToken())).isEqualTo(NOT_GOOD);
    }

    @Test
    void a_logout_ends_the_grace_period() {
        TokenSet first = refresh(parent);

        installation.accounts().signOut(bearer(first.accessToken()));

        assertThat(refusalOf(parent)).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(first.refreshToken())).isEqualTo(NOT_GOOD);
    }

    @Test
    void the_erasure_of_the_account_ends_the_grace_period() {
        TokenSet first = refresh(parent);

        installation.core().security().deleteAccount(bearer(first.accessToken()), Optional.of(Installation.PASSWORD));

        assertThat(refusalOf(parent)).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(first.refreshToken())).isEqualTo(NOT_GOOD);
    }

    @Test
    void a_session_of_two_tabs_survives_twenty_rotations_at_one_moment() {
        RefreshToken token = parent;
        List<RefreshToken> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(token);
            TokenSet one = refresh(token);
            TokenSet other = refresh(token);
            assertThat(other.refreshToken()).isEqualTo(one.refreshToken());
            token = one.refreshToken();
        }

        assertThat(all).doesNotHaveDuplicates().doesNotContain(token);
        assertThat(refusalOf(all.get(18))).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(token)).isEqualTo(NOT_GOOD);
    }
}
