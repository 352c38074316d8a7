package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webchat.WebSession;
import dev.guildhall.ports.webchat.WebSessionStore;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link WebSessionStore} does. */
public interface WebSessionStoreContract {
    Stores stores();

    private WebSessionStore sessions() {
        return stores().webSessions();
    }

    /** A new session of a user; neither is stored. */
    static WebSession session(UserId userId) {
        return new WebSession(
                Sample.id("hash"),
                userId,
                new SessionId(Sample.id("ses")),
                new AccessToken("access \u00e9"),
                new RefreshToken("refresh"),
                Sample.NOW.plusSeconds(900),
                Sample.NOW,
                Sample.NOW);
    }

    private WebSession added() {
        WebSession session = session(Given.someUser(stores()));
        sessions().add(session);
        return session;
    }

    private static WebSession renewed(WebSession session, String token) {
        return session.withTokens(new AccessToken(token), new RefreshToken("r-" + token), Sample.NOW.plusSeconds(1800));
    }

    @Test
    default void a_session_is_found_by_its_key_and_by_the_session_of_its_account() {
        WebSession session = added();

        assertThat(sessions().find(session.keyHash())).contains(session);
        assertThat(sessions().ofSession(session.sessionId())).contains(session);
        assertThat(sessions().find("unknown")).isEmpty();
        assertThat(sessions().ofSession(new SessionId(Sample.id("ses")))).isEmpty();
    }

    @Test
    default void tokens_are_replaced_and_nothing_else() {
        WebSession session = added();
        sessions().touch(session.keyHash(), Sample.NOW.plusSeconds(60));

        sessions().replaceTokens(renewed(session, "next"));

        assertThat(sessions().find(session.keyHash()))
                .contains(renewed(session, "next").seen(Sample.NOW.plusSeconds(60)));
    }

    @Test
    default void the_time_of_the_last_request_never_goes_back() {
        WebSession session = added();
        sessions().touch(session.keyHash(), Sample.NOW.plusSeconds(60));

        sessions().touch(session.keyHash(), Sample.NOW.plusSeconds(30));

        assertThat(sessions().find(session.keyHash()).orElseThrow().lastSeenAt())
                .isEqualTo(Sample.NOW.plusSeconds(60));
    }

    @Test
    default void a_change_does_not_restore_an_ended_session() {
        WebSession session = added();
        sessions().remove(session.keyHash());

        sessions().remove(session.keyHash());
        sessions().touch(session.keyHash(), Sample.NOW);
        sessions().replaceTokens(renewed(session, "next"));

        assertThat(sessions().find(session.keyHash())).isEmpty();
    }

    @Test
    default void a_session_is_locked_in_a_transaction_alone() {
        WebSession session = added();

        assertThatThrownBy(() -> sessions().lock(session.keyHash())).isInstanceOf(IllegalStateException.class);

        assertThat(stores().transactions().inTransaction(() -> sessions().lock(session.keyHash())))
                .contains(session);
    }

    @RepeatedTest(3)
    default void each_of_several_callers_that_lock_a_session_reads_the_previous_write() throws Exception {
        WebSession session = added();
        Callable<String> renewal = () -> stores().transactions().inTransaction(() -> {
            WebSession locked = sessions().lock(session.keyHash()).orElseThrow();
            String next = locked.accessToken().value() + "+";
            sessions().replaceTokens(renewed(locked, next));
            return next;
        });

        assertThat(AtOnce.run(Collections.nCopies(5, renewal))).doesNotHaveDuplicates();
        assertThat(sessions()
                        .find(session.keyHash())
                        .orElseThrow()
                        .accessToken()
                        .value())
                .isEqualTo("access \u00e9+++++");
    }

    @Test
    default void old_and_unused_sessions_are_swept_as_many_as_are_asked_for() {
        while (sessions().sweep(Sample.NOW.plusSeconds(9999), Sample.NOW.plusSeconds(9999), 100) > 0) {
            // Sessions of other tests.
        }
        WebSession first = added();
        WebSession second = added();
        WebSession used = added();
        sessions().touch(used.keyHash(), Sample.NOW.plusSeconds(60));

        int none = sessions().sweep(Sample.NOW, Sample.NOW, 10);
        int one = sessions().sweep(Sample.NOW, Sample.NOW.plusSeconds(30), 1);
        int other = sessions().sweep(Sample.NOW, Sample.NOW.plusSeconds(30), 10);

        assertThat(List.of(none, one, other)).containsExactly(0, 1, 1);
        assertThat(sessions().find(first.keyHash())).isEmpty();
        assertThat(sessions().find(second.keyHash())).isEmpty();
        assertThat(sessions().find(used.keyHash())).isPresent();
        assertThat(sessions().sweep(Sample.NOW.plusSeconds(1), Sample.NOW, 10)).isEqualTo(1);
    }

    @Test
    default void sessions_end_with_their_account_alone() {
        WebSession session = added();
        WebSession other = added();

        stores().erase(session.userId());

        assertThat(sessions().find(session.keyHash())).isEmpty();
        assertThat(sessions().find(other.keyHash())).contains(other);
    }

    @Test
    default void a_rollback_leaves_no_change() {
        WebSession session = added();
        WebSession other = session(session.userId());

        Undone.after(stores(), () -> {
            sessions().add(other);
            sessions().replaceTokens(renewed(session, "next"));
            sessions().touch(session.keyHash(), Sample.NOW.plusSeconds(60));
        });
        Undone.after(stores(), () -> sessions().remove(session.keyHash()));

        assertThat(sessions().find(session.keyHash())).contains(session);
        assertThat(sessions().find(other.keyHash())).isEmpty();
    }
}
