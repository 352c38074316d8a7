package dev.guildhall.core.tool.connection;

import static dev.guildhall.core.tool.connection.ConnectionFixture.name;
import static dev.guildhall.core.tool.connection.ConnectionFixture.scopes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.tool.FakeEndpoint;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ErasedConnectionsTest {
    private final ConnectionFixture fixture = new ConnectionFixture();
    private final UserId ada = fixture.ada.userId();

    private ErasedConnections ending(InstantSource clock) {
        return new ErasedConnections(clock, fixture.endpoints, fixture.connections, ConnectionFixture.LIMITS);
    }

    private Connection keyed(Caller.User user) {
        fixture.integrations.connect(user, ConnectionFixture.key("k3y"));
        return fixture.connections.ofUser(user.userId()).stream()
                .filter(connection -> connection.key().integration().equals(name("keyed")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tokens_are_revoked_at_the_provider_and_all_connections_of_the_account_end() {
        fixture.connected();
        Credential tokens = fixture.connections.ofUser(ada).getFirst().credential();
        keyed(fixture.ada);
        Connection others = keyed(fixture.someone());

        ending(fixture.time).accept(ada);
        ending(fixture.time).accept(ada);

        assertThat(fixture.acme.revoked()).isEqualTo(List.of(tokens));
        assertThat(fixture.connections.ofUser(ada)).isEmpty();
        assertThat(fixture.connections.find(others.key())).contains(others);
    }

    @Test
    void an_unreachable_provider_does_not_keep_a_connection() {
        fixture.connected();
        fixture.acme.goesDown();

        ending(fixture.time).accept(ada);

        assertThat(fixture.connections.ofUser(ada)).isEmpty();
    }

    /** Stores a connection of Ada to an OAuth integration. */
    private Credential.OAuthTokens connected(String integration) {
        Credential.OAuthTokens tokens = new Credential.OAuthTokens(integration, Optional.empty(), Optional.empty());
        fixture.connections.put(
                new Connection(new Connection.Key(ada, name(integration)), tokens, scopes("read"), Sample.NOW, 1));
        return tokens;
    }

    @Test
    void tokens_were_not_revoked_behind_a_provider_that_threw_another_exception() {
        FakeConsent one = new FakeConsent(fixture.time);
        FakeConsent other = new FakeConsent(fixture.time);
        AuthScheme oauth = new AuthScheme.OAuth2(scopes("read"), true);
        List<ToolEndpoint> endpoints = List.of(
                FakeEndpoint.of("one", oauth, Optional.of(one)), FakeEndpoint.of("other", oauth, Optional.of(other)));
        Credential.OAuthTokens first = connected("one");
        Credential.OAuthTokens second = connected("other");
        one.hasBug();
        other.hasBug();

        new ErasedConnections(fixture.time, () -> endpoints, fixture.connections, ConnectionFixture.LIMITS).accept(ada);

        assertThat(one.revoked()).isEqualTo(List.of(first));
        assertThat(other.revoked()).isEqualTo(List.of(second));
        assertThat(fixture.connections.ofUser(ada)).isEmpty();
    }

    @Test
    void after_the_time_for_one_account_connections_end_without_a_call_of_the_provider() {
        fixture.connected();
        Instant now = fixture.time.instant();
        Deque<Instant> times =
                new ArrayDeque<>(List.of(now, now.plus(ConnectionFixture.LIMITS.revocationsOfAccount())));

        ending(times::removeFirst).accept(ada);

        assertThat(fixture.acme.revoked()).isEmpty();
        assertThat(fixture.connections.ofUser(ada)).isEmpty();
    }

    @Test
    void the_housekeeping_of_the_core_revokes_the_tokens_of_an_erased_account() throws InterruptedException {
        FakeConsent acme = new FakeConsent(new ManualTicker(Sample.NOW));
        ToolEndpoint endpoint = FakeEndpoint.of("acme", new AuthScheme.OAuth2(scopes("read"), true), Optional.of(acme));
        Installation installation = new Installation(parts -> parts.endpoints(() -> List.of(endpoint)));
        Caller.User user = installation.someone();
        Credential.OAuthTokens tokens =
                new Credential.OAuthTokens("access", Optional.of("refresh"), Optional.of(Sample.NOW));
        installation
                .stores()
                .connections()
                .put(new Connection(
                        new Connection.Key(user.userId(), name("acme")), tokens, scopes("read"), Sample.NOW, 1));

        installation.core().security().deleteAccount(user, Optional.of(Installation.PASSWORD));
        installation.core().start();
        while (!installation.stores().accounts().removed(1).isEmpty()) {
            Thread.yield();
        }

        installation.core().close();
        assertThat(acme.revoked()).isEqualTo(List.of(tokens));
    }
}
