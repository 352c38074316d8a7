package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.SignedIn;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SessionCacheTest {
    private final Installation installation = new Installation();
    private final SignedIn ada = installation
            .core()
            .accounts()
            .register(Caller.anonymous(), Registration.of("ada@example.org", "correct horse"));
    private final Caller.User caller = authenticate(ada.tokens().accessToken());

    private Caller.User authenticate(AccessToken token) {
        return installation.core().accounts().authenticate(Caller.anonymous(), token);
    }

    @Test
    void a_session_that_another_node_ended_is_refused_here_within_a_second() {
        installation
                .stores()
                .sessions()
                .end(caller.sessionId(), installation.time().instant());

        installation.time().advance(Duration.ofMillis(999));

        assertThatThrownBy(() -> authenticate(ada.tokens().accessToken())).isInstanceOf(Refusal.class);
    }

    @Test
    void a_session_that_this_node_ended_is_refused_at_once() {
        installation.core().accounts().signOut(caller);

        assertThatThrownBy(() -> authenticate(ada.tokens().accessToken())).isInstanceOf(Refusal.class);
    }

    @Test
    void other_sessions_of_the_account_go_on() {
        SignedIn elsewhere = installation
                .core()
                .accounts()
                .signIn(Caller.anonymous(), new Credentials("ada@example.org", "correct horse"));

        installation.core().accounts().signOut(caller);

        assertThat(authenticate(elsewhere.tokens().accessToken()).userId()).isEqualTo(ada.userId());
    }
}
