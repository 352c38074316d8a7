package dev.guildhall.http.tool;

import static dev.guildhall.http.tool.ToolRequests.INTEGRATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.TestServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Integrations that users add, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AddedIntegrationHttpTest {
    private static final String ADDED = "{\"name\":\"%s\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\"}";

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.integrationConnector(new EmptyConnector()));

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
    @CsvSource(
            delimiter = '|',
            value = {
                "body             | []",
                "name             | {\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\"}",
                "name             | {\"name\":\"\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\"}",
                "name             | {\"name\":[\"a\"],\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\"}",
                "kind             | {\"name\":\"a\",\"kind\":\"builtin\",\"url\":\"https://notes.example/mcp\"}",
                "url              | {\"name\":\"a\",\"kind\":\"mcp\",\"url\":{}}",
                "headers.x        |"
                    + " {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"headers\":{\"x\":1}}",
                "headers          |"
                        + " {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"headers\":[]}",
                "scopes           |"
                    + " {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"scopes\":\"read\"}",
                "sampling         |"
                    + " {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"sampling\":\"true\"}",
                "visibility       |"
                    + " {\"name\":\"a\",\"kind\":\"mcp\",\"url\":\"https://notes.example/mcp\",\"visibility\":\"all\"}",
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
