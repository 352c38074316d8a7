package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.webchat.OpenedSession;
import dev.guildhall.ports.webchat.SessionKey;
import dev.guildhall.ports.webchat.WebSessions;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WebSessionServiceTest {
    private static final Caller STRANGER = Caller.anonymous();
    private static final String EMAIL = "ada@example.org";

    private final Installation installation = new Installation();
    private final WebSessions sessions = installation.core().webSessions();
    private final OpenedSession opened = sessions.register(STRANGER, Registration.of(EMAIL, Installation.PASSWORD));

    private Caller.User caller() {
        return sessions.authenticate(STRANGER, opened.key());
    }

    private void assertEnded(SessionKey key) {
        assertThat(Refused.by(() -> sessions.authenticate(STRANGER, key)))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_session_has_its_user_and_each_sign_in_a_key_of_its_own() {
        OpenedSession other = sessions.signIn(STRANGER, new Credentials(EMAIL, Installation.PASSWORD));

        assertThat(caller().userId()).isEqualTo(opened.user().userId());
        assertThat(other.key()).isNotEqualTo(opened.key());
        assertThat(sessions.user(STRANGER, other.key()).userId())
                .isEqualTo(opened.user().userId());
        assertThat(opened.user().expiresAt())
                .isEqualTo(installation.time().instant().plus(Duration.ofHours(12)));
    }

    @Test
    void an_unknown_key_has_no_session_however_long_it_is() {
        assertEnded(new SessionKey("unknown"));
        assertEnded(new SessionKey(""));
        assertEnded(new SessionKey("x".repeat(100_000)));
    }

    @Test
    void tokens_that_are_about_to_expire_are_renewed_once_for_all_who_ask_at_once() throws Exception {
        AccessToken before = sessions.accessToken(caller());
        installation.time().advance(Duration.ofMinutes(14).plusSeconds(30));
        Callable<AccessToken> asking = () -> sessions.accessToken(caller());

        List<AccessToken> tokens = AtOnce.run(Collections.nCopies(8, asking));

        assertThat(tokens).doesNotContain(before);
        assertThat(tokens.stream().distinct()).hasSize(1);
        assertThat(installation.accounts().authenticate(STRANGER, tokens.getFirst()))
                .isEqualTo(caller());
    }

    @Test
    void a_session_that_is_used_lives_on_for_seven_days_and_no_longer() {
        for (int hours = 11; hours < 7 * 24; hours += 11) {
            installation.time().advance(Duration.ofHours(11));
            assertThat(caller().userId()).isEqualTo(opened.user().userId());
        }
        installation.time().advance(Duration.ofHours(3));

        assertEnded(opened.key());
    }

    @Test
    void a_session_that_is_not_used_ends_after_twelve_hours() {
        installation.time().advance(Duration.ofHours(12).minusSeconds(1));
        assertThat(caller().userId()).isEqualTo(opened.user().userId());

        installation.time().advance(Duration.ofHours(12));

        assertEnded(opened.key());
    }

    @Test
    void signing_out_ends_the_session_with_the_accounts_session_and_may_be_repeated() {
        AccessToken token = sessions.accessToken(caller());

        sessions.signOut(STRANGER, opened.key());
        sessions.signOut(STRANGER, opened.key());

        assertEnded(opened.key());
        assertThat(Refused.by(() -> installation.accounts().authenticate(STRANGER, token)))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_session_ends_with_the_accounts_session_and_can_still_be_signed_out() {
        installation.accounts().signOut(caller());

        assertEnded(opened.key());
        sessions.signOut(STRANGER, opened.key());

        assertThat(installation.stores().webSessions().find(opened.key().hash()))
                .isEmpty();
    }

    @Test
    void a_session_whose_tokens_cannot_be_refreshed_has_ended() {
        installation.accounts().signOut(caller());
        installation.time().advance(Duration.ofMinutes(15));

        assertEnded(opened.key());
    }

    @Test
    void a_session_ends_with_its_account() {
        installation.stores().erase(opened.user().userId());

        assertEnded(opened.key());
    }
}
