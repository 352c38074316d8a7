package dev.guildhall.core.tool.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Intercepted;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers that need a valid credential at once, on one node and on many. */
@Timeout(60)
class ConnectionRefreshTest {
    private static final Duration WAIT = ConnectionFixture.LIMITS.refreshWait();

    private final ConnectionFixture fixture = new ConnectionFixture();
    private final CredentialRefresher keeper = fixture.node();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch replies = new CountDownLatch(1);

    private static <T> FutureTask<T> started(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static <T> T outcome(FutureTask<T> task) throws Exception {
        return task.get(30, TimeUnit.SECONDS);
    }

    private Connection expired() {
        Connection connection = fixture.connected();
        fixture.time.advance(FakeConsent.LIFE);
        return connection;
    }

    private void providerIsSlow() {
        fixture.acme.meanwhile(() -> {
            asked.countDown();
            try {
                replies.await();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException("a refresh must not be interrupted", stopped);
            }
        });
    }

    /** A node whose store is unreachable for so many writes of refreshed credentials. */
    private CredentialRefresher faint(int faints) {
        return fixture.node(Intercepted.failing(ConnectionStore.class, fixture.connections, "refreshed", faints));
    }

    /** Another node has claimed the refresh and has failed. */
    private void anotherNodeHasIt(Connection connection) {
        Instant now = fixture.time.instant();
        fixture.connections.claimRefresh(
                connection.key(), connection.revision(), now, now.plus(ConnectionFixture.LIMITS.refreshLease()));
    }

    @RepeatedTest(5)
    void fifty_at_the_moment_of_expiry_cause_one_refresh() throws Exception {
        Connection connection = expired();

        List<Connection> fresh = AtOnce.run(Collections.nCopies(50, () -> keeper.fresh(connection)));

        assertThat(fixture.acme.refreshes()).isEqualTo(1);
        assertThat(new HashSet<>(fresh)).containsExactly(fixture.connection().orElseThrow());
    }

    @RepeatedTest(5)
    void fifty_whose_token_was_refused_cause_one_refresh() throws Exception {
        Connection connection = fixture.connected();

        List<Connection> renewed = AtOnce.run(
                Collections.nCopies(50, () -> keeper.renewed(connection).orElseThrow()));

        assertThat(fixture.acme.refreshes()).isEqualTo(1);
        assertThat(new HashSet<>(renewed)).containsExactly(fixture.connection().orElseThrow());
    }

    @Test
    void another_node_waits_for_the_result_of_the_first_one() throws Exception {
        Connection connection = expired();
        providerIsSlow();
        FutureTask<Connection> first = started(() -> keeper.fresh(connection));
        asked.await();
        FutureTask<Connection> second = started(() -> fixture.node().fresh(connection));
        fixture.time.awaitWaiting(1);

        replies.countDown();
        Connection brought = outcome(first);
        fixture.time.advance(ConnectionFixture.LIMITS.refreshPoll());

        assertThat(outcome(second)).isEqualTo(brought);
        assertThat(fixture.acme.refreshes()).isEqualTo(1);
    }

    @Test
    void no_caller_waits_for_another_node_while_the_token_is_valid() {
        Connection connection = fixture.connected();
        fixture.time.advance(FakeConsent.LIFE.minusSeconds(1));
        anotherNodeHasIt(connection);

        assertThat(keeper.fresh(connection)).isEqualTo(connection);
        assertThat(fixture.acme.refreshes()).isZero();
    }

    @Test
    void no_caller_waits_for_this_node_while_the_token_is_valid() throws Exception {
        Connection connection = fixture.connected();
        fixture.time.advance(FakeConsent.LIFE.minusSeconds(1));
        providerIsSlow();
        FutureTask<Connection> first = started(() -> keeper.fresh(connection));
        asked.await();

        assertThat(keeper.fresh(connection)).isEqualTo(connection);

        replies.countDown();
        assertThat(outcome(first).revision()).isEqualTo(2);
        assertThat(fixture.acme.refreshes()).isEqualTo(1);
    }

    @Test
    void the_wait_for_the_refresh_of_another_node_is_bounded() throws Exception {
        Connection connection = expired();
        anotherNodeHasIt(connection);

        FutureTask<Problem> problem = started(() -> Refused.by(() -> keeper.fresh(connection)));
        fixture.time.awaitWaiting(1);
        fixture.time.advance(WAIT);

        assertThat(outcome(problem))
                .isEqualTo(new ToolProblem.IntegrationUnavailable("acme", "another node is refreshing its token"));
        assertThat(fixture.acme.refreshes()).isZero();
    }

    @Test
    void a_refresh_of_a_failed_node_is_claimed_again_when_its_lease_expires() {
        Connection connection = expired();
        anotherNodeHasIt(connection);
        fixture.time.advance(ConnectionFixture.LIMITS.refreshLease());

        assertThat(keeper.fresh(connection).revision()).isEqualTo(2);
    }

    @Test
    void a_caller_that_disconnects_does_not_end_the_refresh() throws Exception {
        Connection connection = expired();
        providerIsSlow();
        FutureTask<Problem> left = new FutureTask<>(() -> Refused.by(() -> keeper.fresh(connection)));
        Thread caller = Thread.ofVirtual().start(left);
        asked.await();

        caller.interrupt();
        Problem problem = outcome(left);
        FutureTask<Connection> stayed = started(() -> keeper.fresh(connection));
        replies.countDown();

        assertThat(problem).isEqualTo(new CommonProblem.Cancelled());
        assertThat(((Credential.OAuthTokens) outcome(stayed).credential()).accessToken())
                .isEqualTo("access 2");
        assertThat(fixture.acme.refreshes()).isEqualTo(1);
    }

    @Test
    void a_store_that_is_away_for_a_moment_does_not_lose_what_the_provider_gave() throws Exception {
        Connection connection = expired();
        CredentialRefresher faint = faint(2);

        FutureTask<Connection> fresh = started(() -> faint.fresh(connection));
        for (int i = 0; i < 2; i++) {
            fixture.time.awaitWaiting(1);
            fixture.time.advance(ConnectionFixture.LIMITS.writePause());
        }

        assertThat(outcome(fresh)).isEqualTo(fixture.connection().orElseThrow());
        assertThat(fixture.acme.refreshes()).isEqualTo(1);
    }

    @Test
    void a_store_that_stays_away_is_said_to_be() throws Exception {
        Connection connection = expired();
        CredentialRefresher faint = faint(100);

        FutureTask<Problem> problem = started(() -> Refused.by(() -> faint.fresh(connection)));
        for (int i = 1; i < ConnectionFixture.LIMITS.writeAttempts(); i++) {
            fixture.time.awaitWaiting(1);
            fixture.time.advance(ConnectionFixture.LIMITS.writePause());
        }

        assertThat(outcome(problem)).isEqualTo(new CommonProblem.Unavailable("database"));
    }
}
