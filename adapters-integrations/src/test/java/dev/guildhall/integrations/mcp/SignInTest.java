package dev.guildhall.integrations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.discovery.DiscoveredConsent;
import dev.guildhall.integrations.manifest.Declared;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a server that asks for a sign-in changes. */
class SignInTest {
    private static final IntegrationName NAME = new IntegrationName("remote");
    private static final Credential WEAK = new Credential.OAuthTokens("weak", Optional.empty(), Optional.empty());

    @AutoClose
    private final Loopback host = new Loopback();

    private final OutboundHttp http =
            new OutboundHttp(EgressRules.parse("127.0.0.1"), time -> {}, InstantSource.fixed(Sample.NOW));

    @AutoClose
    private final McpEndpoint endpoint = endpoint();

    private McpEndpoint endpoint() {
        URI address = URI.create(host.address() + "/mcp");
        Integration integration = new Integration(
                NAME, "Remote", "for tests", IntegrationKind.MCP, new AuthScheme.None(), Set.of(Role.USER));
        return new McpEndpoint(
                integration,
                new DiscoveredConsent(
                        NAME, address, Optional.empty(), _ -> Optional.empty(), http, InstantSource.fixed(Sample.NOW)),
                new McpServerOptions(
                        new McpServerOptions.Http(address, Map.of(), Optional.empty()),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(20)),
                new McpDependencies(http, InstantSource.system()));
    }

    /** The server refuses every request: without a credential as given, with one for its lack of scopes. */
    private void refuses(Optional<String> challenge) {
        host.on("/mcp", (exchange, parameters) -> {
            boolean isKnown = exchange.getRequestHeaders().containsKey("Authorization");
            Optional<String> wanted =
                    isKnown ? Optional.of("Bearer error=\"insufficient_scope\", scope=\"write admin\"") : challenge;
            wanted.ifPresent(text -> exchange.getResponseHeaders().set("WWW-Authenticate", text));
            return Loopback.Answer.json(isKnown ? 403 : 401, "{}");
        });
    }

    @Test
    void a_server_that_says_where_to_sign_in_becomes_one_that_users_connect_to() {
        refuses(Optional.of("Bearer resource_metadata=\"" + host.address() + "/metadata\""));
        boolean before = endpoint.consent().isPresent();

        assertThat(Loopback.refused(() -> endpoint.tools(Optional.empty())))
                .isInstanceOf(ToolProblem.IntegrationNotConnected.class);

        assertThat(before).isFalse();
        assertThat(endpoint.integration().auth()).isEqualTo(new AuthScheme.OAuth2(List.of(), true));
        assertThat(endpoint.consent()).isPresent();
    }

    @Test
    void what_the_server_asked_for_is_known_to_another_endpoint_of_it_and_not_to_one_of_another_server() {
        refuses(Optional.of("Bearer resource_metadata=\"" + host.address() + "/metadata\", scope=\"read\""));
        Loopback.refused(() -> endpoint.tools(Optional.empty()));
        SignInDemand demand = endpoint.demand().orElseThrow();

        try (McpEndpoint other = endpoint();
                McpEndpoint moved = endpoint()) {
            other.demanded(demand);
            moved.demanded(new SignInDemand(NAME, "https://elsewhere.example/mcp", Optional.empty(), List.of()));

            assertThat(demand)
                    .isEqualTo(new SignInDemand(
                            NAME,
                            host.address() + "/mcp",
                            Optional.of(host.address() + "/metadata"),
                            List.of(new Scope("read"))));
            assertThat(other.integration().auth()).isEqualTo(new AuthScheme.OAuth2(List.of(), true));
            assertThat(other.demand()).contains(demand);
            assertThat(moved.integration().auth()).isEqualTo(new AuthScheme.None());
        }
    }

    @Test
    void a_server_whose_metadata_are_at_the_well_known_address_need_not_say_so() {
        refuses(Optional.empty());
        host.on(
                "/.well-known/oauth-protected-resource",
                (exchange, parameters) -> Loopback.Answer.json(200, "{\"resource\":\"" + host.address() + "\"}"));

        assertThat(Loopback.refused(() -> endpoint.tools(Optional.empty())))
                .isInstanceOf(ToolProblem.IntegrationNotConnected.class);
        assertThat(endpoint.consent()).isPresent();
    }

    @Test
    void a_server_that_offers_no_sign_in_stays_as_it_was() {
        refuses(Optional.of("Basic realm=\"x\""));

        assertThat(Loopback.refused(() -> endpoint.tools(Optional.empty())))
                .isInstanceOf(ToolProblem.IntegrationUnavailable.class);
        assertThat(endpoint.integration().auth()).isEqualTo(new AuthScheme.None());
        assertThat(endpoint.consent()).isEmpty();
    }

    @Test
    void a_refusal_for_lack_of_scopes_names_them() {
        refuses(Optional.empty());

        ToolOutcome outcome = endpoint.invoke(Declared.call("remote.echo", Map.of(), WEAK));

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.INSUFFICIENT_SCOPES);
            assertThat(failure.missing()).containsExactly(new Scope("write"), new Scope("admin"));
        });
        assertThat(Loopback.refused(() -> endpoint.ask(new ServerRequest(
                        "prompts/list", Map.of(), Optional.of(WEAK), ToolExchange.none(), Duration.ofSeconds(20)))))
                .isEqualTo(new ToolProblem.InsufficientScopes("remote", List.of("write", "admin")));
    }
}
