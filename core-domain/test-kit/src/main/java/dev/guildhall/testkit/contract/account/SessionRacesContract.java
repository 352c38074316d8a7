package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;

/** What every {@link SessionStore} guarantees for concurrent calls on one session. */
public interface SessionRacesContract {
    /** A time after the session was opened, before anything expires. */
    Instant LATER = Sample.NOW.plus(Duration.ofDays(1));

    /** When a refresh token expires. */
    Instant TOKEN_EXPIRY = Sample.NOW.plus(Duration.ofDays(30));

    Stores stores();

    private SessionStore sessions() {
        return stores().sessions();
    }

    private Session opened(RefreshTokenHash token) {
        Session session = Sample.session(Given.someUser(stores())).build();
        sessions().open(session, token, TOKEN_EXPIRY);
        return session;
    }

    private Rotation rotate(RefreshTokenHash presented, RefreshTokenHash successor) {
        return sessions().rotate(Sample.exchange(presented, successor, TOKEN_EXPIRY), LATER);
    }

    @RepeatedTest(5)
    default void of_many_rotations_of_one_token_one_wins_and_the_next_one_ends_the_session() throws Exception {
        RefreshTokenHash token = Sample.refreshToken();
        Session session = opened(token);
        Callable<Rotation> rotation = () -> rotate(token, Sample.refreshToken());

        List<Rotation> outcomes = AtOnce.run(Collections.nCopies(8, rotation));

        assertThat(outcomes).filteredOn(Rotation.Rotated.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Rotation.Reused.class::isInstance).hasSize(1);
        assertThat(sessions().find(session.id()).orElseThrow().isLive(LATER)).isFalse();
    }

    @RepeatedTest(10)
    default void a_session_that_is_ended_during_a_rotation_is_not_live_afterwards() throws Exception {
        RefreshTokenHash token = Sample.refreshToken();
        RefreshTokenHash successor = Sample.refreshToken();
        Session session = opened(token);

        AtOnce.run(List.of(() -> rotate(token, successor), () -> sessions().end(session.id(), LATER)));

        assertThat(sessions().find(session.id()).orElseThrow().isLive(LATER)).isFalse();
        assertThat(rotate(successor, Sample.refreshToken())).isEqualTo(new Rotation.Refused());
    }

    @RepeatedTest(5)
    default void of_many_ends_of_one_session_exactly_one_ended_it() throws Exception {
        Session session = opened(Sample.refreshToken());
        Callable<Boolean> end = () -> sessions().end(session.id(), LATER);

        assertThat(AtOnce.run(Collections.nCopies(8, end))).containsOnlyOnce(true);
    }

    @RepeatedTest(5)
    default void a_theft_during_the_owners_rotation_leaves_no_live_session() throws Exception {
        RefreshTokenHash stolen = Sample.refreshToken();
        RefreshTokenHash current = Sample.refreshToken();
        RefreshTokenHash next = Sample.refreshToken();
        Session session = opened(stolen);
        rotate(stolen, current);

        AtOnce.run(List.of(() -> rotate(stolen, Sample.refreshToken()), () -> rotate(current, next)));

        assertThat(sessions().find(session.id()).orElseThrow().isLive(LATER)).isFalse();
        assertThat(rotate(next, Sample.refreshToken())).isEqualTo(new Rotation.Refused());
    }
}
