package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.ScriptedChatModel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Assistants and collections that several users use, and their owners alone change (assistants-3 to assistants-5, knowledge-2). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedKnowledgeHttpTest {
    @AutoClose
    private final TestServer server = TestServer.start(
            parts -> parts.chatModel(new ScriptedChatModel(request -> ScriptedChatModel.says(request, "Arr."))));

    private final Client.Person admin = server.client().register(TestServer.ADMIN);
    private final Client.Person ada = server.client().stranger();
    private final Client.Person bob = server.client().stranger();
    private final Client.Person eve = server.client().stranger();

    private String groupWithBob() {
        String group =
                ada.client().post("/api/v1/groups", "{\"name\":\"Crew\"}").text("id");
        String profile = bob.tokens().get("profileId").asText();
        assertThat(ada.client()
                        .post("/api/v1/groups/" + group + "/members", "{\"profileId\":\"" + profile + "\"}")
                        .status())
                .isEqualTo(201);
        return group;
    }

    private static String made(Client.Person owner, String kind, String visibility) {
        Client.Answer made = AgentRequests.post(
                owner, "/" + kind, "{'name':'Sea','instructions':'x','visibility':'" + visibility + "'}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.text("id");
    }

    private static int changed(Client.Person person, String path) {
        return AgentRequests.send(person, "PATCH", path, "{'name':'Mine'}").status();
    }

    private static int deleted(Client.Person person, String path) {
        return AgentRequests.send(person, "DELETE", path, "").status();
    }

    private static Client.Answer asked(Client.Person person, String more) {
        return AgentRequests.post(
                person, "/chat", "{'userId':'ME','messages':[{'role':'user','content':'Hi'}]" + more + "}");
    }

    @ParameterizedTest
    @CsvSource({"assistants", "collections"})
    void its_owner_alone_changes_what_others_read(String kind) {
        String path = "/" + kind + "/" + made(ada, kind, "group:" + groupWithBob());

        assertThat(AgentRequests.get(bob, path).status()).isEqualTo(200);
        assertThat(changed(bob, path)).isEqualTo(403);
        assertThat(deleted(bob, path)).isEqualTo(403);
        assertThat(AgentRequests.get(admin, path).status()).isEqualTo(200);
        assertThat(changed(admin, path)).isEqualTo(403);
        assertThat(deleted(admin, path)).isEqualTo(403);
        assertThat(AgentRequests.get(eve, path).status()).isEqualTo(404);
        assertThat(changed(eve, path)).isEqualTo(404);
        assertThat(deleted(eve, path)).isEqualTo(404);
        assertThat(changed(ada, path)).isEqualTo(200);
        assertThat(deleted(ada, path)).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource({"assistants", "collections"})
    void an_admin_shares_an_own_one_with_everyone(String kind) {
        String path = "/" + kind + "/" + made(admin, kind, "private");
        assertThat(AgentRequests.get(eve, path).status()).isEqualTo(404);

        assertThat(AgentRequests.send(admin, "PATCH", path, "{'visibility':'everyone'}")
                        .status())
                .isEqualTo(200);

        assertThat(AgentRequests.get(eve, path).status()).isEqualTo(200);
        assertThat(changed(eve, path)).isEqualTo(403);
    }

    @Test
    void documents_of_a_collection_are_its_owners_to_add_and_remove() {
        String path = "/collections/" + made(ada, "collections", "group:" + groupWithBob()) + "/documents";

        assertThat(AgentRequests.get(bob, path).status()).isEqualTo(200);
        assertThat(AgentRequests.post(bob, path, "{'fileId':'file_1'}").status())
                .isIn(403, 404);
        assertThat(AgentRequests.get(eve, path).status()).isEqualTo(404);
    }

    @Test
    void a_member_who_left_the_group_gets_404_at_the_next_question() {
        String group = groupWithBob();
        String assistant = made(ada, "assistants", "group:" + group);
        String collection = made(ada, "collections", "group:" + group);
        String chat = asked(bob, ",'assistantId':'" + assistant + "'").text("chatId");
        assertThat(asked(bob, ",'chatId':'" + chat + "'").text("assistant.id")).isEqualTo(assistant);
        assertThat(asked(bob, ",'collections':['" + collection + "']").status()).isEqualTo(200);
        int messages = AgentRequests.get(bob, "/chat/" + chat + "?userId=ME")
                .json()
                .get("messages")
                .size();

        String profile = bob.tokens().get("profileId").asText();
        assertThat(ada.client()
                        .delete("/api/v1/groups/" + group + "/members/" + profile)
                        .status())
                .isEqualTo(204);

        assertThat(asked(bob, ",'chatId':'" + chat + "'").status()).isEqualTo(404);
        assertThat(asked(bob, ",'collections':['" + collection + "']").status()).isEqualTo(404);
        assertThat(AgentRequests.get(bob, "/chat/" + chat + "?userId=ME").json().get("messages"))
                .hasSize(messages);
    }

    @Test
    void the_assistant_of_a_disabled_owner_goes_on() {
        Client.Person owner = server.client().stranger();
        String group =
                owner.client().post("/api/v1/groups", "{\"name\":\"Crew\"}").text("id");
        String profile = bob.tokens().get("profileId").asText();
        owner.client().post("/api/v1/groups/" + group + "/members", "{\"profileId\":\"" + profile + "\"}");
        String assistant = made(owner, "assistants", "group:" + group);
        String chat = asked(bob, ",'assistantId':'" + assistant + "'").text("chatId");

        assertThat(admin.client()
                        .send("PATCH", "/api/v1/admin/users/" + owner.userId(), "{\"disabled\":true}")
                        .status())
                .isEqualTo(200);

        assertThat(asked(bob, ",'chatId':'" + chat + "'").text("assistant.id")).isEqualTo(assistant);
        assertThat(AgentRequests.get(bob, "/assistants/" + assistant).status()).isEqualTo(200);
        assertThat(AgentRequests.get(owner, "/assistants/" + assistant).status())
                .isEqualTo(401);
    }
}
