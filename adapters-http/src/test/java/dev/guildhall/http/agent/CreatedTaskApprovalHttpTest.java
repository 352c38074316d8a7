package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.EventLines;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.testkit.ScriptedChatModel;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Tasks whose creators ask for approvals ask for them too, over HTTP (approvals-8). */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CreatedTaskApprovalHttpTest {
    private static final String CREATE = "builtin.task_create";
    private static final Map<String, Object> TWO_STEPS = Map.of(
            "title",
            "tidy",
            "description",
            "remove both",
            "steps",
            List.of(Map.of("title", "one"), Map.of("title", "two")));

    private final RemovingTool tool = new RemovingTool();

    @AutoClose
    private final HttpClient http = HttpClient.newHttpClient();

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> parts.chatModel(model()).tools(tool));

    private int users;

    /** In a chat the model creates a task; the agents of its steps remove a record each. */
    private static ChatModel model() {
        return new ScriptedChatModel(CreatedTaskApprovalHttpTest::answer);
    }

    private static Completion answer(CompletionRequest request) {
        boolean isStep = request.messages().toString().contains("Your step: ");
        if (request.messages().getLast() instanceof ChatMessage.ToolResult result) {
            return ScriptedChatModel.says(request, "Result: " + result.parts());
        }
        ToolCall call = isStep
                ? new ToolCall("c1", RemovingTool.NAME, new ToolArguments.Parsed(Map.of("id", 7)))
                : new ToolCall("c1", CREATE, new ToolArguments.Parsed(TWO_STEPS));
        return ScriptedChatModel.calls(request, List.of(call));
    }

    private Client.Person someone() {
        return server.client().register("user" + ++users + "@example.org");
    }

    private List<JsonNode> waiting(Client.Person user, int calls) {
        List<JsonNode> all = new ArrayList<>();
        while (all.size() < calls) {
            all.clear();
            user.client().get("/agent/api/approvals").json().get("approvals").forEach(all::add);
            Thread.onSpinWait();
        }
        return all;
    }

    private static Client.Answer approved(Client.Person user, String address) {
        return user.client().post(address + "/approvals/c1", "{\"decision\":\"approve\"}");
    }

    private String chat(Client.Person user, String more) throws Exception {
        try (EventLines events = EventLines.post(
                http,
                server.port(),
                "/agent/api/chat",
                Map.of("Authorization", "Bearer " + user.accessToken()),
                "{\"userId\":\"" + user.userId() + "\",\"stream\":true,\"approvals\":\"ask\","
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"tidy up\"}]" + more + "}")) {
            return events.next("done").get("chatId").asText();
        }
    }

    private void awaitCompleted(Client.Person user, String task) {
        String status = "";
        while (!status.equals("completed")) {
            assertThat(status).isNotEqualTo("failed");
            status = user.client()
                    .get("/agent/api/tasks/" + task + "?userId=" + user.userId())
                    .text("status");
        }
    }

    @Test
    void the_steps_of_a_task_that_a_chat_created_wait_at_both_addresses() throws Exception {
        Client.Person ada = someone();
        String chat = chat(ada, "");
        List<JsonNode> calls = waiting(ada, 2);
        JsonNode task = ada.client()
                .get("/agent/api/tasks?userId=" + ada.userId())
                .json()
                .get("tasks")
                .get(0);

        assertThat(calls).allMatch(call -> call.get("chatId").asText().equals(chat));
        assertThat(calls).extracting(call -> call.get("taskId").asText()).doesNotHaveDuplicates();
        assertThat(calls)
                .allMatch(call -> ada.client()
                        .get("/api/v1/tasks/" + call.get("taskId").asText())
                        .text("status")
                        .equals("queued"));
        assertThat(task.get("chatId").asText()).isEqualTo(chat);
        Client.Person bob = someone();
        assertThat(approved(bob, "/agent/api/chat/" + chat).status()).isEqualTo(404);
        assertThat(approved(ada, "/agent/api/chat/" + chat).fault())
                .contains("409")
                .contains("several tasks");
        assertThat(approved(
                                ada,
                                "/api/v1/tasks/"
                                        + calls.getFirst().get("taskId").asText())
                        .status())
                .isEqualTo(200);
        assertThat(approved(ada, "/agent/api/chat/" + chat).status()).isEqualTo(200);
        awaitCompleted(ada, task.get("id").asText());
    }

    @Test
    void the_steps_of_a_task_that_a_task_created_wait_and_belong_to_no_chat() {
        Client.Person ada = someone();
        String body = "{'type':'tool','approvals':'ask','input':{'tool':'" + CREATE + "','parameters':"
                + "{'title':'tidy','description':'remove it','steps':[{'title':'one'}]}}}";
        ada.client().post("/api/v1/tasks", body.replace('\'', '"'));

        JsonNode call = waiting(ada, 1).getFirst();

        assertThat(call.get("chatId").isNull()).isTrue();
        assertThat(approved(ada, "/api/v1/tasks/" + call.get("taskId").asText()).status())
                .isEqualTo(200);
    }

    @Test
    void a_decision_for_the_chat_holds_for_its_later_tasks() throws Exception {
        Client.Person ada = someone();
        String chat = chat(ada, "");
        for (JsonNode call : waiting(ada, 2)) {
            ada.client()
                    .post(
                            "/api/v1/tasks/" + call.get("taskId").asText() + "/approvals/c1",
                            "{\"decision\":\"approve\",\"remember\":\"chat\"}");
        }

        chat(ada, ",\"chatId\":\"" + chat + "\"");

        JsonNode later = ada.client()
                .get("/agent/api/tasks?userId=" + ada.userId())
                .json()
                .get("tasks")
                .get(0);
        awaitCompleted(ada, later.get("id").asText());
    }

    @Test
    void the_tasks_of_a_chat_that_does_not_ask_wait_for_nobody() {
        Client.Person ada = someone();
        ada.client()
                .post(
                        "/agent/api/chat",
                        "{\"userId\":\"" + ada.userId() + "\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}");

        JsonNode task = ada.client()
                .get("/agent/api/tasks?userId=" + ada.userId())
                .json()
                .get("tasks")
                .get(0);

        awaitCompleted(ada, task.get("id").asText());
        assertThat(task.get("chatId").isNull()).isFalse();
    }
}
