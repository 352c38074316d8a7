package dev.guildhall.http.tool;

import static dev.guildhall.http.tool.ToolRequests.INTEGRATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Integrations that users add, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AddedIntegrationHttpTest {
    private static final String ADDED =
            "{\"name\":\"%s\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\"}";

    /** An integration without tools. */
    private record Added(IntegrationDefinition definition) implements ToolEndpoint {
        @Override
        public Integration integration() {
            return new Integration(
                    definition.key().name(),
                    definition.displayName(),
                    definition.description(),
                    definition.kind(),
                    new AuthScheme.None(),
                    Set.of(Role.USER),
                    Optional.empty(),
                    false,
                    definition.key().owner(),
                    Integration.Source.HTTP);
        }

        @Override
        public List<ToolDefinition> tools(Optional<Credential> credential) {
            return List.of();
        }

        @Override
        public ToolOutcome invoke(ToolInvocation invocation) {
            return new ToolOutcome.Success(Map.of());
        }
    }

    private static final class Connector implements IntegrationConnector {
        @Override
        public ToolEndpoint connect(
                IntegrationDefinition definition, int version, Optional<String> document, boolean inside) {
            return new Added(definition);
        }

        @Override
        public IntegrationDefinition completed(IntegrationDefinition definition, String document) {
            return definition;
        }

        @Override
        public String fetch(IntegrationDefinition definition, boolean inside) {
            return "{}";
        }
    }

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.integrationConnector(new Connector()));

    @Test
    void the_fifty_first_is_429_with_the_time_of_another_try() {
        Client ada = server.client().stranger().client();
        for (int i = 0; i < 50; i++) {
            assertThat(ada.post(INTEGRATIONS, ADDED.formatted("own" + i)).status())
                    .isEqualTo(201);
        }

        Client.Answer refused = ada.post(INTEGRATIONS, ADDED.formatted("more"));

        assertThat(refused.error()).isEqualTo("429 RATE_LIMITED");
        assertThat(refused.text("error.message")).contains("50");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
        ErrorForms.check("POST /api/v1/integrations", refused);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "body             | []",
        "name             | {\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\"}",
        "name             | {\"name\":\"\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\"}",
        "name             | {\"name\":[\"a\"],\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\"}",
        "kind             | {\"name\":\"a\",\"kind\":\"builtin\",\"url\":\"https://notes.example/mcp\"}",
        "url              | {\"name\":\"a\",\"kind\":\"mcp\",\"url\":{}}",
        "headers.x        | {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"headers\":{\"x\":1}}",
        "headers          | {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"headers\":[]}",
        "scopes           | {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"scopes\":\"read\"}",
        "sampling         | {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"sampling\":\"true\"}",
        "visibility       | {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"visibility\":\"all\"}",
    })
    void what_is_wrong_in_a_new_one_is_named(String field, String body) {
        Client.Answer answer = server.client().stranger().client().post(INTEGRATIONS, body);

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).startsWith(field + ":");
    }

    @Test
    void another_users_integration_is_404_and_its_name_is_free() {
        Client ada = server.client().stranger().client();
        Client bob = server.client().stranger().client();
        ada.post(INTEGRATIONS, ADDED.formatted("notes"));

        assertThat(bob.get(INTEGRATIONS + "/notes").status()).isEqualTo(404);
        assertThat(bob.send("PATCH", INTEGRATIONS + "/notes", "[").error()).isEqualTo("404 NOT_FOUND");
        assertThat(bob.delete(INTEGRATIONS + "/notes").error()).isEqualTo("404 NOT_FOUND");
        assertThat(bob.post(INTEGRATIONS + "/notes/refresh", "").error()).isEqualTo("404 NOT_FOUND");
        assertThat(bob.post(INTEGRATIONS, ADDED.formatted("notes")).status()).isEqualTo(201);
        assertThat(ada.post(INTEGRATIONS, ADDED.formatted("notes")).error()).isEqualTo("409 CONFLICT");
    }
}
