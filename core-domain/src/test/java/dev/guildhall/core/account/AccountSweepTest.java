package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AccountSweepTest {
    private static final Duration KEPT = Duration.ofDays(1);
    private static final Duration ROUND = Duration.ofMinutes(10);

    private final Installation installation = new Installation();
    private final ManualTicker time = installation.time();
    private final SessionStore sessions = installation.stores().sessions();
    private final AccountSweep sweep = new AccountSweep(installation.stores(), time);

    private void advance(Duration by) {
        time.advance(by);
        sweep.run();
    }

    @Test
    void a_session_is_removed_a_day_after_its_end_and_not_before() {
        Caller.User caller = installation.someone();
        installation.accounts().signOut(caller);

        advance(KEPT);
        boolean keptForADay = sessions.find(caller.sessionId()).isPresent();
        advance(ROUND);

        assertThat(keptForADay).isTrue();
        assertThat(sessions.find(caller.sessionId())).isEmpty();
    }

    @Test
    void a_live_session_is_not_removed() {
        Caller.User caller = installation.someone();

        advance(Duration.ofDays(90));

        assertThat(sessions.find(caller.sessionId())).isPresent();
    }

    @Test
    void more_sessions_than_one_batch_are_removed_in_one_round() {
        Instant past = Sample.NOW.minus(KEPT).minusSeconds(1);
        List<Session> old = Stream.generate(() -> Sample.session(Given.someUser(installation.stores()))
                        .expiresAt(past)
                        .build())
                .limit(1100)
                .toList();
        old.forEach(session -> sessions.open(session, Sample.refreshToken(), past));

        advance(ROUND);

        assertThat(old).allMatch(session -> sessions.find(session.id()).isEmpty());
    }

    @Test
    void an_entry_of_the_audit_trail_is_removed_after_a_year_and_not_before() {
        Caller.User caller = installation.someone();

        advance(Duration.ofDays(365));
        int keptForAYear = trailOf(caller).size();
        advance(ROUND);

        assertThat(keptForAYear).isEqualTo(2);
        assertThat(trailOf(caller)).isEmpty();
    }

    @Test
    @Timeout(20)
    void the_housekeeping_of_the_core_removes_sessions() throws InterruptedException {
        Instant past = Sample.NOW.minus(KEPT).minusSeconds(1);
        Session old = Sample.session(Given.someUser(installation.stores()))
                .expiresAt(past)
                .build();
        sessions.open(old, Sample.refreshToken(), past);

        installation.core().start();
        while (sessions.find(old.id()).isPresent()) {
            Thread.yield();
        }
        installation.core().close();

        assertThat(sessions.find(old.id())).isEmpty();
    }

    private List<AuditEntry> trailOf(Caller.User caller) {
        return installation.core().audit().entries(caller, PageRequest.first()).items();
    }
}
