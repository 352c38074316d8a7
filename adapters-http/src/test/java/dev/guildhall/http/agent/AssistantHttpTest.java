package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.agent.AssistantStoreContract;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Assistants over HTTP (assistants-1 to assistants-7). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AssistantHttpTest {
    private final Stores stores = InMemoryStores.empty();

    @AutoClose
    private final TestServer server = TestServer.start(parts ->
            parts.stores(stores).chatModel(new ScriptedChatModel(request -> ScriptedChatModel.says(request, "Arr."))));

    private final Client.Person ada = server.client().stranger();
    private final Client.Person bob = server.client().stranger();

    private static Client.Answer made(Client.Person person, String more) {
        Client.Answer answer =
                AgentRequests.post(person, "/assistants", "{'name':'Sea Dog','instructions':'x'" + more + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer;
    }

    private static Client.Answer asked(Client.Person person, String assistant, String more) {
        return AgentRequests.post(
                person,
                "/chat",
                "{'userId':'ME','assistantId':'" + assistant + "','messages':[{'role':'user','content':'Hi'}]" + more
                        + "}");
    }

    @Test
    void an_assistant_has_defaults_and_shows_all_its_fields() {
        Client.Answer answer = made(ada, "");

        assertThat(answer.text("id")).startsWith("ast_");
        assertThat(answer.texts("version", "owner", "name", "instructions", "memory", "visibility"))
                .containsExactly("1", ada.userId(), "Sea Dog", "x", "true", "private");
        for (String empty : new String[] {"description", "model", "temperature", "reasoningEffort", "tools"}) {
            assertThat(answer.json().get(empty).isNull()).as(empty).isTrue();
        }
        assertThat(answer.json().get("starters").isEmpty()).isTrue();
        assertThat(answer.json().get("collections").isEmpty()).isTrue();
    }

    @Test
    void a_patch_keeps_what_it_does_not_name_and_null_clears() {
        String id = made(ada, ",'temperature':0.5,'tools':['no.such'],'starters':['Ahoy?']")
                .text("id");

        Client.Answer changed =
                AgentRequests.send(ada, "PATCH", "/assistants/" + id, "{'tools':null,'temperature':null,'name':'Cat'}");

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.texts("version", "name", "starters.0")).containsExactly("2", "Cat", "Ahoy?");
        assertThat(changed.json().get("tools").isNull()).isTrue();
        assertThat(changed.json().get("temperature").isNull()).isTrue();
        Client.Answer first = AgentRequests.get(ada, "/assistants/" + id + "?version=1");
        assertThat(first.texts("version", "name", "tools.0")).containsExactly("1", "Sea Dog", "no.such");
        assertThat(AgentRequests.get(ada, "/assistants/" + id + "?version=3").status())
                .isEqualTo(404);
        assertThat(AgentRequests.get(ada, "/assistants/" + id + "?version=x").status())
                .isEqualTo(400);
        assertThat(AgentRequests.send(ada, "PATCH", "/assistants/" + id, "{'version':1,'name':'Dog'}")
                        .status())
                .isEqualTo(409);
    }

    @Test
    void bad_values_name_their_fields() {
        String long32001 = "x".repeat(32_001);

        assertThat(refused("{'name':'a','instructions':'" + long32001 + "'}"))
                .isEqualTo("instructions: must have at most 32000 characters");
        assertThat(refused("{'instructions':3,'starters':'x','visibility':'all'}"))
                .contains("name: ", "instructions: ", "starters: ", "visibility: ");
        assertThat(refused("{'name':'a','instructions':'','tools':['nodot']}")).startsWith("tools[0]: ");
        assertThat(refused("{'name':'a','instructions':'','temperature':3}")).startsWith("temperature: ");
    }

    @Test
    void a_patch_does_not_clear_what_an_assistant_always_has() {
        String id = made(ada, "").text("id");

        Client.Answer answer =
                AgentRequests.send(ada, "PATCH", "/assistants/" + id, "{'name':null,'instructions':null}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("message")).contains("name: ", "instructions: ");
        assertThat(AgentRequests.get(ada, "/assistants/" + id).text("version")).isEqualTo("1");
    }

    private String refused(String body) {
        Client.Answer answer = AgentRequests.post(ada, "/assistants", body);
        assertThat(answer.status()).isEqualTo(400);
        return answer.text("message");
    }

    @Test
    void everyone_and_groups_of_others_are_refused() {
        assertThat(AgentRequests.post(ada, "/assistants", "{'name':'a','instructions':'','visibility':'everyone'}")
                        .status())
                .isEqualTo(403);
        assertThat(AgentRequests.post(ada, "/assistants", "{'name':'a','instructions':'','visibility':'group:grp_1'}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_collection_that_its_owner_does_not_read_is_404_by_name() {
        String own = collection(ada);
        String foreign = collection(bob);
        String body = "{'name':'a','instructions':'','collections':['" + own + "','%s']}";
        String id = AgentRequests.post(ada, "/assistants", body.replace(",'%s'", ""))
                .text("id");

        for (String missing : List.of(foreign, "col_unknown")) {
            assertThat(AgentRequests.post(ada, "/assistants", body.formatted(missing))
                            .fault())
                    .isEqualTo("404 there is no such collection: collections[1]");
            assertThat(AgentRequests.send(ada, "PATCH", "/assistants/" + id, body.formatted(missing))
                            .fault())
                    .isEqualTo("404 there is no such collection: collections[1]");
        }
        assertThat(AgentRequests.get(ada, "/assistants/" + id).text("version")).isEqualTo("1");
    }

    @Test
    void a_collection_that_is_gone_does_not_stop_other_changes() {
        String gone = collection(ada);
        String named = "'collections':['" + gone + "']";
        String id = made(ada, "," + named).text("id");
        AgentRequests.send(ada, "DELETE", "/collections/" + gone, "");

        assertThat(AgentRequests.send(ada, "PATCH", "/assistants/" + id, "{'name':'Cat'," + named + "}")
                        .status())
                .isEqualTo(200);
        assertThat(AgentRequests.send(ada, "PATCH", "/assistants/" + id, "{'collections':null}")
                        .status())
                .isEqualTo(200);
        assertThat(AgentRequests.send(ada, "PATCH", "/assistants/" + id, "{" + named + "}")
                        .status())
                .isEqualTo(404);
    }

    private static String collection(Client.Person owner) {
        return AgentRequests.post(owner, "/collections", "{'name':'Reports'}").text("id");
    }

    @Test
    void a_reply_names_its_assistant_in_each_form() {
        String id = made(ada, "").text("id");

        Client.Answer answer = asked(ada, id, "");
        String chat = answer.text("chatId");
        Client.Answer stream = AgentRequests.post(
                ada,
                "/chat",
                "{'userId':'ME','chatId':'" + chat + "','stream':true,'messages':[{'role':'user','content':'Hi'}]}");

        assertThat(answer.texts("assistant.id", "assistant.version", "message.assistant.id"))
                .containsExactly(id, "1", id);
        assertThat(stream.body()).contains("\"assistant\":{\"id\":\"" + id + "\",\"version\":1}");
        Client.Answer stored = AgentRequests.get(ada, "/chat/" + chat + "?userId=ME");
        assertThat(stored.texts("assistantId", "messages.3.assistant.id")).containsExactly(id, id);
        assertThat(stored.json().at("/messages/0").has("assistant")).isFalse();
    }

    @Test
    void a_question_with_null_as_assistant_has_none_from_then_on() {
        String chat = asked(ada, made(ada, "").text("id"), "").text("chatId");
        String next = "{'userId':'ME','chatId':'" + chat + "'%s,'messages':[{'role':'user','content':'Hi'}]}";

        Client.Answer without = AgentRequests.post(ada, "/chat", next.formatted(",'assistantId':null"));
        Client.Answer later = AgentRequests.post(ada, "/chat", next.formatted(""));

        assertThat(without.json().get("assistant").isNull()).isTrue();
        assertThat(later.json().get("assistant").isNull()).isTrue();
        assertThat(AgentRequests.get(ada, "/chat/" + chat + "?userId=ME")
                        .json()
                        .get("assistantId")
                        .isNull())
                .isTrue();
    }

    @Test
    void an_assistant_of_another_user_cannot_be_used_and_a_deleted_one_neither() {
        String id = made(ada, "").text("id");
        String chat = asked(ada, id, "").text("chatId");

        assertThat(asked(bob, id, "").status()).isEqualTo(404);
        assertThat(AgentRequests.send(ada, "DELETE", "/assistants/" + id, "").status())
                .isEqualTo(204);
        Client.Answer next = AgentRequests.post(
                ada, "/chat", "{'userId':'ME','chatId':'" + chat + "','messages':[{'role':'user','content':'Hi'}]}");
        assertThat(next.status()).isEqualTo(404);
        assertThat(next.text("message")).isEqualTo("there is no such assistant");
    }

    @Test
    void the_thousand_and_first_is_refused() {
        Client.Person many = server.client().stranger();
        for (int i = 0; i < Assistants.MOST; i++) {
            stores.assistants()
                    .add(new Assistant(
                            new AssistantId(Sample.id("ast")),
                            1,
                            new UserId(many.userId()),
                            Optional.empty(),
                            AssistantStoreContract.definition("n", Audience.PRIVATE),
                            Sample.NOW,
                            Sample.NOW));
        }

        Client.Answer refused = AgentRequests.post(many, "/assistants", "{'name':'a','instructions':''}");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("60");
    }

    @Test
    void clients_of_openai_ask_assistants_as_models() {
        String id = made(ada, ",'description':'Barks.'").text("id");
        String body = "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]%s}";

        Client.Answer models = ada.client().get("/agent/v1/models");
        Client.Answer whole = ada.client().post("/agent/v1/chat/completions", body.formatted(id, ""));
        Client.Answer stream =
                ada.client().post("/agent/v1/chat/completions", body.formatted("Sea Dog", ",\"stream\":true"));
        Client.Answer unknown = bob.client().post("/agent/v1/chat/completions", body.formatted(id, ""));

        assertThat(models.body()).contains("\"id\":\"" + id + "\"", "\"name\":\"Sea Dog\"");
        Instant createdAt =
                Instant.parse(AgentRequests.get(ada, "/assistants/" + id).text("createdAt"));
        assertThat(models.body()).contains("\"created\":" + createdAt.getEpochSecond() + ",");
        assertThat(whole.texts("object", "model", "choices.0.message.content", "choices.0.finish_reason"))
                .containsExactly("chat.completion", id, "Arr.", "stop");
        assertThat(stream.body())
                .contains("chat.completion.chunk", "Arr.")
                .doesNotContain("\"model\":\"ast_")
                .endsWith("data: [DONE]\n\n");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.texts("error.code", "error.param")).containsExactly("model_not_found", "model");
    }

    @Test
    void what_assistants_do_not_do_is_refused_in_the_form_of_openai() {
        made(ada, "");
        String body = "{\"model\":\"Sea Dog\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],%s}";

        Client.Answer several = ada.client().post("/agent/v1/chat/completions", body.formatted("\"n\":2"));
        Client.Answer tools = ada.client()
                .post(
                        "/agent/v1/chat/completions",
                        body.formatted("\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}]"));

        assertThat(several.status()).isEqualTo(400);
        assertThat(several.text("error.param")).isEqualTo("n");
        assertThat(tools.status()).isEqualTo(200);
        assertThat(tools.text("warnings.0")).startsWith("tools were left out");
    }
}
