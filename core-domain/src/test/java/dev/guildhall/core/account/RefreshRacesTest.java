package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AccountLimits;
import dev.guildhall.core.config.TokenLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordChange;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;

/** Refreshes that are concurrent with each other, a logout or a change of the password, on real threads. */
class RefreshRacesTest {
    private static final int TABS = 8;

    private Installation installation = withGrace(Duration.ofSeconds(10));
    private SignedIn signedIn = installation.register("ada@example.org");

    private static Installation withGrace(Duration grace) {
        return new Installation(parts -> parts.limits(Limits.DEFAULT.withAccount(
                AccountLimits.DEFAULT.withTokens(TokenLimits.DEFAULT.withRefreshGrace(grace)))));
    }

    private Callable<Optional<TokenSet>> refreshing(SignedIn session) {
        return () -> {
            try {
                return Optional.of(refresh(session.tokens().refreshToken()));
            } catch (Refusal refused) {
                assertThat(refused.problem()).isEqualTo(new AccountProblem.InvalidCredentials());
                return Optional.empty();
            }
        };
    }

    private TokenSet refresh(RefreshToken token) {
        return installation.accounts().refresh(Caller.anonymous(), token);
    }

    private SignedIn signIn() {
        return installation
                .accounts()
                .signIn(Caller.anonymous(), new Credentials("ada@example.org", Installation.PASSWORD));
    }

    private void assertDead(TokenSet tokens) {
        assertThat(Refused.by(() -> refresh(tokens.refreshToken()))).isEqualTo(new AccountProblem.InvalidCredentials());
        assertThat(Refused.by(() -> installation.accounts().authenticate(Caller.anonymous(), tokens.accessToken())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @RepeatedTest(10)
    void many_tabs_that_refresh_at_once_get_the_same_token_and_stay_signed_in() throws Exception {
        List<Optional<TokenSet>> outcomes = AtOnce.run(Collections.nCopies(TABS, refreshing(signedIn)));

        List<RefreshToken> successors = outcomes.stream()
                .map(outcome -> outcome.orElseThrow().refreshToken())
                .distinct()
                .toList();
        assertThat(successors).hasSize(1);
        assertThat(installation.bearer(signedIn).userId()).isEqualTo(signedIn.userId());
        assertThat(refresh(successors.getFirst()).refreshToken()).isNotEqualTo(successors.getFirst());
    }

    /** Keycloak's issue 45647: with a check and a count in two steps, one token gave several. */
    @RepeatedTest(10)
    void without_a_grace_period_one_of_many_succeeds_and_the_next_one_ends_the_session() throws Exception {
        installation = withGrace(Duration.ZERO);
        signedIn = installation.register("ada@example.org");

        List<Optional<TokenSet>> outcomes = AtOnce.run(Collections.nCopies(TABS, refreshing(signedIn)));

        List<TokenSet> won = outcomes.stream().flatMap(Optional::stream).toList();
        assertThat(won).hasSize(1);
        assertDead(won.getFirst());
    }

    /** Keycloak's issue 51312. */
    @RepeatedTest(20)
    void no_token_that_is_issued_during_a_logout_is_valid_after_it() throws Exception {
        Caller.User caller = installation.bearer(signedIn);
        List<Callable<Optional<TokenSet>>> calls = new ArrayList<>(Collections.nCopies(TABS, refreshing(signedIn)));
        calls.add(() -> {
            installation.accounts().signOut(caller);
            return Optional.empty();
        });

        List<Optional<TokenSet>> outcomes = AtOnce.run(calls);

        assertDead(signedIn.tokens());
        assertThat(outcomes.stream().flatMap(Optional::stream)).allSatisfy(this::assertDead);
    }

    @RepeatedTest(20)
    void no_token_that_is_issued_during_a_change_of_the_password_is_valid_after_it() throws Exception {
        Caller.User caller = installation.bearer(signedIn);
        List<SignedIn> others = Stream.generate(this::signIn).limit(4).toList();
        PasswordChange change = PasswordChange.of(Installation.PASSWORD, new Password("battery staple"));
        List<Callable<Optional<TokenSet>>> calls = new ArrayList<>(Stream.of(others, others)
                .flatMap(Collection::stream)
                .map(this::refreshing)
                .toList());
        calls.add(() -> {
            installation.core().security().changePassword(caller, change);
            return Optional.empty();
        });

        List<Optional<TokenSet>> outcomes = AtOnce.run(calls);

        assertThat(others).extracting(SignedIn::tokens).allSatisfy(this::assertDead);
        assertThat(outcomes.stream().flatMap(Optional::stream)).allSatisfy(this::assertDead);
        assertThat(refresh(signedIn.tokens().refreshToken()).refreshToken()).isNotNull();
    }
}
