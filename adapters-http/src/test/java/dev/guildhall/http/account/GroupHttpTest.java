package dev.guildhall.http.account;

import static dev.guildhall.http.account.GroupRequests.GROUPS;
import static dev.guildhall.http.account.GroupRequests.TIMESTAMP;
import static dev.guildhall.http.account.GroupRequests.add;
import static dev.guildhall.http.account.GroupRequests.delete;
import static dev.guildhall.http.account.GroupRequests.group;
import static dev.guildhall.http.account.GroupRequests.members;
import static dev.guildhall.http.account.GroupRequests.patch;
import static dev.guildhall.http.account.GroupRequests.profile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TickingClock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupHttpTest {
    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(new TickingClock()));

    private final Client client = server.client();

    @Test
    void a_new_group_is_201_and_its_maker_the_owner() {
        Client.Person owner = client.stranger();

        Client.Answer answer = owner.client().post(GROUPS, "{\"name\":\" Analysts \",\"description\":\"Two\\nlines\"}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("id")).startsWith("grp_");
        assertThat(answer.texts("name", "description", "role", "memberCount"))
                .containsExactly("Analysts", "Two\nlines", "owner", "1");
        assertThat(answer.text("createdAt")).matches(TIMESTAMP);
        assertThat(owner.client().get(GROUPS).json().get("groups").get(0)).isEqualTo(answer.json());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|name: is required
        {"name":3,"description":[]}|name: must be a string; description: must be a string
        {"name":""}|name: must have 1 to 100 characters
        {"name":"a\\nb"}|name: must not contain control characters
        {"name":"a","description":"\\u0007"}|description: must not contain control characters
        {|body: is not well-formed JSON
        """)
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
    void a_deleted_group_is_not_found_by_any_user() {
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
        Client.Answer anonymous = client.get(GROUPS);

        assertThat(badPage.fault()).isEqualTo("422 limit: must be between 1 and 200");
        assertThat(anonymous.status()).isEqualTo(401);
    }
}
