package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.ReplaceableStores;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How every {@link SessionStore} removes sessions. The sessions here are older than those of all other suites. */
public interface SessionSweepContract {
    /** A time long before the sessions of other suites end. */
    Instant THEN = Sample.NOW.minus(Duration.ofDays(1000));

    Stores stores();

    private SessionStore sessions() {
        return stores().sessions();
    }

    private Session opened(UserId user, RefreshTokenHash token, Instant expiresAt) {
        Session session = Sample.session(user).expiresAt(expiresAt).build();
        sessions().open(session, token, expiresAt);
        return session;
    }

    @BeforeEach
    default void remove_data_of_previous_tests() {
        sessions().sweep(THEN.plusSeconds(1), 1000);
    }

    @Test
    default void sessions_that_ended_or_expired_before_the_moment_are_removed_with_their_tokens() {
        UserId user = Given.someUser(stores());
        RefreshTokenHash used = Sample.refreshToken();
        Session expired = opened(user, used, THEN.minusSeconds(1));
        Session ended = opened(user, Sample.refreshToken(), Sample.NOW);
        Session alive = opened(user, Sample.refreshToken(), Sample.NOW);
        sessions().rotate(Sample.exchange(used, Sample.refreshToken(), THEN), THEN.minusSeconds(2));
        sessions().end(ended.id(), THEN.minusSeconds(1));

        assertThat(sessions().sweep(THEN, 10)).isEqualTo(2);
        assertThat(sessions().find(expired.id())).isEmpty();
        assertThat(sessions().find(ended.id())).isEmpty();
        assertThat(sessions().find(alive.id())).contains(alive);
        assertThat(sessions().rotate(Sample.exchange(used, Sample.refreshToken(), THEN), THEN.minusSeconds(2)))
                .isEqualTo(new Rotation.Refused());
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void a_sweep_removes_no_more_sessions_than_its_limit() {
        UserId user = Given.someUser(stores());
        List<Session> old = Stream.generate(() -> opened(user, Sample.refreshToken(), THEN.minusSeconds(1)))
                .limit(5)
                .toList();

        int first = sessions().sweep(THEN, 3);
        long left = old.stream()
                .filter(session -> sessions().find(session.id()).isPresent())
                .count();
        int second = sessions().sweep(THEN, 3);
        int third = sessions().sweep(THEN, 3);

        assertThat(List.of(first, (int) left, second, third)).containsExactly(3, 2, 2, 0);
    }
}
