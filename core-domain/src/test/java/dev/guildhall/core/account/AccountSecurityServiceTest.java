package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Installation;
import dev.guildhall.core.config.TokenLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordChange;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.apikey.NewApiKey;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.AccountSecurity;
import dev.guildhall.ports.session.OwnSession;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AccountSecurityServiceTest {
    private static final String NEXT = "battery staple";

    private final Installation installation = new Installation();
    private final SignedIn first = installation.register("ada@example.org");
    private final Caller.User ada = installation.bearer(first);
    private final AccountSecurity security = installation.core().security();

    private SignedIn signIn(String password) {
        return installation.accounts().signIn(Caller.anonymous(), new Credentials("ada@example.org", password));
    }

    private static void assertRefused(ThrowingCallable call, Class<? extends Problem> problem) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.problem()).isInstanceOf(problem));
    }

    @Test
    void sessions_are_listed_with_the_current_one_marked() {
        installation.time().advance(Duration.ofSeconds(1));
        SignedIn second = signIn(Installation.PASSWORD);

        assertThat(security.sessions(ada, PageRequest.first()).items())
                .extracting(OwnSession::current)
                .containsExactly(false, true);
        assertThat(security.sessions(installation.bearer(second), PageRequest.first())
                        .items())
                .extracting(OwnSession::current)
                .containsExactly(true, false);
    }

    @Test
    void a_user_can_end_an_own_session_once_and_never_another_users() {
        Caller.User other = installation.bearer(signIn(Installation.PASSWORD));
        Caller.User bob = installation.bearer(installation.register("bob@example.org"));

        security.endSession(ada, other.sessionId());

        assertRefused(() -> security.endSession(ada, other.sessionId()), CommonProblem.NotFound.class);
        assertRefused(() -> security.endSession(ada, bob.sessionId()), CommonProblem.NotFound.class);
        assertThat(security.sessions(ada, PageRequest.first()).items()).hasSize(1);
        assertThat(security.sessions(bob, PageRequest.first()).items()).hasSize(1);
    }

    @Test
    void a_changed_password_signs_in_and_ends_all_sessions_but_the_current_one() {
        SignedIn other = signIn(Installation.PASSWORD);

        security.changePassword(ada, PasswordChange.of(Installation.PASSWORD, new Password(NEXT)));

        assertRefused(() -> signIn(Installation.PASSWORD), AccountProblem.InvalidCredentials.class);
        assertThat(signIn(NEXT).userId()).isEqualTo(ada.userId());
        assertRefused(() -> installation.bearer(other), CommonProblem.Unauthenticated.class);
        assertRefused(
                () -> installation
                        .accounts()
                        .refresh(Caller.anonymous(), other.tokens().refreshToken()),
                AccountProblem.InvalidCredentials.class);
        assertThat(installation.bearer(first)).isEqualTo(ada);
    }

    @Test
    void with_a_wrong_password_nothing_changes() {
        PasswordChange wrong = PasswordChange.of("wrong horse", new Password(NEXT));

        assertRefused(() -> security.changePassword(ada, wrong), AccountProblem.InvalidCredentials.class);
        assertRefused(() -> security.deleteAccount(ada, Optional.of("x")), AccountProblem.InvalidCredentials.class);

        assertThat(signIn(Installation.PASSWORD).userId()).isEqualTo(ada.userId());
    }

    @Test
    void failures_to_prove_the_password_are_limited_for_a_session() {
        for (int attempt = 0; attempt < 5; attempt++) {
            assertRefused(
                    () -> security.deleteAccount(ada, Optional.of("wrong horse")),
                    AccountProblem.InvalidCredentials.class);
        }

        assertRefused(
                () -> security.deleteAccount(ada, Optional.of(Installation.PASSWORD)), CommonProblem.RateLimited.class);
        assertThat(signIn(Installation.PASSWORD).userId()).isEqualTo(ada.userId());
    }

    @Test
    void a_deleted_account_loses_its_sessions_and_its_address_is_free() {
        security.deleteAccount(ada, Optional.of(Installation.PASSWORD));

        assertRefused(() -> installation.bearer(first), CommonProblem.Unauthenticated.class);
        assertRefused(() -> signIn(Installation.PASSWORD), AccountProblem.InvalidCredentials.class);
        assertThat(installation.register("ada@example.org").userId()).isNotEqualTo(ada.userId());
    }

    @Test
    void a_deleted_account_with_more_sessions_than_are_listed_loses_the_one_that_deleted_it_at_once() {
        Instant later = installation.time().instant().plusSeconds(1);
        IntStream.range(0, TokenLimits.DEFAULT.sessionsListed()).forEach(number -> {
            Session newer = Sample.with(Sample.session(ada.userId()).build(), "createdAt", later);
            installation.stores().sessions().open(newer, Sample.refreshToken(), newer.expiresAt());
        });
        assertThat(security.sessions(ada, PageRequest.first()).items())
                .extracting(OwnSession::current)
                .doesNotContain(true);

        security.deleteAccount(ada, Optional.of(Installation.PASSWORD));

        assertRefused(() -> installation.bearer(first), CommonProblem.Unauthenticated.class);
    }

    @Test
    void an_api_key_of_a_deleted_account_that_was_just_used_is_refused_at_once() {
        NewApiKey wanted =
                new NewApiKey(new ApiKeyName("batch"), Optional.empty(), ApiKeyScope.ALL, Caller.Key.Limits.NONE);
        AccessToken key = new AccessToken(
                installation.core().apiKeys().create(ada, wanted).secret());
        installation.accounts().authenticate(Caller.anonymous(), key);

        security.deleteAccount(ada, Optional.of(Installation.PASSWORD));

        assertRefused(
                () -> installation.accounts().authenticate(Caller.anonymous(), key),
                CommonProblem.Unauthenticated.class);
    }
}
