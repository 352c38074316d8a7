package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SetupHttpTest {
    static final SetupToken TOKEN = new SetupToken("the-token-of-the-first-start");

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> parts.adminEmails(Set.of()).setupToken(TOKEN), List.of(), List.of());

    private static Client.Answer register(TestServer server, String email, String token) {
        return server.client()
                .post(
                        "/api/v1/auth/register",
                        "{\"email\":\"" + email + "\",\"password\":\"correct horse battery\",\"setupToken\":\"" + token
                                + "\"}");
    }

    static Client.Person registered(TestServer server, String email) {
        JsonNode tokens = register(server, email, TOKEN.value()).json();
        return new Client.Person(
                server.client().bearing(tokens.get("accessToken").asText()),
                email,
                tokens.get("userId").asText(),
                tokens);
    }

    @Test
    void the_first_account_with_the_token_is_the_admin_and_the_token_is_then_used() {
        assertThat(server.core().administration().awaitsFirstAdmin(Caller.anonymous()))
                .isTrue();
        Client.Answer wrong = register(server, "first@example.org", "another");
        Client.Person first = registered(server, "first@example.org");
        Client.Answer used = register(server, "second@example.org", TOKEN.value());

        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text("error.message")).contains("setupToken").doesNotContain("another");
        assertThat(first.client()
                        .get("/api/v1/auth/session")
                        .json()
                        .get("roles")
                        .toString())
                .isEqualTo("[\"user\",\"admin\"]");
        assertThat(used.status()).isEqualTo(422);
        assertThat(used.text("error.message")).isEqualTo(wrong.text("error.message"));
        assertThat(server.core().administration().awaitsFirstAdmin(Caller.anonymous()))
                .isFalse();
    }

    private static Client.Answer setUp(Client.Person person, String token) {
        return person.client().post("/api/v1/auth/setup", "{\"token\":\"" + token + "\"}");
    }

    @Test
    void an_account_that_was_registered_before_becomes_the_admin_with_the_token() {
        Client.Person ada = server.client().stranger();
        Client.Person bob = server.client().stranger();
        assertThat(server.client().get("/api/session/providers").text("needsAdmin"))
                .isEqualTo("true");

        Client.Answer wrong = setUp(ada, "another");
        Client.Answer right = setUp(ada, TOKEN.value());
        Client.Answer again = setUp(ada, TOKEN.value());
        Client.Answer late = setUp(bob, TOKEN.value());

        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text("error.message")).startsWith("token: ").doesNotContain("another");
        assertThat(right.status()).isEqualTo(204);
        assertThat(again.status()).isEqualTo(422);
        assertThat(late.status()).isEqualTo(422);
        assertThat(ada.client().get("/api/v1/admin/users").status()).isEqualTo(200);
        assertThat(bob.client().get("/api/v1/admin/users").status()).isEqualTo(403);
        assertThat(server.client().get("/api/session/providers").text("needsAdmin"))
                .isEqualTo("false");
        assertThat(server.client()
                        .post("/api/v1/auth/setup", "{\"token\":\"x\"}")
                        .status())
                .isEqualTo(401);
        assertThat(ada.client().post("/api/v1/auth/setup", "{}").text("error.message"))
                .isEqualTo("token: is required");
    }

    @Test
    void of_many_accounts_with_the_token_at_once_one_becomes_the_admin() throws Exception {
        List<Callable<Integer>> all = IntStream.range(0, 5)
                .mapToObj(i -> server.client().stranger())
                .<Callable<Integer>>map(
                        person -> () -> setUp(person, TOKEN.value()).status())
                .toList();

        assertThat(AtOnce.run(all)).containsOnlyOnce(204).containsOnly(204, 422);
    }

    @Test
    void attempts_of_one_account_are_limited() {
        Client.Person ada = server.client().stranger();

        assertThat(IntStream.range(0, 12).mapToObj(i -> setUp(ada, "guess").status()))
                .containsOnly(422, 429)
                .startsWith(422)
                .endsWith(429);
    }

    @Test
    void of_many_registrations_with_the_token_at_once_one_succeeds() throws Exception {
        List<Callable<Integer>> all = IntStream.range(0, 5)
                .<Callable<Integer>>mapToObj(i -> () -> register(server, "racer" + i + "@example.org", TOKEN.value())
                        .status())
                .toList();

        assertThat(AtOnce.run(all)).containsOnlyOnce(201).containsOnly(201, 422);
    }

    @Test
    void registrations_with_a_token_count_as_attempts_to_sign_in() {
        List<Integer> statuses = IntStream.range(0, 12)
                .mapToObj(i ->
                        register(server, "guess" + i + "@example.org", "guess").status())
                .toList();

        assertThat(statuses).containsOnly(422, 429).startsWith(422).endsWith(429);
    }

    @Test
    void where_the_configuration_names_admins_no_token_makes_one() {
        try (TestServer configured = TestServer.start(parts -> parts.setupToken(TOKEN), List.of(), List.of())) {
            assertThat(register(configured, "first@example.org", TOKEN.value()).status())
                    .isEqualTo(422);
            assertThat(configured.core().administration().awaitsFirstAdmin(Caller.anonymous()))
                    .isFalse();
        }
    }
}
