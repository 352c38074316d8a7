package dev.guildhall.core.tool.connection;

import static dev.guildhall.core.tool.connection.ConnectionFixture.key;
import static dev.guildhall.core.tool.connection.ConnectionFixture.name;
import static dev.guildhall.core.tool.connection.ConnectionFixture.scopes;
import static dev.guildhall.core.tool.connection.ConnectionFixture.wish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.testkit.Sample;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntegrationServiceTest {
    private final ConnectionFixture fixture = new ConnectionFixture();
    private final IntegrationService integrations = fixture.integrations;
    private final Caller.User ada = fixture.ada;

    private List<String> connectedTo(Caller.User user) {
        return integrations.list(user).stream()
                .filter(IntegrationStatus::isConnected)
                .map(status -> status.integration().name().value())
                .toList();
    }

    @Test
    void every_user_sees_all_integrations_and_only_the_own_connections() {
        fixture.connected();
        integrations.connect(ada, key("k3y"));

        assertThat(integrations.list(ada))
                .extracting(status -> status.integration().name().value())
                .containsExactly("acme", "keyed", "open", "stranger");
        assertThat(connectedTo(ada)).containsExactly("acme", "keyed", "open");
        assertThat(connectedTo(fixture.someone())).containsExactly("open");
    }

    @Test
    void an_anonymous_caller_may_only_complete_a_consent() {
        Caller stranger = Caller.anonymous();

        assertThat(List.of(
                        Refused.by(() -> integrations.list(stranger)),
                        Refused.by(() -> integrations.connect(stranger, wish("open"))),
                        Refused.by(() -> integrations.disconnect(stranger, name("open")))))
                .allMatch(CommonProblem.Unauthenticated.class::isInstance);
    }

    @Test
    void an_unknown_integration_is_not_found() {
        assertThat(Refused.by(() -> integrations.connect(ada, wish("unknown"))))
                .isEqualTo(new CommonProblem.NotFound("integration"));
        assertThat(Refused.by(() -> integrations.disconnect(ada, name("unknown"))))
                .isEqualTo(new CommonProblem.NotFound("integration"));
    }

    @Test
    void an_integration_without_authentication_is_connected_and_nothing_is_stored() {
        assertThat(integrations.connect(ada, wish("open"))).isEqualTo(new BegunConnection.Connected());
        assertThat(fixture.connections.ofUser(ada.userId())).isEmpty();
    }

    @Test
    void a_key_connects_at_once_with_the_scopes_of_the_integration() {
        BegunConnection begun = integrations.connect(ada, key("k3y"));

        Connection kept = fixture.connections.ofUser(ada.userId()).getFirst();
        assertThat(begun).isEqualTo(new BegunConnection.Connected());
        assertThat(kept.credential()).isEqualTo(new Credential.ApiKey("k3y"));
        assertThat(kept.grantedScopes()).isEqualTo(scopes("all"));
        assertThat(kept.connectedAt()).isEqualTo(Sample.NOW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "with space", "line\nbreak", "schlüssel", "\u007f"})
    void a_malformed_key_is_refused(String value) {
        assertThat(Refused.by(() -> integrations.connect(ada, key(value))).message())
                .isEqualTo("apiKey: must be 1 to 4096 visible ASCII characters");
    }

    @Test
    void a_key_has_at_most_4096_characters_and_must_be_there() {
        integrations.connect(ada, key("k".repeat(4096)));

        assertThat(Refused.by(() -> integrations.connect(ada, key("k".repeat(4097))))
                        .message())
                .startsWith("apiKey: must be");
        assertThat(Refused.by(() -> integrations.connect(ada, wish("keyed"))).message())
                .isEqualTo("apiKey: is required");
    }

    @Test
    void a_provider_that_does_not_know_this_installation_is_not_configured() {
        assertThat(Refused.by(() -> integrations.connect(ada, wish("stranger"))))
                .isEqualTo(new ToolProblem.IntegrationNotConfigured("stranger"));
    }

    @Test
    void the_provider_is_asked_for_everything_unless_scopes_are_named() {
        BegunConnection begun = integrations.connect(ada, wish("acme"));
        ConsentRequest all = fixture.acme.asked();
        integrations.connect(ada, wish("acme", "write"));
        ConsentRequest some = fixture.acme.asked();

        assertThat(begun)
                .isEqualTo(new BegunConnection.ConsentNeeded(
                        URI.create("https://acme.example/consent?state=" + all.state()),
                        all.state(),
                        Duration.ofMinutes(10)));
        assertThat(all.callback()).hasToString("https://guild.example/api/v1/integrations/acme/callback");
        assertThat(all.scopes()).isEqualTo(scopes("read", "write"));
        assertThat(all.verifier()).hasSize(43).isNotEqualTo(some.verifier());
        assertThat(all.state()).hasSize(43).isNotEqualTo(all.verifier());
        assertThat(some.scopes()).isEqualTo(scopes("write"));
    }

    @Test
    void the_provider_sends_browsers_back_to_the_address_that_is_set_now() {
        fixture.address = URI.create("https://other.example");

        integrations.connect(ada, wish("acme"));

        assertThat(fixture.acme.asked().callback())
                .hasToString("https://other.example/api/v1/integrations/acme/callback");
    }

    @Test
    void granted_scopes_are_requested_again_so_that_they_are_not_lost() {
        fixture.acme.grants("read");
        fixture.connected();

        integrations.connect(ada, wish("acme", "write"));

        assertThat(fixture.acme.asked().scopes()).isEqualTo(scopes("write", "read"));
    }

    @Test
    void all_that_is_wrong_with_a_wish_is_said_at_once() {
        ConnectRequest wish = new ConnectRequest(
                name("acme"), Optional.empty(), Optional.of(scopes("read", "delete", "burn")), Optional.empty());

        assertThat(Refused.by(() -> integrations.connect(ada, wish)).message())
                .isEqualTo("redirectUri: is required; scopes[1]: is not a scope of acme; "
                        + "scopes[2]: is not a scope of acme");
    }

    @Test
    void a_request_for_too_many_scopes_is_refused() {
        ConnectRequest wish = new ConnectRequest(
                name("acme"),
                Optional.of(ConnectionFixture.BACK),
                Optional.of(Collections.nCopies(101, new Scope("read"))),
                Optional.empty());

        assertThat(Refused.by(() -> integrations.connect(ada, wish)).message())
                .isEqualTo("scopes: must be at most 100");
    }

    @Test
    void browsers_are_sent_back_where_the_installation_allows_alone() {
        ConnectionFixture narrow = new ConnectionFixture(List.of(new RedirectUri("https://elsewhere.example")));

        assertThat(Refused.by(() -> narrow.integrations.connect(narrow.ada, wish("acme")))
                        .message())
                .isEqualTo("redirectUri: is not one that this installation allows");
    }

    @Test
    void a_disconnection_ends_the_connection_here_and_at_the_provider_and_a_second_one_changes_nothing() {
        Connection connection = fixture.connected();

        integrations.disconnect(ada, name("acme"));
        integrations.disconnect(ada, name("acme"));

        assertThat(fixture.connection()).isEmpty();
        assertThat(fixture.acme.revoked()).isEqualTo(List.of(connection.credential()));
    }

    @Test
    void an_unreachable_provider_does_not_prevent_a_disconnect() {
        fixture.connected();
        fixture.acme.goesDown();

        integrations.disconnect(ada, name("acme"));

        assertThat(fixture.connection()).isEmpty();
        assertThat(fixture.acme.revoked()).hasSize(1);
    }

    @Test
    void a_key_is_disconnected_without_a_call_of_a_provider() {
        integrations.connect(ada, key("k3y"));

        integrations.disconnect(ada, name("keyed"));
        integrations.disconnect(ada, name("open"));

        assertThat(connectedTo(ada)).containsExactly("open");
    }

    @Test
    void an_erased_account_connects_to_no_integration() {
        fixture.stores.removeAccount(ada.userId());

        assertThat(List.of(
                        Refused.by(() -> integrations.connect(ada, wish("acme"))),
                        Refused.by(() -> integrations.connect(ada, key("k3y")))))
                .containsOnly(new CommonProblem.Unauthenticated("the account does not exist"));
    }

    @Test
    void a_credential_of_an_unsupported_kind_does_not_count() {
        fixture.connections.put(new Connection(
                new Connection.Key(ada.userId(), name("acme")),
                new Credential.ApiKey("old"),
                List.of(),
                Sample.NOW,
                1));

        assertThat(connectedTo(ada)).containsExactly("open");
        assertThat(fixture.node().connectionOf(ada, fixture.integration("acme")))
                .isEmpty();
    }
}
