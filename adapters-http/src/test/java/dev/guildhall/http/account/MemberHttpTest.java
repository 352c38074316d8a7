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

import com.fasterxml.jackson.databind.JsonNode;
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
class MemberHttpTest {
    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(new TickingClock()));

    private final Client client = server.client();

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
    @CsvSource(delimiter = '|', textBlock = """
        {}|profileId: is required
        {"profileId":5,"role":6}|profileId: must be a string; role: must be a string
        {"profileId":"a b"}|profileId: must be 1 to 128 visible ASCII characters
        {"profileId":"prf_1","role":"king"}|role: must be one of owner, admin, member
        {"profileId":"prf_1","role":"Owner"}|role: must be one of owner, admin, member
        """)
    void a_bad_member_is_422_and_names_the_fields(String body, String message) {
        Client.Person owner = client.stranger();

        Client.Answer answer = owner.client().post(members(group(owner)), body);

        assertThat(answer.fault()).isEqualTo("422 " + message);
    }

    @Test
    void adding_an_unknown_profile_is_404_and_a_member_409() {
        Client.Person owner = client.stranger();
        Client.Person member = client.stranger();
        String group = group(owner);
        add(owner, group, member, "member");

        Client.Answer unknown = owner.client().post(members(group), "{\"profileId\":\"prf_unknown\"}");
        Client.Answer again = add(owner, group, member, "admin");

        assertThat(unknown.error()).isEqualTo("404 NOT_FOUND");
        assertThat(again.error()).isEqualTo("409 CONFLICT");
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

        assertThat(adds.error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
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

        assertThat(answer.fault()).startsWith("422 role: ");
    }

    @Test
    void the_last_owner_stays_one() {
        Client.Person owner = client.stranger();
        Client.Person successor = client.stranger();
        String group = group(owner);
        add(owner, group, successor, "admin");

        Client.Answer steps = patch(owner, group, profile(owner), "{\"role\":\"admin\"}");
        Client.Answer leaves = delete(owner, members(group) + "/" + profile(owner));
        patch(owner, group, profile(successor), "{\"role\":\"owner\"}");
        Client.Answer leavesBehindAnother = delete(owner, members(group) + "/" + profile(owner));

        assertThat(steps.status()).isEqualTo(409);
        assertThat(leaves.error()).isEqualTo("409 CONFLICT");
        assertThat(leavesBehindAnother.status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prf_unknown", "%20", "%C3%A9"})
    void an_unknown_or_malformed_member_is_404(String id) {
        Client.Person owner = client.stranger();
        String group = group(owner);

        assertThat(patch(owner, group, id, "{\"role\":\"member\"}").status()).isEqualTo(404);
        assertThat(delete(owner, members(group) + "/" + id).status()).isEqualTo(404);
    }
}
