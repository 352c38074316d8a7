package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bearers of another issuer's tokens, who have accounts here. */
class ExternalAccountsHttpTest {
    private static final String SESSION = "/api/v1/auth/session";

    private final Instant now = Instant.now();

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final TestServer server = TestServer.startProvisioning(accounts -> new IssuerTokens(
            issuer.provisioning(Optional.of(AdminClaim.parse("realm_access.roles=operator"))),
            accounts,
            InstantSource.system()));

    private final Client ada = bearing(issuer.claims(now));

    private Client bearing(JWTClaimsSet.Builder claims) {
        return server.client().bearing(issuer.signed(claims.build()));
    }

    private static String userOf(Client client) {
        return client.get(SESSION).json().path("userId").asText();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SESSION,
                "/api/v1/profiles",
                "/api/v1/tools",
                "/api/v1/tasks",
                "/api/v1/runs",
                "/agent/api/tools",
                "/completion/api/models"
            })
    void every_service_accepts_them(String path) {
        assertThat(ada.get(path).status()).isEqualTo(200);
    }

    @Test
    void a_token_has_the_account_of_its_issuer_and_subject() {
        Client later = bearing(issuer.claims(now.plusSeconds(1)));
        Client bob = bearing(issuer.claims(now).subject("bob"));

        assertThat(userOf(ada)).startsWith("usr_").doesNotStartWith("usr_ext_").isEqualTo(userOf(later));
        assertThat(userOf(bob)).isNotEqualTo(userOf(ada));
    }

    @Test
    void the_session_is_what_the_token_says() {
        Client.Answer session = ada.get(SESSION);

        assertThat(session.json().path("roles").toString()).isEqualTo("[\"user\"]");
        assertThat(Instant.parse(session.json().path("expiresAt").asText()))
                .isBetween(now.plusSeconds(598), now.plusSeconds(600));
        assertThat(ada.post("/api/v1/auth/logout", "{}").status()).isEqualTo(403);
    }

    @Test
    void a_task_belongs_to_the_account() {
        Client.Answer task = ada.post("/api/v1/tasks", "{\"type\":\"echo\",\"input\":{\"text\":\"hi\"}}");

        assertThat(task.status()).as(task.body()).isEqualTo(201);
    }

    @Test
    void a_claim_gives_the_role_admin() {
        Client admin = bearing(issuer.claims(now).claim("realm_access", Map.of("roles", List.of("x", "operator"))));

        assertThat(admin.get("/api/v1/admin/users").status()).isEqualTo(200);
        assertThat(ada.get("/api/v1/admin/users").status()).isEqualTo(403);
        assertThat(userOf(admin)).isEqualTo(userOf(ada));
    }

    @Test
    void a_subject_that_no_account_can_have_is_refused() {
        assertThat(bearing(issuer.claims(now).subject(" ada")).get(SESSION).status())
                .isEqualTo(401);
    }

    @Test
    void the_pages_do_not_accept_them() {
        assertThat(ada.get("/web/api/v1/auth/session").status()).isEqualTo(401);
    }
}
