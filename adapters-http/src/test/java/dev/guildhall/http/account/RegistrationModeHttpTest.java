package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TrustingProvider;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.settings.InstallationSettings;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistrationModeHttpTest {
    private static final SetupToken TOKEN = new SetupToken("a".repeat(43));
    private static final String GRANT =
            "{\"provider\":\"acme\",\"code\":\"%s\",\"redirectUri\":\"https://app.example/\"}";

    @ParameterizedTest
    @CsvSource({"INVITED,registration is by invitation on this server", "CLOSED,registration is closed on this server"})
    void only_the_setup_token_registers_where_not_anybody_may(RegistrationMode mode, String message) {
        try (TestServer server = TestServer.start(
                parts -> parts.adminEmails(Set.of())
                        .setupToken(TOKEN)
                        .oauthProviders(() -> List.of(new TrustingProvider()))
                        .settings(InstallationSettings.registration(mode)),
                List.of(),
                List.of())) {
            Client client = server.client();

            Client.Answer register = client.post("/api/v1/auth/register", Browser.credentials("ada@example.org"));
            Client.Answer page = client.post("/api/session/register", Browser.credentials("ada@example.org"));
            Client.Answer provider = client.post("/api/v1/auth/login/oauth", GRANT.formatted("ada@example.org"));
            Client.Answer first = client.post(
                    "/api/v1/auth/register",
                    Browser.credentials("root@example.org").replace("}", ",\"setupToken\":\"" + TOKEN.value() + "\"}"));
            Client.Answer taken = client.post("/api/v1/auth/register", Browser.credentials("root@example.org"));
            Client.Answer wrong = client.post(
                    "/api/v1/auth/register",
                    Browser.credentials("ada@example.org").replace("}", ",\"setupToken\":\"" + "b".repeat(43) + "\"}"));

            assertThat(List.of(register, provider, taken))
                    .extracting(Client.Answer::error)
                    .containsOnly("403 INSUFFICIENT_PERMISSIONS");
            assertThat(register.text("error.message")).isEqualTo(message);
            assertThat(page.status()).isEqualTo(403);
            assertThat(page.text("error")).isEqualTo("Forbidden");
            assertThat(page.text("message")).isEqualTo(message);
            assertThat(first.status()).isEqualTo(201);
            assertThat(wrong.status()).isEqualTo(422);
            assertThat(client.get("/api/session/providers").text("registration"))
                    .isEqualTo(mode.wireName());
            assertThat(client.post("/api/v1/auth/login", Browser.credentials("root@example.org"))
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"OPEN,201,200", "CLOSED,403,403"})
    void an_account_is_registered_with_a_password_or_a_provider_only_where_anybody_may(
            RegistrationMode mode, int registered, int signedIn) {
        try (TestServer server = TestServer.start(
                parts -> parts.oauthProviders(() -> List.of(new TrustingProvider()))
                        .settings(InstallationSettings.registration(mode)),
                List.of(),
                List.of())) {
            Client client = server.client();

            assertThat(client.post("/api/v1/auth/register", Browser.credentials("ada@example.org"))
                            .status())
                    .isEqualTo(registered);
            assertThat(client.post("/api/v1/auth/login/oauth", GRANT.formatted("bob@example.org"))
                            .status())
                    .isEqualTo(signedIn);
        }
    }
}
