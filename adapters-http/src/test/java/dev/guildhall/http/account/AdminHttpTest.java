package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminHttpTest {
    private static final String USERS = "/api/v1/admin/users";
    private static final String SESSION = "/api/v1/auth/session";

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client.Person admin = server.client().register(TestServer.ADMIN);

    private Client.Answer change(Client.Person who, String userId, String body) {
        return who.client().send("PATCH", USERS + "/" + userId, body);
    }

    private Client.Answer signIn(String email) {
        return server.client()
                .post("/api/v1/auth/login", "{\"email\":\"" + email + "\",\"password\":\"correct horse battery\"}");
    }

    @Test
    void users_are_listed_and_searched_with_what_an_admin_decides() {
        Client.Person ada = server.client().register("find.me@example.org");

        Client.Answer found = admin.client().get(USERS + "?q=FIND.ME");
        Client.Answer one = admin.client().get(USERS + "/" + ada.userId());

        assertThat(found.status()).isEqualTo(200);
        assertThat(found.json().get("users")).hasSize(1);
        JsonNode user = found.json().at("/users/0");
        assertThat(user).isEqualTo(one.json());
        assertThat(user.get("id").asText()).isEqualTo(ada.userId());
        assertThat(user.get("displayName").asText()).isEqualTo("find.me");
        assertThat(user.get("roles").toString()).isEqualTo("[\"user\"]");
        assertThat(user.get("disabled").asBoolean()).isFalse();
        assertThat(user.get("budget").isNull()).isTrue();
        assertThat(user.has("lastSeenAt")).isTrue();
        assertThat(admin.client().get(USERS + "?q=fin%25me").json().get("users"))
                .isEmpty();
        assertThat(admin.client().get(USERS + "?limit=1").text("nextCursor")).isNotEmpty();
        assertThat(admin.client().get(USERS + "/usr_unknown").status()).isEqualTo(404);
    }

    @Test
    void only_an_admin_reaches_any_of_it() {
        Client.Person ada = server.client().stranger();

        for (String path : List.of(
                USERS,
                USERS + "/" + ada.userId(),
                "/api/v1/admin/audit",
                "/api/v1/admin/nodes",
                "/api/v1/admin/keys")) {
            assertThat(ada.client().get(path).status()).isEqualTo(403);
            assertThat(server.client().get(path).status()).isEqualTo(401);
            assertThat(admin.client().get(path).status()).isEqualTo(200);
        }
        assertThat(change(ada, ada.userId(), "{\"roles\":[\"admin\"]}").text("error.code"))
                .isEqualTo("INSUFFICIENT_PERMISSIONS");
    }

    @Test
    void a_disabled_user_is_signed_out_everywhere_and_signs_in_only_when_enabled_again() {
        Client.Person ada = server.client().register("gone@example.org");
        Client key = server.client()
                .bearing(ada.client().post("/api/v1/keys", "{\"name\":\"k\"}").text("key"));
        assertThat(key.get("/api/v1/tasks").status()).isEqualTo(200);

        Client.Answer disabled = change(admin, ada.userId(), "{\"disabled\":true}");

        assertThat(disabled.json().get("disabled").asBoolean()).isTrue();
        assertThat(ada.client().get(SESSION).status()).isEqualTo(401);
        assertThat(server.client()
                        .post("/api/v1/auth/token/refresh", "{\"refreshToken\":\"" + ada.refreshToken() + "\"}")
                        .status())
                .isEqualTo(401);
        Client.Answer refused = signIn("gone@example.org");
        assertThat(refused.error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(server.client()
                        .post("/api/v1/auth/login", "{\"email\":\"gone@example.org\",\"password\":\"wrong one\"}")
                        .body())
                .isEqualTo(refused.body());
        change(admin, ada.userId(), "{\"disabled\":false}");
        assertThat(signIn("gone@example.org").status()).isEqualTo(200);
        assertThat(key.get("/api/v1/tasks").status()).isEqualTo(401);
        assertThat(ada.client().get(SESSION).status()).isEqualTo(401);
    }

    @Test
    void an_admin_lists_and_revokes_the_keys_of_all_users() {
        Client.Person ada = server.client().register("keys@example.org");
        Client.Answer made = ada.client().post("/api/v1/keys", "{\"name\":\"nightly job\"}");
        Client bearer = server.client().bearing(made.text("key"));
        assertThat(bearer.get("/completion/api/models").status()).isEqualTo(200);

        Client.Answer listed = admin.client().get("/api/v1/admin/keys?userId=" + ada.userId());
        Client.Answer revoked = admin.client().delete("/api/v1/admin/keys/" + made.text("id"));

        assertThat(listed.json().get("keys")).hasSize(1);
        assertThat(listed.texts("keys.0.id", "keys.0.userId", "keys.0.email", "keys.0.name"))
                .containsExactly(made.text("id"), ada.userId(), "keys@example.org", "nightly job");
        assertThat(listed.body()).doesNotContain(made.text("key"));
        assertThat(revoked.status()).isEqualTo(204);
        assertThat(bearer.get("/completion/api/models").status()).isEqualTo(401);
        assertThat(admin.client()
                        .delete("/api/v1/admin/keys/" + made.text("id"))
                        .status())
                .isEqualTo(404);
        assertThat(ada.client().delete("/api/v1/admin/keys/key_1").status()).isEqualTo(403);
        assertThat(ada.client().get("/api/v1/auth/audit").text("entries.0.action"))
                .isEqualTo("api_key_revoked");
    }

    @Test
    void a_role_and_a_budget_are_given_and_taken() {
        Client.Person ada = server.client().stranger();

        Client.Answer given = change(
                admin,
                ada.userId(),
                "{\"roles\":[\"admin\"],\"budget\":{\"amount\":12.5,\"currency\":\"USD\",\"period\":\"month\"}}");
        Client.Answer taken = change(admin, ada.userId(), "{\"roles\":[],\"budget\":null}");

        assertThat(given.json().get("roles").toString()).isEqualTo("[\"user\",\"admin\"]");
        assertThat(given.texts("budget.amount", "budget.currency", "budget.period", "budget.used"))
                .containsExactly("12.5", "USD", "month", "0");
        assertThat(taken.json().get("roles").toString()).isEqualTo("[\"user\"]");
        assertThat(taken.json().get("budget").isNull()).isTrue();
        assertThat(change(admin, ada.userId(), "{}").status()).isEqualTo(200);
        JsonNode trail = ada.client().get("/api/v1/auth/audit").json().get("entries");
        assertThat(trail.findValuesAsText("action"))
                .containsExactly(
                        "budget_changed",
                        "roles_changed",
                        "budget_changed",
                        "roles_changed",
                        "signed_in",
                        "registered");
        assertThat(trail.at("/0/details/actorProfileId").asText()).startsWith("prf_");
        JsonNode mine = admin.client()
                .get("/api/v1/admin/audit?action=roles_changed&userId=" + admin.userId())
                .json();
        assertThat(mine.at("/entries/0/details/userId").asText()).isEqualTo(ada.userId());
        assertThat(mine.at("/entries/0/email").asText()).isEqualTo(TestServer.ADMIN);
    }

    @Test
    void bad_values_are_refused_by_name() {
        Client.Person ada = server.client().stranger();

        assertThat(change(admin, ada.userId(), "{\"roles\":[\"king\"]}").text("error.message"))
                .contains("roles")
                .contains("user, admin");
        assertThat(change(admin, ada.userId(), "{\"disabled\":\"yes\"}").text("error.message"))
                .contains("disabled");
        assertThat(change(admin, ada.userId(), budget("12", "EUR", "month")).text("error.message"))
                .contains("budget.currency");
        assertThat(change(admin, ada.userId(), budget("12", "Euro", "month")).text("error.message"))
                .contains("budget.currency");
        assertThat(change(admin, ada.userId(), budget("-1", "USD", "month")).text("error.message"))
                .contains("budget.amount");
        assertThat(change(admin, ada.userId(), budget("1e999", "USD", "month")).text("error.message"))
                .contains("budget.amount");
        assertThat(change(admin, ada.userId(), budget("1", "USD", "year")).text("error.message"))
                .contains("budget.period");
        assertThat(change(admin, "usr_unknown", "{\"disabled\":true}").status()).isEqualTo(404);
        assertThat(admin.client().get("/api/v1/admin/audit?action=none").status())
                .isEqualTo(422);
        assertThat(admin.client().get(USERS + "?q=" + "a".repeat(201)).status()).isEqualTo(422);
    }

    private static String budget(String amount, String currency, String period) {
        return "{\"budget\":{\"amount\":" + amount + ",\"currency\":\"" + currency + "\",\"period\":\"" + period
                + "\"}}";
    }

    @Test
    void a_configured_admin_keeps_the_role_and_the_last_admin_stays() {
        Client.Answer role = change(admin, admin.userId(), "{\"roles\":[\"user\"]}");
        Client.Answer disabled = change(admin, admin.userId(), "{\"disabled\":true}");
        Client.Answer erased =
                admin.client().send("DELETE", "/api/v1/auth/account", "{\"password\":\"correct horse battery\"}");

        assertThat(role.status()).isEqualTo(409);
        assertThat(role.text("error.message")).contains("GUILDHALL_ADMIN_EMAILS");
        assertThat(disabled.status()).isEqualTo(409);
        assertThat(disabled.text("error.message")).contains("last admin");
        assertThat(erased.status()).isEqualTo(409);
        assertThat(admin.client().get(USERS).status()).isEqualTo(200);
    }

    @Test
    void of_two_admins_that_remove_each_other_at_once_one_stays() throws Exception {
        try (TestServer other = TestServer.start(
                parts -> parts.adminEmails(Set.of()).setupToken(SetupHttpTest.TOKEN), List.of(), List.of())) {
            Client.Person ada = SetupHttpTest.registered(other, "ada@example.org");
            Client.Person bob = other.client().register("bob@example.org");
            change(ada, bob.userId(), "{\"roles\":[\"admin\"]}");
            Callable<Integer> first =
                    () -> change(ada, bob.userId(), "{\"roles\":[]}").status();
            Callable<Integer> second =
                    () -> change(bob, ada.userId(), "{\"disabled\":true}").status();

            List<Integer> both = AtOnce.run(List.of(first, second));

            assertThat(both).contains(200);
            assertThat(both.stream().filter(status -> status == 200)).hasSize(1);
        }
    }

    @Test
    void the_usage_of_all_users_is_summed_as_the_query_says() {
        Client.Person ada = server.client().stranger();
        ada.client().post("/completion/api/chat", "{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}");

        JsonNode byUser = usage("?days=1");
        JsonNode byModel = usage("?by=model");
        JsonNode byDay = usage("?by=day&days=90");

        assertThat(byUser.get("currency").asText()).isEqualTo("USD");
        assertThat(byUser.get("usage").findValuesAsText("email")).contains(ada.email());
        assertThat(byUser.at("/usage/0/cost").isNull()).isTrue();
        assertThat(byModel.at("/usage/0/model").asText()).isNotEmpty();
        assertThat(byDay.at("/usage/0/requests").asInt()).isPositive();
        assertThat(usage("?by=key").get("usage")).isEmpty();
        assertThat(admin.client().get("/api/v1/admin/usage?by=moon").status()).isEqualTo(422);
        assertThat(admin.client().get("/api/v1/admin/usage?days=91").status()).isEqualTo(422);
        assertThat(ada.client().get("/api/v1/admin/usage").status()).isEqualTo(403);
    }

    private JsonNode usage(String query) {
        return admin.client().get("/api/v1/admin/usage" + query).json();
    }

    @Test
    void the_nodes_that_run_are_listed() {
        JsonNode nodes = admin.client().get("/api/v1/admin/nodes").json().get("nodes");

        assertThat(nodes).hasSize(1);
        assertThat(nodes.at("/0/id").asText()).startsWith("node_");
        assertThat(nodes.at("/0/tasksRunning").asInt()).isZero();
    }
}
