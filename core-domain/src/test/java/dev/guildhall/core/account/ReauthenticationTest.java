package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordChange;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccountSecurity;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Accounts that a sign-in with a provider created, which have no password, and accounts with a password. */
class ReauthenticationTest {
    private static final Duration RECENT = Duration.ofMinutes(10);
    private static final Password FIRST = new Password("the first one");

    private final OAuthFixture fixture = new OAuthFixture();
    private final Installation installation = fixture.installation;
    private final AccountSecurity security = installation.core().security();
    private final Caller.User ada =
            installation.bearer(fixture.signIn(fixture.acme.verified("ada", "ada@example.org")));

    @Test
    void a_first_password_is_set_soon_after_signing_in_and_signs_in() {
        installation.time().advance(RECENT.minusMillis(1));

        security.changePassword(ada, PasswordChange.first(FIRST));

        Credentials credentials = new Credentials("ada@example.org", FIRST.value());
        assertThat(installation
                        .accounts()
                        .signIn(Caller.anonymous(), credentials)
                        .userId())
                .isEqualTo(ada.userId());
    }

    @Test
    void a_token_that_lay_about_sets_no_password_and_erases_no_account() {
        installation.time().advance(RECENT);

        assertThat(Refused.by(() -> security.changePassword(ada, PasswordChange.first(FIRST))))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> security.deleteAccount(ada, Optional.empty())))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(fixture.account(ada.userId()).passwordHash()).isEmpty();
    }

    @Test
    void an_account_without_a_password_is_erased_soon_after_signing_in() {
        security.deleteAccount(ada, Optional.empty());

        assertThat(installation.stores().accounts().find(ada.userId())).isEmpty();
    }

    @Test
    void any_password_is_wrong_for_an_account_that_has_none() {
        assertThat(Refused.by(() -> security.changePassword(ada, PasswordChange.of("anything", FIRST))))
                .isInstanceOf(AccountProblem.InvalidCredentials.class);
        assertThat(Refused.by(() -> security.deleteAccount(ada, Optional.of("anything"))))
                .isInstanceOf(AccountProblem.InvalidCredentials.class);
    }

    @Test
    void an_account_with_a_password_is_asked_for_it_however_recent_the_sign_in() {
        Caller.User bob = installation.someone();

        assertThat(Refused.by(() -> security.changePassword(bob, PasswordChange.first(FIRST))))
                .isEqualTo(Refusal.invalid("currentPassword", "is required").problem());
        assertThat(Refused.by(() -> security.deleteAccount(bob, Optional.empty())))
                .isInstanceOf(CommonProblem.Invalid.class);
        assertThat(installation.stores().accounts().find(bob.userId())).isPresent();
    }
}
