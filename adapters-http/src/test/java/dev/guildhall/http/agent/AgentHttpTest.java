package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentHttpTest {
    private static final String CHAT = "/agent/api/chat";

    @AutoClose
    private final TestServer server = TestServer.start(parts ->
            parts.chatModel(new ScriptedChatModel(AgentHttpTest::answer)).tools(new Doubler()));

    private final Client.Person ada = server.client().stranger();
    private final Client.Person bob = server.client().stranger();

    /** Calls the tool once for a question about doubling, then answers with its result. */
    private static Completion answer(CompletionRequest request) {
        return switch (request.messages().getLast()) {
            case ChatMessage.User question
            when question.content().startsWith("double")
                    && !request.offer().functions().isEmpty() ->
                ScriptedChatModel.calls(
                        request, List.of(new ToolCall("c1", "test.double", new ToolArguments.Parsed(Map.of("n", 21)))));
            case ChatMessage.ToolResult result -> ScriptedChatModel.says(request, "It is " + result.content());
            case ChatMessage other -> ScriptedChatModel.says(request, "You said: " + other.content());
        };
    }

    private static final class Doubler implements ToolInvoker {
        @Override
        public List<ToolSpec> tools() {
            Map<String, Object> schema = Map.of(
                    "type", "object", "properties", Map.of("n", Map.of("type", "integer")), "required", List.of("n"));
            return List.of(new ToolSpec(new ToolName("test.double"), "Doubles.", schema, ToolSource.IN_PROCESS));
        }

        @Override
        public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
            return new ToolOutcome.Success(Map.of("result", 2 * Integer.parseInt(String.valueOf(arguments.get("n")))));
        }
    }

    private static String asking(Client.Person person, String question, String more) {
        return "{\"userId\":\"" + person.userId() + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + question
                + "\"}]" + more + "}";
    }

    @ParameterizedTest
    @CsvSource({"/agent", "/agent-v0.1"})
    void the_agent_answers_by_way_of_a_tool_in_both_modes(String base) {
        Client.Answer answer = ada.client().post(base + "/api/chat", asking(ada, "double 21", ""));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.texts("message.role", "message.content", "message.toolCalls.0.data.result"))
                .containsExactly("assistant", "It is {\"result\":42}", "42");
        assertThat(answer.text("chatId")).startsWith("chat_");
        assertThat(answer.json().get("toolsUsed").toString()).isEqualTo("[\"test.double\"]");
        assertThat(answer.json().get("memoryUpdated").asBoolean()).isTrue();
    }

    @Test
    void pictures_reach_the_model_and_stay_in_the_conversation() {
        String parts = "[{\"type\":\"text\",\"text\":\"what is this?\"},{\"type\":\"image_url\",\"image_url\":"
                + "{\"url\":\"data:image/png;base64,iVBORw0KGgo=\"}}]";
        Client.Answer answer = ada.client()
                .post(
                        "/agent/api/chat",
                        "{\"userId\":\"" + ada.userId() + "\",\"messages\":[{\"role\":\"user\",\"content\":" + parts
                                + "}]}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        Client.Answer chat = ada.client().get("/agent/api/chat/" + answer.text("chatId") + "?userId=" + ada.userId());
        assertThat(chat.json().at("/messages/0/content").asText()).isEqualTo("what is this?");
        assertThat(chat.json().at("/messages/0/parts").toString()).isEqualTo(parts);
        assertThat(chat.json().at("/messages/1").has("parts")).isFalse();
    }

    @Test
    void a_part_that_is_wrong_is_400_and_named() {
        for (String content : List.of(
                "[{\"type\":\"video_url\"}]",
                "[{\"type\":\"image_url\",\"image_url\":{\"url\":\"http://10.0.0.1/\"}}]",
                "[]")) {
            Client.Answer answer = ada.client()
                    .post(
                            "/agent/api/chat",
                            "{\"userId\":\"" + ada.userId() + "\",\"messages\":[{\"role\":\"user\",\"content\":"
                                    + content + "}]}");

            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("messages[0].content");
        }
    }

    @Test
    void a_stream_has_tool_events_tokens_usage_and_one_done() {
        Client.Answer answer = ada.client().post(CHAT, asking(ada, "double 21", ",\"stream\":true"));

        assertThat(answer.body().replaceAll("chat_\\w+", "CHAT")).isEqualTo("""
            event: tool_start
            data: {"callId":"c1","tool":"test.double","parameters":{"n":21}}

            event: tool_result
            data: {"callId":"c1","tool":"test.double","success":true,"data":{"result":42},"error":null}

            event: token
            data: "It "

            event: token
            data: "is "

            event: token
            data: "{\\"result\\":42}"

            event: usage
            data: {"promptTokens":%1$s,"completionTokens":3}

            event: done
            data: {"chatId":"CHAT","toolsUsed":["test.double"],"memoryUpdated":true,"notices":[],"assistant":null,\
            "model":"scripted","usage":{"promptTokens":%1$s,"completionTokens":3},"cost":null,"reasoning":null}

            """.formatted(promptTokens(answer.body())));
    }

    private static String promptTokens(String body) {
        return body.replaceFirst("(?s).*\"promptTokens\":(\\d+).*", "$1");
    }

    @Test
    void a_conversation_is_stored_and_continued() {
        String chatId = ada.client().post(CHAT, asking(ada, "first", "")).text("chatId");
        ada.client().post(CHAT, asking(ada, "second", ",\"chatId\":\"" + chatId + "\",\"enableMemory\":false"));

        Client.Answer answer = ada.client().get(CHAT + "/" + chatId + "?userId=" + ada.userId());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("messageCount").asInt()).isEqualTo(4);
        assertThat(answer.json().get("messages").findValuesAsText("content"))
                .containsExactly("first", "You said: first", "second", "You said: second");
        assertThat(answer.json().at("/messages/0").has("toolCalls")).isFalse();
        assertThat(answer.text("createdAt")).isLessThanOrEqualTo(answer.text("lastActivity"));
    }

    @ParameterizedTest
    @CsvSource({"/agent, v1", "/agent-v0.1, v0.1"})
    void a_conversation_names_the_mode_that_it_was_begun_in(String base, String mode) {
        String chatId =
                ada.client().post(base + "/api/chat", asking(ada, "first", "")).text("chatId");

        Client.Answer answer = ada.client().get(CHAT + "/" + chatId + "?userId=" + ada.userId());

        assertThat(answer.text("agentMode")).isEqualTo(mode);
    }

    @Test
    void a_foreign_chat_answers_as_one_that_does_not_exist() {
        String chatId = ada.client().post(CHAT, asking(ada, "mine", "")).text("chatId");

        Client.Answer foreign = bob.client().get(CHAT + "/" + chatId + "?userId=" + bob.userId());
        Client.Answer unknown = bob.client().get(CHAT + "/chat_none?userId=" + bob.userId());
        Client.Answer malformed = bob.client().get(CHAT + "/%ff%0D%0A?userId=" + bob.userId());
        Client.Answer goOn = bob.client().post(CHAT, asking(bob, "hi", ",\"chatId\":\"" + chatId + "\""));

        assertThat(foreign.fault()).isEqualTo("404 " + unknown.text("message"));
        assertThat(malformed.status()).isEqualTo(404);
        assertThat(goOn.status()).isEqualTo(404);
    }

    @Test
    void another_users_id_is_403_for_all_but_an_admin() {
        String chatId = ada.client().post(CHAT, asking(ada, "mine", "")).text("chatId");
        Client.Person admin = server.client().register(TestServer.ADMIN);

        Client.Answer asked = bob.client().post(CHAT, asking(ada, "hi", ""));
        Client.Answer read = bob.client().get(CHAT + "/" + chatId + "?userId=" + ada.userId());
        Client.Answer byAdmin = admin.client().get(CHAT + "/" + chatId + "?userId=" + ada.userId());

        assertThat(asked.status()).isEqualTo(403);
        assertThat(asked.text("error")).isEqualTo("Forbidden");
        assertThat(read.status()).isEqualTo(403);
        assertThat(byAdmin.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|messages: is required; userId: is required
        {"userId":5,"messages":[{"role":"user","content":"x"}]}|userId: must be a string
        {"userId":"ME","messages":[]}|messages: must be a non-empty array
        {"userId":"ME","messages":[{"role":"system","content":"x"}]}|messages: must have one
        {"userId":"ME","messages":[{"role":"user","content":""}]}|messages: must have no empty
        {"userId":"ME","messages":[{"role":"user","content":" \\n"}]}|messages: must have no empty
        {"userId":"ME","messages":[{"role":"user","content":"x"}],"tools":"a.b"}|tools: must be
        {"userId":"ME","messages":[{"role":"user","content":"x"}],"tools":["a.b"]}|no tool a.b
        {"userId":"ME","messages":[{"role":"user","content":"x"}],"enableMemory":1}|enableMemory
        {"userId":"ME","messages":[{"role":"user","content":"x"}],"chatId":[]}|chatId: must be
        """)
    void a_bad_body_is_400_and_names_the_field(String body, String message) {
        Client.Answer answer = ada.client().post(CHAT, body.replace("ME", ada.userId()));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("message")).contains(message);
        assertThat(answer.text("requestId")).isEqualTo(answer.header("X-Request-Id"));
    }

    @Test
    void a_chat_needs_the_user_id_in_its_query() {
        Client.Answer answer = ada.client().get(CHAT + "/chat_x");

        assertThat(answer.fault()).isEqualTo("400 userId: is required");
    }

    @Test
    void an_empty_list_of_tools_offers_none() {
        Client.Answer answer = ada.client().post(CHAT, asking(ada, "double 21", ",\"tools\":[]"));

        assertThat(answer.text("message.content")).isEqualTo("You said: double 21");
    }

    @Test
    void tools_are_listed_with_their_schemas() {
        JsonNode tools = ada.client().get("/agent/api/tools").json().get("tools");

        assertThat(tools)
                .filteredOn(tool -> tool.get("name").asText().equals("test.double"))
                .singleElement()
                .satisfies(tool -> {
                    assertThat(Client.texts(tool, "integration", "parameters.required.0", "enabled"))
                            .containsExactly("test", "n", "true");
                });
    }
}
