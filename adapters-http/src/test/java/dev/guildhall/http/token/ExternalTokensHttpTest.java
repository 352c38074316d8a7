package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bearers of another issuer's tokens, who have no account here. */
class ExternalTokensHttpTest {
    private static final String CHAT = "/completion/api/chat";
    private static final String ASKING = "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    private final Instant now = Instant.now();

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final TestServer server =
            TestServer.startTaking(new IssuerTokens(issuer.trusted(), Issuer.NO_ACCOUNTS, InstantSource.system()));

    private final Client bearer = server.client().bearing(issuer.token(now));

    @Test
    void the_completion_service_answers_them() {
        assertThat(bearer.post(CHAT, ASKING).status()).isEqualTo(200);
        assertThat(bearer.get("/completion/api/models").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/auth/session", "/api/v1/profiles", "/api/v1/tools", "/agent/api/tools"})
    void the_other_services_do_not(String path) {
        assertThat(bearer.get(path).status()).isEqualTo(401);
    }

    @Test
    void tokens_of_our_own_are_taken_as_ever() {
        issuer.goDown();

        assertThat(server.client().stranger().client().post(CHAT, ASKING).status())
                .isEqualTo(200);
    }

    @Test
    void an_expired_token_is_said_to_be() {
        Client late = server.client().bearing(issuer.token(now.minusSeconds(3600)));

        Client.Answer answer = late.post(CHAT, ASKING);

        assertThat(answer.fault()).isEqualTo("401 the access token has expired");
    }

    @Test
    void a_token_that_cannot_be_verified_for_the_moment_is_503() {
        issuer.goDown();

        Client.Answer answer = bearer.post(CHAT, ASKING);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void a_token_whose_signature_is_spelled_in_another_way_was_as_good_as_the_issuers() {
        String good = issuer.token(now);
        char last = good.charAt(good.length() - 1);
        String loose = good.substring(0, good.length() - 1) + (char) (last + 1);

        assertThat(server.client().bearing(good).post(CHAT, ASKING).status()).isEqualTo(200);
        assertThat(server.client().bearing(loose).post(CHAT, ASKING).status()).isEqualTo(401);
    }
}
