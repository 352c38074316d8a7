package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupHttpTest {
    private static final String GROUPS = "/api/v1/groups";
    private static final String TIMESTAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    private TestServer server;
    private Client client;

    @BeforeAll
    void start() {
        server = TestServer.start(parts -> parts.clock(new TickingClock()), List.of(), List.of());
        client = server.client();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static String group(Client.Person owner) {
        return owner.client().post(GROUPS, "{\"name\":\"Analysts\"}").text("id");
    }

    private static String profile(Client.Person person) {
        return person.tokens().get("profileId").asText();
    }

    private static String members(String group) {
        return GROUPS + "/" + group + "/members";
    }

    private static Client.Answer add(Client.Person by, String group, Client.Person whom, String role) {
        return by.client().post(members(group), "{\"profileId\":\"" + profile(whom) + "\",\"role\":\"" + role + "\"}");
    }

    private static Client.Answer patch(Client.Person by, String group, String whom, String body) {
        return by.client().send("PATCH", members(group) + "/" + whom, HttpRequest.BodyPublishers.ofString(body));
    }

    private static Client.Answer delete(Client.Person by, String path) {
        return by.client().send("DELETE", path, HttpRequest.BodyPublishers.noBody());
    }

    @Test
    void a_new_group_is_201_and_its_maker_the_owner() {
        Client.Person owner = client.stranger();

        Client.Answer answer = owner.client().post(GROUPS, "{\"name\":\" Analysts \",\"description\":\"Two\\nlines\"}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("id")).startsWith("grp_");
        assertThat(answer.text("name")).isEqualTo("Analysts");
        assertThat(answer.text("description")).isEqualTo("Two\nlines");
        assertThat(answer.text("role")).isEqualTo("owner");
        assertThat(answer.json().get("memberCount").asInt()).isEqualTo(1);
        assertThat(answer.text("createdAt")).matches(TIMESTAMP);
        assertThat(owner.client().get(GROUPS).json().get("groups").get(0)).isEqualTo(answer.json());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|name: is required",
                "{\"name\":3,\"description\":[]}|name: must be a string; description: must be a string",
                "{\"name\":\"\"}|name: must have 1 to 100 characters",
                "{\"name\":\"a\\nb\"}|name: must not contain control characters",
                "{\"name\":\"a\",\"description\":\"\\u0007\"}|description: must not contain control characters",
                "{|body: is not well-formed JSON"
            })
    void a_bad_group_is_422_and_names_the_fields(String body, String message) {
        Client.Answer answer = client.stranger().client().post(GROUPS, body);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("error.message")).contains(message);
    }

    @Test
    void groups_come_newest_first_and_in_pages() {
        Client.Person owner = client.stranger();
        String older = group(owner);
        String newer = group(owner);

        Client.Answer first = owner.client().get(GROUPS + "?limit=1");
        Client.Answer second = owner.client().get(GROUPS + "?limit=1&cursor=" + first.text("nextCursor"));

        assertThat(first.json().get("groups").findValuesAsText("id")).containsExactly(newer);
        assertThat(first.json().at("/groups/0/description").isNull()).isTrue();
        assertThat(second.json().get("groups").findValuesAsText("id")).containsExactly(older);
        assertThat(second.json().get("nextCursor").isNull()).isTrue();
    }

    @Test
    void an_added_profile_is_201_a_member_by_default_and_listed_with_its_name() {
        Client.Person owner = client.stranger();
        Client.Person member = client.stranger();
        String group = group(owner);

        Client.Answer added =
                owner.client().post(members(group), "{\"profileId\":\"" + profile(member) + "\",\"role\":null}");
        JsonNode listed = member.client().get(members(group)).json();

        assertThat(added.status()).isEqualTo(201);
        assertThat(added.text("role")).isEqualTo("member");
        assertThat(added.text("joinedAt")).matches(TIMESTAMP);
        assertThat(listed.get("members")).hasSize(2).contains(added.json());
        assertThat(listed.get("members").findValuesAsText("role")).containsExactly("member", "owner");
        assertThat(member.client()
                        .get(GROUPS)
                        .json()
                        .at("/groups/0/memberCount")
                        .asInt())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|profileId: is required",
                "{\"profileId\":5,\"role\":6}|profileId: must be a string; role: must be a string",
                "{\"profileId\":\"a b\"}|profileId: must be 1 to 128 visible ASCII characters",
                "{\"profileId\":\"prf_1\",\"role\":\"king\"}|role: must be one of owner, admin, member",
                "{\"profileId\":\"prf_1\",\"role\":\"Owner\"}|role: must be one of owner, admin, member"
            })
    void a_bad_member_is_422_and_names_the_fields(String body, String message) {
        Client.Person owner = client.stranger();

        Client.Answer answer = owner.client().post(members(group(owner)), body);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("error.message")).isEqualTo(message);
    }

    @Test
    void adding_an_unknown_profile_is_404_and_a_member_409() {
        Client.Person owner = client.stranger();
        Client.Person member = client.stranger();
        String group = group(owner);
        add(owner, group, member, "member");

        Client.Answer unknown = owner.client().post(members(group), "{\"profileId\":\"prf_unknown\"}");
        Client.Answer again = add(owner, group, member, "admin");

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text("error.code")).isEqualTo("NOT_FOUND");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text("error.code")).isEqualTo("CONFLICT");
    }

    @Test
    void a_member_may_see_and_leave_and_nothing_else() {
        Client.Person owner = client.stranger();
        Client.Person member = client.stranger();
        String group = group(owner);
        add(owner, group, member, "member");

        Client.Answer adds = add(member, group, client.stranger(), "member");
        Client.Answer rises = patch(member, group, profile(member), "{\"role\":\"owner\"}");
        Client.Answer removes = delete(member, members(group) + "/" + profile(owner));
        Client.Answer deletes = delete(member, GROUPS + "/" + group);
        Client.Answer leaves = delete(member, members(group) + "/" + profile(member));

        assertThat(adds.status()).isEqualTo(403);
        assertThat(adds.text("error.code")).isEqualTo("INSUFFICIENT_PERMISSIONS");
        assertThat(rises.status()).isEqualTo(403);
        assertThat(removes.status()).isEqualTo(403);
        assertThat(deletes.status()).isEqualTo(403);
        assertThat(leaves.status()).isEqualTo(204);
        assertThat(leaves.body()).isEmpty();
        assertThat(member.client().get(members(group)).status()).isEqualTo(404);
    }

    @Test
    void a_changed_role_is_200_with_the_member() {
        Client.Person owner = client.stranger();
        Client.Person member = client.stranger();
        String group = group(owner);
        Client.Answer added = add(owner, group, member, "member");

        Client.Answer changed = patch(owner, group, profile(member), "{\"role\":\"admin\"}");

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.text("role")).isEqualTo("admin");
        assertThat(changed.text("joinedAt")).isEqualTo(added.text("joinedAt"));
        assertThat(member.client().get(GROUPS).json().at("/groups/0/role").asText())
                .isEqualTo("admin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"role\":null}", "{\"role\":\"boss\"}", "{\"role\":1}"})
    void a_bad_role_is_422(String body) {
        Client.Person owner = client.stranger();

        Client.Answer answer = patch(owner, group(owner), profile(owner), body);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("error.message")).startsWith("role: ");
    }

    @Test
    void the_last_owner_stays_one() {
        Client.Person owner = client.stranger();
        Client.Person heir = client.stranger();
        String group = group(owner);
        add(owner, group, heir, "admin");

        Client.Answer steps = patch(owner, group, profile(owner), "{\"role\":\"admin\"}");
        Client.Answer leaves = delete(owner, members(group) + "/" + profile(owner));
        patch(owner, group, profile(heir), "{\"role\":\"owner\"}");
        Client.Answer leavesBehindAnother = delete(owner, members(group) + "/" + profile(owner));

        assertThat(steps.status()).isEqualTo(409);
        assertThat(leaves.status()).isEqualTo(409);
        assertThat(leaves.text("error.code")).isEqualTo("CONFLICT");
        assertThat(leavesBehindAnother.status()).isEqualTo(204);
    }

    @Test
    void a_deleted_group_is_gone_for_everybody() {
        Client.Person owner = client.stranger();
        Client.Person member = client.stranger();
        String group = group(owner);
        add(owner, group, member, "member");

        Client.Answer deleted = delete(owner, GROUPS + "/" + group);
        Client.Answer again = delete(owner, GROUPS + "/" + group);

        assertThat(deleted.status()).isEqualTo(204);
        assertThat(again.status()).isEqualTo(404);
        assertThat(member.client().get(GROUPS).json().get("groups")).isEmpty();
        assertThat(member.client().get(members(group)).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreign", "grp_unknown", "%20", "grp%2Fx", "%C3%A9"})
    void a_foreign_unknown_or_malformed_group_is_404_in_every_way(String id) {
        Client.Person owner = client.stranger();
        Client.Person outsider = client.stranger();
        String group = id.equals("foreign") ? group(owner) : id;

        assertThat(outsider.client().get(members(group)).status()).isEqualTo(404);
        assertThat(add(outsider, group, outsider, "member").status()).isEqualTo(404);
        assertThat(patch(outsider, group, profile(owner), "{\"role\":\"member\"}")
                        .status())
                .isEqualTo(404);
        assertThat(delete(outsider, members(group) + "/" + profile(owner)).status())
                .isEqualTo(404);
        assertThat(delete(outsider, GROUPS + "/" + group).text("error.message")).isEqualTo("there is no such group");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prf_unknown", "%20", "%C3%A9"})
    void an_unknown_or_malformed_member_is_404(String id) {
        Client.Person owner = client.stranger();
        String group = group(owner);

        assertThat(patch(owner, group, id, "{\"role\":\"member\"}").status()).isEqualTo(404);
        assertThat(delete(owner, members(group) + "/" + id).status()).isEqualTo(404);
    }

    @Test
    void an_admin_of_the_installation_sees_who_is_in_a_group_and_changes_nothing() {
        Client.Person boss = client.register(TestServer.ADMIN);
        Client.Person owner = client.stranger();
        String group = group(owner);

        assertThat(boss.client().get(members(group)).status()).isEqualTo(200);
        assertThat(boss.client().get(members("grp_unknown")).status()).isEqualTo(404);
        assertThat(add(boss, group, boss, "owner").status()).isEqualTo(403);
        assertThat(delete(boss, GROUPS + "/" + group).status()).isEqualTo(403);
    }

    @Test
    void a_bad_page_of_members_is_422_and_groups_need_a_token() {
        Client.Person owner = client.stranger();

        Client.Answer badPage = owner.client().get(members(group(owner)) + "?limit=9999");
        Client.Answer nobody = client.get(GROUPS);

        assertThat(badPage.status()).isEqualTo(422);
        assertThat(badPage.text("error.message")).isEqualTo("limit: must be between 1 and 200");
        assertThat(nobody.status()).isEqualTo(401);
    }
}
