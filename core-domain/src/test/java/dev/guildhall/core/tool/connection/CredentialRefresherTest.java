package dev.guildhall.core.tool.connection;

import static dev.guildhall.core.tool.connection.ConnectionFixture.key;
import static dev.guildhall.core.tool.connection.ConnectionFixture.name;
import static dev.guildhall.core.tool.connection.ConnectionFixture.scopes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.problem.ToolProblem;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The handling of a credential by one node, one call at a time. */
class CredentialRefresherTest {
    private static final Duration ALMOST = FakeConsent.LIFE.minusSeconds(60);

    private final ConnectionFixture fixture = new ConnectionFixture();
    private final CredentialRefresher keeper = fixture.node();

    private static String token(Connection connection) {
        return ((Credential.OAuthTokens) connection.credential()).accessToken();
    }

    /** Another connection is made during a refresh. */
    private void connectAnewMeanwhile(Connection connection) {
        Connection anew = new Connection(
                connection.key(),
                new Credential.OAuthTokens("anew", Optional.empty(), Optional.empty()),
                scopes("read"),
                fixture.time.instant(),
                1);
        fixture.acme.meanwhile(() -> fixture.connections.put(anew));
    }

    private Connection seen() {
        return keeper.connectionOf(fixture.ada, fixture.integration("acme")).orElseThrow();
    }

    @Test
    void a_token_with_more_than_a_minute_left_is_used_as_it_is() {
        Connection connection = fixture.connected();
        fixture.time.advance(ALMOST.minusMillis(1));

        assertThat(keeper.fresh(connection)).isEqualTo(connection);
        assertThat(fixture.acme.refreshes()).isZero();
    }

    @Test
    void a_token_that_expires_within_a_minute_is_refreshed_for_all_callers() {
        Connection connection = fixture.connected();
        fixture.time.advance(ALMOST);

        Connection fresh = keeper.fresh(connection);

        assertThat(token(fresh)).isEqualTo("access 2");
        assertThat(fresh.revision()).isEqualTo(2);
        assertThat(fresh.connectedAt()).isEqualTo(connection.connectedAt());
        assertThat(fresh.grantedScopes()).isEqualTo(connection.grantedScopes());
        assertThat(fixture.connection()).contains(fresh);
        assertThat(keeper.fresh(seen())).isEqualTo(fresh);
        assertThat(keeper.fresh(connection)).isEqualTo(fresh);
        assertThat(fixture.acme.refreshes()).isEqualTo(1);
    }

    @Test
    void a_refresh_may_remove_scopes() {
        Connection connection = fixture.connected();
        fixture.acme.grants("read");

        Connection renewed = keeper.renewed(connection).orElseThrow();

        assertThat(GrantedScopes.missing(scopes("write", "read"), Optional.of(renewed)))
                .isEqualTo(scopes("write"));
    }

    @Test
    void without_a_connection_every_scope_is_missing_and_a_key_has_those_of_the_integration_now() {
        fixture.connections.put(new Connection(
                new Connection.Key(fixture.ada.userId(), name("keyed")),
                new Credential.ApiKey("old"),
                scopes("former"),
                fixture.time.instant(),
                1));

        Optional<Connection> keyed = keeper.connectionOf(fixture.ada, fixture.integration("keyed"));

        assertThat(GrantedScopes.missing(scopes("all"), Optional.empty())).isEqualTo(scopes("all"));
        assertThat(GrantedScopes.missing(scopes("all", "more"), keyed)).isEqualTo(scopes("more"));
        assertThat(keeper.connectionOf(fixture.ada, fixture.integration("open")))
                .isEmpty();
    }

    @Test
    void a_key_never_ends_and_cannot_be_renewed() {
        fixture.integrations.connect(fixture.ada, key("k3y"));
        Connection keyed =
                keeper.connectionOf(fixture.ada, fixture.integration("keyed")).orElseThrow();
        fixture.time.advance(Duration.ofDays(10_000));

        assertThat(keeper.fresh(keyed)).isEqualTo(keyed);
        assertThat(keeper.renewed(keyed)).isEmpty();
    }

    @Test
    void a_token_without_a_refresh_token_is_used_until_it_expires_and_ends_the_connection() {
        fixture.acme.givesNoRefreshTokens();
        Connection connection = fixture.connected();
        fixture.time.advance(FakeConsent.LIFE.minusMillis(1));
        Connection last = keeper.fresh(connection);
        Optional<Connection> renewed = keeper.renewed(connection);
        fixture.time.advance(Duration.ofMillis(1));

        assertThat(last).isEqualTo(connection);
        assertThat(renewed).isEmpty();
        assertThat(Refused.by(() -> keeper.fresh(connection))).isInstanceOf(ToolProblem.IntegrationNotConnected.class);
        assertThat(fixture.connection()).isEmpty();
    }

    @Test
    void an_unreachable_provider_has_no_effect_while_the_token_is_valid() {
        Connection connection = fixture.connected();
        fixture.acme.goesDown();
        fixture.time.advance(FakeConsent.LIFE.minusMillis(1));
        Connection good = keeper.fresh(connection);
        fixture.time.advance(Duration.ofMillis(1));

        assertThat(good).isEqualTo(connection);
        assertThat(Refused.by(() -> keeper.fresh(connection))).isInstanceOf(ToolProblem.IntegrationUnavailable.class);
        assertThat(fixture.connection()).contains(connection);

        fixture.acme.recovers();
        assertThat(token(keeper.fresh(connection))).isEqualTo("access 2");
    }

    @Test
    void a_refused_refresh_ends_the_connection() {
        Connection connection = fixture.connected();
        fixture.acme.refuses();
        fixture.time.advance(ALMOST);

        assertThat(Refused.by(() -> keeper.fresh(connection)))
                .isInstanceOfSatisfying(
                        ToolProblem.IntegrationNotConnected.class,
                        problem -> assertThat(problem.integration()).isEqualTo("acme"));
        assertThat(fixture.connection()).isEmpty();
        assertThat(Refused.by(() -> keeper.renewed(connection)))
                .isInstanceOf(ToolProblem.IntegrationNotConnected.class);
    }

    @Test
    void a_connection_that_is_made_during_a_refused_refresh_replaces_the_old_one() {
        Connection connection = fixture.connected();
        connectAnewMeanwhile(connection);
        fixture.acme.refuses();

        assertThat(token(keeper.renewed(connection).orElseThrow())).isEqualTo("anew");
        assertThat(token(fixture.connection().orElseThrow())).isEqualTo("anew");
    }

    @Test
    void a_connection_that_is_made_during_a_refresh_is_not_overwritten() {
        Connection connection = fixture.connected();
        connectAnewMeanwhile(connection);

        assertThat(token(keeper.renewed(connection).orElseThrow())).isEqualTo("anew");
        assertThat(fixture.acme.revoked()).isEmpty();
    }

    @Test
    void tokens_of_a_refresh_after_a_disconnection_are_revoked() {
        Connection connection = fixture.connected();
        fixture.acme.meanwhile(() -> fixture.connections.remove(connection.key()));

        assertThat(Refused.by(() -> keeper.renewed(connection)))
                .isInstanceOf(ToolProblem.IntegrationNotConnected.class);
        assertThat(fixture.connection()).isEmpty();
        assertThat(fixture.acme.revoked())
                .singleElement()
                .satisfies(tokens -> assertThat(tokens.accessToken()).isEqualTo("access 2"));
    }

    @Test
    void the_refusal_of_a_replaced_token_causes_no_refresh() {
        Connection refused = fixture.connected();
        Connection renewed = keeper.renewed(refused).orElseThrow();

        assertThat(keeper.renewed(refused).orElseThrow()).isEqualTo(renewed);
        assertThat(fixture.acme.refreshes()).isEqualTo(1);
        assertThat(token(keeper.renewed(renewed).orElseThrow())).isEqualTo("access 3");
    }

    @Test
    void a_new_connection_is_not_refreshed_because_of_the_previous_one() {
        Connection before = fixture.connected();
        fixture.connections.remove(before.key());
        fixture.time.advance(Duration.ofSeconds(1));
        Connection anew = fixture.connected();

        Connection renewed = keeper.renewed(before).orElseThrow();

        assertThat(anew.revision()).isEqualTo(before.revision());
        assertThat(renewed).isEqualTo(anew);
        assertThat(fixture.acme.refreshes()).isZero();
    }
}
