package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AuditId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.ReplaceableStores;
import dev.guildhall.ports.session.RefreshGrace;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.session.TokenExchange;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How every {@link SessionStore} handles a refresh token that is used again within the grace period. */
public interface RefreshGraceContract {
    /** A time after the session was opened, before anything expires. */
    Instant LATER = Sample.NOW.plus(Duration.ofDays(1));

    /** When a refresh token expires. */
    Instant TOKEN_EXPIRY = Sample.NOW.plus(Duration.ofDays(30));

    /** The end of the grace period of an exchange at {@link #LATER}. */
    Instant GRACE_END = LATER.plusSeconds(10);

    Stores stores();

    private SessionStore sessions() {
        return stores().sessions();
    }

    private Session opened(RefreshTokenHash token) {
        return openedFor(Given.someUser(stores()), token);
    }

    private Session openedFor(UserId user, RefreshTokenHash token) {
        Session session = Sample.session(user).build();
        sessions().open(session, token, TOKEN_EXPIRY);
        return session;
    }

    private Rotation rotate(RefreshTokenHash presented, RefreshTokenHash successor, String salt) {
        return rotateAt(LATER, presented, successor, salt);
    }

    private Rotation rotateAt(Instant now, RefreshTokenHash presented, RefreshTokenHash successor, String salt) {
        Optional<RefreshGrace> grace = Optional.of(new RefreshGrace(salt, GRACE_END));
        return sessions()
                .rotate(
                        new TokenExchange(
                                presented,
                                successor,
                                TOKEN_EXPIRY,
                                grace,
                                new AuditId(Sample.id("aud")),
                                Optional.empty()),
                        now);
    }

    private Rotation present(RefreshTokenHash token) {
        return rotate(token, Sample.refreshToken(), "unused");
    }

    /** Exchanges the first token for the second one, the second for the third, and so on. */
    private Session chain(List<RefreshTokenHash> tokens) {
        Session session = opened(tokens.getFirst());
        for (int i = 1; i < tokens.size(); i++) {
            assertThat(rotate(tokens.get(i - 1), tokens.get(i), "salt " + i))
                    .isEqualTo(Given.rotated(stores(), session));
        }
        return session;
    }

    private static List<RefreshTokenHash> tokens(int count) {
        return IntStream.range(0, count).mapToObj(i -> Sample.refreshToken()).toList();
    }

    private boolean isLive(Session session) {
        return sessions().find(session.id()).orElseThrow().isLive(LATER);
    }

    @Test
    default void the_parent_may_be_repeated_any_number_of_times_within_the_grace_period() {
        List<RefreshTokenHash> tokens = tokens(2);
        Session session = chain(tokens);

        Rotation once = present(tokens.getFirst());
        Rotation twice = rotateAt(GRACE_END.minusMillis(1), tokens.getFirst(), Sample.refreshToken(), "unused");

        assertThat(List.of(once, twice)).containsOnly(Given.repeated(stores(), session, "salt 1"));
        assertThat(present(tokens.getLast())).isEqualTo(Given.rotated(stores(), session));
    }

    @Test
    default void the_parent_counts_as_theft_from_the_end_of_the_grace_period_on() {
        List<RefreshTokenHash> tokens = tokens(2);
        Session session = chain(tokens);

        Rotation late = rotateAt(GRACE_END, tokens.getFirst(), Sample.refreshToken(), "unused");

        assertThat(late).isInstanceOf(Rotation.Reused.class);
        assertThat(isLive(session)).isFalse();
        assertThat(present(tokens.getLast())).isEqualTo(new Rotation.Refused());
    }

    @Test
    default void a_grandparent_counts_as_theft_also_within_the_grace_period() {
        List<RefreshTokenHash> tokens = tokens(3);
        Session session = chain(tokens);

        assertThat(present(tokens.getFirst())).isInstanceOf(Rotation.Reused.class);
        assertThat(isLive(session)).isFalse();
        assertThat(present(tokens.get(1))).isEqualTo(new Rotation.Refused());
        assertThat(present(tokens.getLast())).isEqualTo(new Rotation.Refused());
    }

    @Test
    default void an_exchange_without_a_grace_period_removes_the_previous_one() {
        List<RefreshTokenHash> tokens = tokens(2);
        Session session = chain(tokens);
        sessions().rotate(Sample.exchange(tokens.getLast(), Sample.refreshToken(), TOKEN_EXPIRY), LATER);

        assertThat(present(tokens.getLast())).isInstanceOf(Rotation.Reused.class);
        assertThat(isLive(session)).isFalse();
    }

    @Test
    default void a_refused_exchange_does_not_change_the_grace_period() {
        List<RefreshTokenHash> tokens = tokens(2);
        Session session = chain(tokens);

        sessions().rotate(Sample.exchange(tokens.getFirst(), Sample.refreshToken(), TOKEN_EXPIRY), LATER);

        assertThat(present(tokens.getFirst())).isEqualTo(Given.repeated(stores(), session, "salt 1"));
    }

    @Test
    default void the_end_of_the_session_ends_the_grace_period() {
        List<RefreshTokenHash> ended = tokens(2);
        List<RefreshTokenHash> expired = tokens(2);
        Session session = chain(ended);
        Session old = Sample.session(Given.someUser(stores()))
                .expiresAt(LATER.plusSeconds(1))
                .build();
        sessions().open(old, expired.getFirst(), TOKEN_EXPIRY);
        rotate(expired.getFirst(), expired.getLast(), "salt");

        sessions().end(session.id(), LATER);

        assertThat(present(ended.getFirst())).isEqualTo(new Rotation.Refused());
        assertThat(rotateAt(LATER.plusSeconds(1), expired.getFirst(), Sample.refreshToken(), "unused"))
                .isEqualTo(new Rotation.Refused());
    }

    @Test
    default void an_erased_account_has_no_grace_period() {
        List<RefreshTokenHash> tokens = tokens(2);
        Session session = chain(tokens);

        stores().erase(session.userId());

        assertThat(present(tokens.getFirst())).isEqualTo(new Rotation.Refused());
        assertThat(present(tokens.getLast())).isEqualTo(new Rotation.Refused());
    }

    /**
     * Keycloak's issue 50999: it compared the ages of tokens in seconds, so that older tokens of the same second stayed
     * valid.
     */
    @Tag(ReplaceableStores.SLOW)
    @Test
    default void of_twenty_rotations_at_one_moment_each_works_and_each_older_token_but_the_parent_is_theft() {
        for (int older = 0; older < 19; older++) {
            List<RefreshTokenHash> tokens = tokens(21);
            Session session = chain(tokens);

            Rotation theft = present(tokens.get(older));

            assertThat(theft).isInstanceOf(Rotation.Reused.class);
            assertThat(isLive(session)).isFalse();
        }
        List<RefreshTokenHash> tokens = tokens(21);
        Session session = chain(tokens);
        assertThat(present(tokens.get(19))).isEqualTo(Given.repeated(stores(), session, "salt 20"));
        assertThat(present(tokens.get(20))).isEqualTo(Given.rotated(stores(), session));
    }

    @RepeatedTest(5)
    default void of_many_rotations_of_one_token_one_succeeds_and_the_others_get_its_result() throws Exception {
        RefreshTokenHash token = Sample.refreshToken();
        List<RefreshTokenHash> successors = tokens(8);
        Session session = opened(token);
        List<Callable<Rotation>> tabs = IntStream.range(0, 8)
                .<Callable<Rotation>>mapToObj(tab -> () -> rotate(token, successors.get(tab), "salt " + tab))
                .toList();

        List<Rotation> outcomes = AtOnce.run(tabs);

        int winner = outcomes.indexOf(Given.rotated(stores(), session));
        assertThat(outcomes).containsOnlyOnce(Given.rotated(stores(), session));
        assertThat(outcomes)
                .filteredOn(outcome -> !(outcome instanceof Rotation.Rotated))
                .hasSize(7)
                .containsOnly(Given.repeated(stores(), session, "salt " + winner));
        assertThat(present(successors.get(winner))).isEqualTo(Given.rotated(stores(), session));
    }

    /** Keycloak's issue 51312: a refresh that was concurrent with a revocation issued tokens that stayed valid. */
    @RepeatedTest(10)
    default void no_token_that_is_rotated_or_repeated_while_the_session_ends_is_valid_afterwards() throws Exception {
        List<RefreshTokenHash> tokens = tokens(3);
        Session session = chain(tokens.subList(0, 2));
        List<Callable<Object>> calls = new ArrayList<>();
        calls.add(() -> present(tokens.get(0)));
        calls.add(() -> rotate(tokens.get(1), tokens.get(2), "salt 2"));
        calls.add(() -> sessions().end(session.id(), LATER));

        AtOnce.run(calls);

        assertThat(isLive(session)).isFalse();
        assertThat(tokens).allSatisfy(token -> assertThat(present(token)).isEqualTo(new Rotation.Refused()));
    }

    @RepeatedTest(10)
    default void no_token_that_is_rotated_while_the_other_sessions_end_is_valid_afterwards() throws Exception {
        UserId user = Given.someUser(stores());
        SessionId keep = openedFor(user, Sample.refreshToken()).id();
        List<List<RefreshTokenHash>> others = IntStream.range(0, 4)
                .mapToObj(i -> tokens(2))
                .peek(tokens -> openedFor(user, tokens.getFirst()))
                .toList();
        List<Callable<Object>> calls = new ArrayList<>();
        others.forEach(tokens -> calls.add(() -> rotate(tokens.getFirst(), tokens.getLast(), "salt")));
        calls.add(() -> stores().transactions().inTransaction(() -> {
            stores().accounts().lock(user);
            return sessions().endOthers(user, keep, LATER);
        }));

        AtOnce.run(calls);

        assertThat(sessions().liveOfUser(user, LATER, 10))
                .extracting(Session::id)
                .containsExactly(keep);
        assertThat(others.stream().flatMap(List::stream))
                .allSatisfy(token -> assertThat(present(token)).isEqualTo(new Rotation.Refused()));
    }
}
