package dev.guildhall.integrations.added;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.testkit.Sample;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The provider that an API document names is reached within the same rules as the API. */
class AddedApiConsentTest {
    private static final String DOCUMENT = """
        {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://api.example"}],
         "security": [{"o": []}],
         "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": {"authorizationCode": {
          "authorizationUrl": "https://provider.example/consent", "tokenUrl": "%s/token", "scopes": {}}}}}},
         "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "ok"}}}}}}
        """;

    @AutoClose
    private final Loopback provider = new Loopback();

    private static OutboundHttp http(EgressRules rules) {
        return new OutboundHttp(rules, _ -> {}, InstantSource.fixed(Sample.NOW));
    }

    private static IntegrationDefinition definition(String baseUrl) {
        return new IntegrationDefinition(
                new Integration.Key(Optional.of(new UserId("usr_ada")), new IntegrationName("api")),
                "Api",
                "",
                IntegrationKind.OPENAPI,
                Optional.empty(),
                Optional.of(baseUrl),
                Map.of(),
                Optional.of("client"),
                Optional.empty(),
                List.of(),
                false);
    }

    private static AddedIntegrations integrations() {
        return new AddedIntegrations(
                http(EgressRules.parse("127.0.0.1")),
                http(EgressRules.OUTSIDE_ONLY),
                InstantSource.fixed(Sample.NOW),
                McpMeter.none());
    }

    private ConsentGateway gateway(boolean reachesInside) {
        return integrations()
                .connect(
                        definition("https://api.example"),
                        1,
                        Optional.of(DOCUMENT.formatted(provider.address())),
                        reachesInside)
                .consent()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://api.example", " ", "api", "https://api.example?q"})
    void an_address_that_no_api_can_have_is_refused_by_its_name(String baseUrl) {
        String document = DOCUMENT.formatted(provider.address());

        assertThatThrownBy(() -> integrations().completed(definition(baseUrl), document))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("baseUrl");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_token_address_inside_the_network_is_asked_only_where_the_operator_allows_it(boolean reachesInside) {
        provider.on(
                "/token",
                (_, _) -> Loopback.Answer.json(
                        200, "{\"access_token\":\"t\",\"token_type\":\"Bearer\",\"expires_in\":60}"));
        ConsentGateway gateway = gateway(reachesInside);
        ConsentCode code = new ConsentCode(
                "code",
                URI.create("https://guildhall.example/callback"),
                "v".repeat(43),
                Optional.empty(),
                Optional.empty());

        if (reachesInside) {
            assertThat(gateway.exchange(code).tokens().accessToken()).isEqualTo("t");
        } else {
            assertThatThrownBy(() -> gateway.exchange(code))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.problem())
                                    .isInstanceOf(ToolProblem.IntegrationUnavailable.class));
        }
        assertThat(provider.calls("/token")).isEqualTo(reachesInside ? 1 : 0);
    }
}
