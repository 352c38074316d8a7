package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditHttpTest {
    private static final String AUDIT = "/api/v1/auth/audit";

    @AutoClose
    private final TestServer server = TestServer.start();

    @Test
    void the_own_trail_is_read_newest_first_and_in_pages() {
        Client.Person ada = server.client().register("audit@example.org");
        server.client().post("/api/v1/auth/login", "{\"email\":\"audit@example.org\",\"password\":\"wrong one\"}");
        server.client().stranger();

        Client.Answer all = ada.client().get(AUDIT);
        Client.Answer first = ada.client().get(AUDIT + "?limit=2");
        Client.Answer rest = ada.client().get(AUDIT + "?limit=2&cursor=" + first.text("nextCursor"));

        assertThat(all.status()).isEqualTo(200);
        assertThat(all.json().get("entries").findValuesAsText("action"))
                .containsExactly("sign_in_failed", "signed_in", "registered");
        assertThat(all.text("entries.0.details.clientAddress")).isEqualTo("127.0.0.1");
        assertThat(all.text("entries.0.id")).startsWith("aud_");
        assertThat(all.json().get("nextCursor").isNull()).isTrue();
        assertThat(first.json().get("entries")).hasSize(2);
        assertThat(rest.json().at("/entries/0")).isEqualTo(all.json().at("/entries/2"));
        assertThat(rest.json().get("nextCursor").isNull()).isTrue();
    }

    @Test
    void without_a_token_and_with_a_bad_page_it_says_no() {
        Client.Person ada = server.client().stranger();

        assertThat(server.client().get(AUDIT).status()).isEqualTo(401);
        assertThat(ada.client().get(AUDIT + "?limit=0").status()).isEqualTo(422);
        assertThat(ada.client().get(AUDIT + "?cursor=%00").status()).isEqualTo(422);
    }
}
