package dev.guildhall.http.account;

import static dev.guildhall.http.account.GroupRequests.GROUPS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.config.Prices;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TickingClock;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.testkit.contract.AtOnce;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** API keys of groups over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupKeyHttpTest {
    private static final String KEYS = "/api/v1/keys";
    private static final String PROFILES = "/api/v1/profiles";
    private static final String CHAT = "/completion/api/chat";
    private static final String BODY = "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> parts.clock(new TickingClock()).prices(prices()));

    private final Client client = server.client();
    private final Client.Person admin = client.register(TestServer.ADMIN);
    private final Client.Person ada = client.stranger();
    private final Client.Person ben = client.stranger();

    private static Prices prices() {
        BigDecimal each = BigDecimal.valueOf(1_000);
        return new Prices(Currency.getInstance("USD"), Map.of("*", new ModelPrice(each, each, each, each)));
    }

    private static String keys(String group) {
        return GROUPS + "/" + group + "/keys";
    }

    private static Client.Answer made(Client.Person owner, String group) {
        return owner.client().post(keys(group), "{\"name\":\"nightly job\"}");
    }

    private String groupOfBoth(String roleOfBen) {
        String group = GroupRequests.group(ada);
        GroupRequests.add(ada, group, ben, roleOfBen);
        return group;
    }

    private String profileOf(Client bearer) {
        return bearer.get(PROFILES).text("profiles.0.id");
    }

    @Test
    void a_key_of_a_group_acts_as_the_account_of_the_group() {
        String group = groupOfBoth("owner");

        Client.Answer first = made(ada, group);
        Client.Answer second = made(ben, group);

        assertThat(first.status()).isEqualTo(201);
        Client bearer = client.bearing(first.text("key"));
        JsonNode profile = bearer.get(PROFILES).json().at("/profiles/0");
        assertThat(profile.get("displayName").asText()).isEqualTo("Analysts");
        assertThat(profileOf(client.bearing(second.text("key"))))
                .isEqualTo(profile.get("id").asText())
                .isNotEqualTo(GroupRequests.profile(ada));
        assertThat(bearer.get(GROUPS).json().get("groups")).isEmpty();
        assertThat(bearer.post(CHAT, BODY).status()).isEqualTo(200);
        assertThat(ben.client().get(keys(group)).json().get("keys").findValuesAsText("id"))
                .containsExactly(second.text("id"), first.text("id"));
        assertThat(ada.client().get(KEYS).json().get("keys").findValuesAsText("id"))
                .doesNotContain(first.text("id"));
        assertThat(ada.client().get(GroupRequests.members(group)).json().get("members"))
                .hasSize(2);
    }

    @Test
    void only_owners_reach_the_keys_of_a_group() {
        String group = groupOfBoth("admin");
        String key = KEYS + "/" + made(ada, group).text("id");
        Client.Person stranger = client.stranger();

        assertThat(made(ben, group).error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(ben.client().get(keys(group)).error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(ben.client().send("PATCH", key, "{\"name\":\"x\"}").error())
                .isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(ben.client().delete(key).error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(made(stranger, group).error()).isEqualTo("404 NOT_FOUND");
        assertThat(stranger.client().get(keys(group)).error()).isEqualTo("404 NOT_FOUND");
        assertThat(stranger.client().send("PATCH", key, "{\"name\":\"x\"}").error())
                .isEqualTo("404 NOT_FOUND");
        assertThat(stranger.client().delete(key).error()).isEqualTo("404 NOT_FOUND");
        assertThat(made(ada, "grp_unknown").error()).isEqualTo("404 NOT_FOUND");
        assertThat(client.bearing(made(ada, group).text("key"))
                        .post(keys(group), "{\"name\":\"x\"}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void another_owner_changes_and_revokes_the_key_after_its_maker_left() {
        String group = groupOfBoth("owner");
        Client.Answer made = made(ada, group);
        Client bearer = client.bearing(made.text("key"));
        String key = KEYS + "/" + made.text("id");

        ada.client().delete(GroupRequests.members(group) + "/" + GroupRequests.profile(ada));

        assertThat(bearer.get(PROFILES).status()).isEqualTo(200);
        assertThat(ada.client().delete(key).error()).isEqualTo("404 NOT_FOUND");
        assertThat(ben.client().send("PATCH", key, "{\"name\":\"other\"}").text("name"))
                .isEqualTo("other");
        assertThat(ben.client().delete(key).status()).isEqualTo(204);
        assertThat(bearer.get(PROFILES).status()).isEqualTo(401);
        JsonNode entry = ben.client().get("/api/v1/auth/audit").json().at("/entries/0");
        assertThat(entry.get("action").asText()).isEqualTo("api_key_revoked");
        assertThat(entry.at("/details/groupId").asText()).isEqualTo(group);
    }

    @Test
    void the_keys_go_with_the_group() {
        String deleted = groupOfBoth("member");
        Client.Person last = client.stranger();
        String left = GroupRequests.group(last);
        Client first = client.bearing(made(ada, deleted).text("key"));
        Client second = client.bearing(made(last, left).text("key"));
        assertThat(List.of(
                        first.post(CHAT, BODY).status(), second.post(CHAT, BODY).status()))
                .containsOnly(200);

        ada.client().delete(GROUPS + "/" + deleted);
        last.client().send("DELETE", "/api/v1/auth/account", "{\"password\":\"correct horse battery\"}");

        assertThat(first.get(PROFILES).status()).isEqualTo(401);
        assertThat(second.get(PROFILES).status()).isEqualTo(401);
        assertThat(usage("group").findValuesAsText("groupId")).doesNotContain(deleted, left);
    }

    @Test
    void no_user_signs_in_to_the_account_of_a_group() {
        String group = groupOfBoth("member");
        client.bearing(made(ada, group).text("key")).post(CHAT, BODY);
        String email = usageOf(group).get("email").asText();
        String credentials = "{\"email\":\"" + email + "\",\"password\":\"correct horse battery\"}";

        assertThat(email).endsWith("@service.invalid");
        assertThat(client.post("/api/v1/auth/login", credentials).status()).isEqualTo(401);
        assertThat(client.post("/api/v1/auth/register", credentials).status()).isEqualTo(409);
    }

    @Test
    void the_account_of_a_group_cannot_be_an_admin() {
        String group = groupOfBoth("member");
        client.bearing(made(ada, group).text("key")).post(CHAT, BODY);
        String account = "/api/v1/admin/users/" + usageOf(group).get("userId").asText();

        assertThat(admin.client()
                        .send("PATCH", account, "{\"roles\":[\"user\",\"admin\"]}")
                        .error())
                .isEqualTo("409 CONFLICT");
        assertThat(admin.client().send("PATCH", account, "{\"roles\":[]}").status())
                .isEqualTo(200);
    }

    @Test
    void an_admin_gives_a_group_a_budget() {
        String group = groupOfBoth("member");
        Client bearer = client.bearing(made(ada, group).text("key"));
        bearer.post(CHAT, BODY);
        String account = usageOf(group).get("userId").asText();
        assertThat(usageOf(group).get("cost").decimalValue()).isPositive();

        admin.client()
                .send(
                        "PATCH",
                        "/api/v1/admin/users/" + account,
                        "{\"budget\":{\"amount\":0,\"currency\":\"USD\",\"period\":\"day\"}}");
        Client.Answer refused = bearer.post(CHAT, BODY);
        for (int i = 0; refused.status() == 200 && i < 2_000; i++) {
            refused = bearer.post(CHAT, BODY);
        }

        assertThat(refused.fault()).startsWith("429 BUDGET_EXCEEDED: the budget of the account");
        assertThat(ada.client().post(CHAT, BODY).status()).isEqualTo(200);
    }

    @Test
    void the_members_of_a_group_see_its_budget_with_what_its_keys_have_used() {
        String group = groupOfBoth("member");
        Client.Answer before = ben.client().get(GROUPS + "/" + group);
        Client bearer = client.bearing(made(ada, group).text("key"));
        bearer.post(CHAT, BODY);
        Client.Answer withoutLimit = ben.client().get(GROUPS + "/" + group);

        admin.client()
                .send(
                        "PATCH",
                        "/api/v1/admin/users/" + withoutLimit.text("accountId"),
                        "{\"budget\":{\"amount\":1000,\"currency\":\"USD\",\"period\":\"day\"}}");
        Client.Answer limited = ben.client().get(GROUPS + "/" + group);

        assertThat(before.json().get("accountId").isNull()).isTrue();
        assertThat(before.json().get("budget").isNull()).isTrue();
        assertThat(before.json().get("models")).isEmpty();
        assertThat(before.text("role")).isEqualTo("member");
        assertThat(before.json().get("memberCount").asInt()).isEqualTo(2);
        assertThat(withoutLimit.text("accountId"))
                .isEqualTo(usageOf(group).get("userId").asText());
        assertThat(withoutLimit.json().get("budget").isNull()).isTrue();
        assertThat(limited.json().at("/budget/amount").decimalValue()).isEqualByComparingTo("1000");
        assertThat(limited.json().at("/budget/used").decimalValue()).isPositive();
        assertThat(admin.client().get(GROUPS + "/" + group).json().get("role").isNull())
                .isTrue();
        assertThat(client.stranger().client().get(GROUPS + "/" + group).error()).isEqualTo("404 NOT_FOUND");
    }

    private JsonNode usage(String by) {
        return admin.client().get("/api/v1/admin/usage?by=" + by).json().get("usage");
    }

    private JsonNode usageOf(String group) {
        for (JsonNode row : usage("group")) {
            if (row.get("groupId").asText().equals(group)) {
                return row;
            }
        }
        throw new AssertionError("no use of " + group);
    }

    @Test
    void first_keys_that_are_made_at_once_share_one_account() throws Exception {
        String group = groupOfBoth("owner");
        Callable<String> maker = () -> profileOf(client.bearing(made(ada, group).text("key")));

        List<String> profiles = AtOnce.run(Collections.nCopies(8, maker));

        assertThat(profiles).doesNotContainNull().containsOnly(profiles.getFirst());
    }

    @Test
    void the_hundred_and_first_key_of_a_group_is_409() {
        String group = groupOfBoth("member");
        IntStream.range(0, 100).forEach(i -> made(ada, group));

        assertThat(made(ada, group).error()).isEqualTo("409 CONFLICT");
        assertThat(ada.client().post(KEYS, "{\"name\":\"own\"}").status()).isEqualTo(201);
    }
}
