package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AuditId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.session.ConnectedClient;
import dev.guildhall.ports.session.LiveSession;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionOrigin;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.session.TokenExchange;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link SessionStore} does without concurrent calls; {@link SessionRacesContract} has the rest. */
public interface SessionStoreContract {
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
        return sessions().rotate(Sample.exchange(presented, successor, TOKEN_EXPIRY.plus(Duration.ofDays(1))), LATER);
    }

    @Test
    default void an_opened_session_is_found() {
        Session session = opened(Sample.refreshToken());

        assertThat(sessions().find(session.id())).contains(session);
        assertThat(sessions().find(new SessionId(Sample.id("ses")))).isEmpty();
    }

    @Test
    default void the_current_token_is_exchanged_for_its_successor_and_so_is_that_one() {
        RefreshTokenHash first = Sample.refreshToken();
        RefreshTokenHash second = Sample.refreshToken();
        Session session = opened(first);

        Rotation once = rotate(first, second);
        Rotation twice = rotate(second, Sample.refreshToken());

        assertThat(List.of(once, twice)).containsOnly(Given.rotated(stores(), session));
    }

    @Test
    default void a_used_token_ends_its_session_once_and_the_successor_with_it() {
        RefreshTokenHash stolen = Sample.refreshToken();
        RefreshTokenHash current = Sample.refreshToken();
        Session session = opened(stolen);
        rotate(stolen, current);

        Rotation theft = rotate(stolen, Sample.refreshToken());
        Rotation again = rotate(stolen, Sample.refreshToken());

        Session ended = sessions().find(session.id()).orElseThrow();
        assertThat(ended.endedAt()).contains(LATER);
        assertThat(theft).isEqualTo(new Rotation.Reused(ended));
        assertThat(again).isEqualTo(new Rotation.Refused());
        assertThat(rotate(current, Sample.refreshToken())).isEqualTo(new Rotation.Refused());
    }

    @Test
    default void a_token_used_long_ago_ends_its_session_too() {
        RefreshTokenHash first = Sample.refreshToken();
        RefreshTokenHash second = Sample.refreshToken();
        opened(first);
        rotate(first, second);
        rotate(second, Sample.refreshToken());

        assertThat(rotate(first, Sample.refreshToken())).isInstanceOf(Rotation.Reused.class);
    }

    @Test
    default void the_trail_records_an_exchange_and_a_reuse_but_not_a_refusal() {
        RefreshTokenHash first = Sample.refreshToken();
        Session session = opened(first);

        rotate(first, Sample.refreshToken());
        rotate(first, Sample.refreshToken());
        rotate(first, Sample.refreshToken());

        List<AuditEntry> trail =
                stores().audit().ofUser(session.userId(), PageRequest.first()).items();
        assertThat(trail)
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.TOKEN_REUSED, AuditAction.TOKEN_REFRESHED);
        assertThat(trail)
                .allMatch(entry -> entry.details()
                        .equals(Map.of(AuditDetail.SESSION_ID, session.id().value())));
    }

    @Test
    default void the_token_of_a_client_is_exchanged_and_ends_its_session_for_that_client_alone() {
        ConnectedClient client = new ConnectedClient(new ClientId("https://app.example/client"), "Inspector");
        RefreshTokenHash first = Sample.refreshToken();
        RefreshTokenHash second = Sample.refreshToken();
        Session own = Sample.session(Given.someUser(stores())).build();
        Session session = new Session(
                own.id(), own.userId(), own.createdAt(), own.expiresAt(), own.endedAt(), Optional.of(client));
        sessions().open(session, first, TOKEN_EXPIRY);

        Rotation users = rotate(first, Sample.refreshToken());
        Rotation clients = sessions().rotate(ofClient(first, second, client), LATER);
        Rotation usersTheft = rotate(first, Sample.refreshToken());
        Rotation theft = sessions().rotate(ofClient(first, Sample.refreshToken(), client), LATER);

        assertThat(sessions().find(session.id()).flatMap(Session::client)).contains(client);
        assertThat(List.of(users, usersTheft)).containsOnly(new Rotation.Refused());
        assertThat(clients).isEqualTo(Given.rotated(stores(), session));
        assertThat(theft).isInstanceOf(Rotation.Reused.class);
    }

    private static TokenExchange ofClient(RefreshTokenHash from, RefreshTokenHash to, ConnectedClient client) {
        return new TokenExchange(
                from, to, TOKEN_EXPIRY, Optional.empty(), new AuditId(Sample.id("aud")), Optional.of(client.id()));
    }

    @Test
    default void a_session_is_found_by_its_tokens_the_current_and_the_used_ones() {
        RefreshTokenHash first = Sample.refreshToken();
        RefreshTokenHash second = Sample.refreshToken();
        Session session = opened(first);
        rotate(first, second);

        assertThat(sessions().findByToken(first)).contains(session);
        assertThat(sessions().findByToken(second)).contains(session);
        assertThat(sessions().findByToken(Sample.refreshToken())).isEmpty();
    }

    @Test
    default void a_used_token_ends_no_other_session() {
        RefreshTokenHash stolen = Sample.refreshToken();
        Session bystander = opened(Sample.refreshToken());
        opened(stolen);
        rotate(stolen, Sample.refreshToken());

        rotate(stolen, Sample.refreshToken());

        assertThat(sessions().find(bystander.id())).contains(bystander);
    }

    @Test
    default void an_unknown_token_is_refused() {
        assertThat(rotate(Sample.refreshToken(), Sample.refreshToken())).isEqualTo(new Rotation.Refused());
    }

    @Test
    default void an_expired_token_is_refused_and_its_session_stays() {
        RefreshTokenHash token = Sample.refreshToken();
        Session session = opened(token);

        Rotation rotation = sessions()
                .rotate(Sample.exchange(token, Sample.refreshToken(), TOKEN_EXPIRY.plusSeconds(1)), TOKEN_EXPIRY);

        assertThat(rotation).isEqualTo(new Rotation.Refused());
        assertThat(sessions().find(session.id())).contains(session);
    }

    @Test
    default void a_token_of_a_session_that_is_too_old_is_refused() {
        RefreshTokenHash token = Sample.refreshToken();
        Session session =
                Sample.session(Given.someUser(stores())).expiresAt(LATER).build();
        sessions().open(session, token, TOKEN_EXPIRY);

        assertThat(rotate(token, Sample.refreshToken())).isEqualTo(new Rotation.Refused());
    }

    @Test
    default void an_ended_session_stays_ended_and_rotates_no_more() {
        RefreshTokenHash token = Sample.refreshToken();
        Session session = opened(token);

        boolean first = sessions().end(session.id(), LATER);
        boolean second = sessions().end(session.id(), LATER.plusSeconds(1));

        assertThat(first).isTrue();
        assertThat(second).isFalse();
        assertThat(sessions().find(session.id()).flatMap(Session::endedAt)).contains(LATER);
        assertThat(rotate(token, Sample.refreshToken())).isEqualTo(new Rotation.Refused());
    }

    @Test
    default void an_unknown_session_cannot_be_ended() {
        assertThat(sessions().end(new SessionId(Sample.id("ses")), LATER)).isFalse();
    }

    @Test
    default void only_the_users_own_live_sessions_are_listed_newest_first() {
        UserId ada = Given.someUser(stores());
        Instant begin = Sample.session(ada).build().createdAt();
        Session older = openedAt(ada, begin);
        Session ended = openedAt(ada, begin.plusSeconds(1));
        Session newer = openedAt(ada, begin.plusSeconds(2));
        openedAt(Given.someUser(stores()), begin);
        sessions().end(ended.id(), LATER);

        assertThat(sessions().liveOfUser(ada, LATER, 10)).containsExactly(newer, older);
        assertThat(sessions().liveOfUser(ada, LATER, 1)).containsExactly(newer);
        assertThat(sessions().liveOfUser(ada, newer.expiresAt(), 10)).isEmpty();
    }

    @Test
    default void all_other_sessions_of_a_user_are_ended_and_returned() {
        UserId ada = Given.someUser(stores());
        Instant begin = Sample.session(ada).build().createdAt();
        Session keep = openedAt(ada, begin);
        Session first = openedAt(ada, begin);
        Session second = openedAt(ada, begin);
        Session foreign = openedAt(Given.someUser(stores()), begin);

        assertThat(sessions().endOthers(ada, keep.id(), LATER)).containsExactlyInAnyOrder(first.id(), second.id());
        assertThat(sessions().liveOfUser(ada, LATER, 10)).containsExactly(keep);
        assertThat(sessions().find(foreign.id())).contains(foreign);
        assertThat(sessions().endOthers(ada, keep.id(), LATER)).isEmpty();
    }

    @Test
    default void all_sessions_of_a_user_are_ended_and_returned() {
        UserId ada = Given.someUser(stores());
        Instant begin = Sample.session(ada).build().createdAt();
        Session first = openedAt(ada, begin);
        Session second = openedAt(ada, begin);
        Session foreign = openedAt(Given.someUser(stores()), begin);

        assertThat(sessions().endAll(ada, LATER)).containsExactlyInAnyOrder(first.id(), second.id());
        assertThat(sessions().liveOfUser(ada, LATER, 10)).isEmpty();
        assertThat(sessions().find(foreign.id())).contains(foreign);
        assertThat(sessions().endAll(ada, LATER)).isEmpty();
    }

    @Test
    default void of_many_sessions_the_live_ones_are_read_with_their_accounts() {
        Session first = opened(Sample.refreshToken());
        Session second = opened(Sample.refreshToken());
        Session ended = opened(Sample.refreshToken());
        Session erased = opened(Sample.refreshToken());
        Session disabled = opened(Sample.refreshToken());
        sessions().end(ended.id(), LATER);
        stores().erase(erased.userId());
        stores().accounts().setRights(disabled.userId(), AccountStoreContract.DISABLED);
        List<SessionId> asked = List.of(
                first.id(), second.id(), ended.id(), erased.id(), disabled.id(), new SessionId(Sample.id("ses")));

        List<LiveSession> live = sessions().live(asked, LATER);

        assertThat(live)
                .containsExactlyInAnyOrder(
                        new LiveSession(first, owner(first)), new LiveSession(second, owner(second)));
        assertThat(sessions().live(asked, first.expiresAt())).isEmpty();
        assertThat(sessions().live(List.of(), LATER)).isEmpty();
    }

    private Account owner(Session session) {
        return stores().accounts().find(session.userId()).orElseThrow();
    }

    private Session openedAt(UserId user, Instant createdAt) {
        Session any = Sample.session(user).build();
        Session session = new Session(any.id(), user, createdAt, createdAt.plus(Duration.ofDays(90)), any.endedAt());
        sessions().open(session, Sample.refreshToken(), TOKEN_EXPIRY);
        return session;
    }

    @Test
    default void a_session_keeps_where_it_came_from_and_when_it_was_used_last() {
        UserId user = Given.someUser(stores());
        Session session = Sample.with(
                Sample.session(user).build(),
                "origin",
                new SessionOrigin(Optional.of("Firefox"), Optional.of("Linux"), Optional.of("192.0.2.1")));
        stores().sessions().open(session, Sample.refreshToken(), session.expiresAt());
        Instant used = Sample.NOW.plusSeconds(60);

        assertThat(stores().sessions().find(session.id())).contains(session);
        stores().sessions().noteUsed(Map.of(session.id(), used, new SessionId("ses_unknown"), used));
        stores().sessions().noteUsed(Map.of(session.id(), Sample.NOW));
        assertThat(stores().sessions().find(session.id()))
                .contains(Sample.with(session, "lastUsedAt", Optional.of(used)));
    }
}
