package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.http.Client;
import dev.guildhall.http.EventLines;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** How many calls can wait for a user, over HTTP (approvals-3, agents-3). */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApprovalBoundHttpTest {
    private static final int MOST_OF_USER = 1_000;
    private static final int MOST_ROUNDS = 10;
    private static final int MOST_OF_ROUND = 16;

    private final Stores stores = InMemoryStores.empty();
    private final RemovingTool tool = new RemovingTool();

    @AutoClose
    private final HttpClient http = HttpClient.newHttpClient();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.stores(stores)
            .chatModel(new ScriptedChatModel(ApprovalBoundHttpTest::answer))
            .tools(tool));

    /** Calls the tool for ever; the question is how often in each round. */
    private static Completion answer(CompletionRequest request) {
        if (request.offer().functions().isEmpty()) {
            return ScriptedChatModel.says(request, "enough");
        }
        int many = request.messages().stream()
                .filter(ChatMessage.User.class::isInstance)
                .map(ChatMessage::content)
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElse(1);
        return ScriptedChatModel.calls(
                request,
                IntStream.range(0, many)
                        .mapToObj(i ->
                                new ToolCall("c" + i, RemovingTool.NAME, new ToolArguments.Parsed(Map.of("id", i))))
                        .toList());
    }

    private EventLines asked(Client.Person user, int callsOfRound) throws Exception {
        return EventLines.post(
                http,
                server.port(),
                "/agent/api/chat",
                Map.of("Authorization", "Bearer " + user.accessToken()),
                "{\"userId\":\"" + user.userId() + "\",\"stream\":true,\"approvals\":\"ask\","
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"" + callsOfRound + "\"}]}");
    }

    private static void approve(Client.Person user, JsonNode call) {
        assertThat(user.client()
                        .post(
                                "/agent/api/chat/" + call.get("chatId").asText() + "/approvals/"
                                        + call.get("callId").asText(),
                                "{\"decision\":\"approve\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_model_that_calls_for_ever_asks_in_each_round_of_an_answer_once() throws Exception {
        Client.Person ada = server.client().stranger();
        int before = tool.made().size();

        try (EventLines events = asked(ada, 1)) {
            for (int round = 0; round < MOST_ROUNDS; round++) {
                approve(ada, events.next("approval"));
            }
            assertThat(events.next("done").get("chatId").asText()).startsWith("chat_");
        }

        assertThat(tool.made()).hasSize(before + MOST_ROUNDS);
    }

    @Test
    void of_a_thousand_calls_of_one_round_sixteen_wait() throws Exception {
        Client.Person ada = server.client().stranger();

        try (EventLines events = asked(ada, MOST_OF_USER)) {
            events.next("approval");
        }

        assertThat(ada.client().get("/agent/api/approvals").json().get("approvals"))
                .hasSize(MOST_OF_ROUND);
    }

    @Test
    void the_thousand_and_first_call_of_a_user_is_denied_and_that_of_another_waits() throws Exception {
        Client.Person ada = server.client().stranger();
        Client.Person bob = server.client().stranger();
        Instant end = Instant.now().plus(Duration.ofHours(1));
        for (int i = 0; i < MOST_OF_USER; i++) {
            suspend(new UserId(ada.userId()), end);
        }

        try (EventLines events = asked(ada, 1)) {
            JsonNode denied = events.next("tool_result");
            assertThat(denied.get("errorKind").asText()).isEqualTo("not_approved");
            assertThat(denied.toString()).contains("too many calls wait");
            events.next("done");
        }
        try (EventLines events = asked(bob, 1)) {
            events.next("approval");
        }
        assertThat(ada.client().get("/agent/api/approvals").json().get("approvals"))
                .hasSize(MOST_OF_USER);
    }

    private void suspend(UserId user, Instant end) {
        TaskId task = new TaskId(Sample.id("task"));
        Approval asked = new Approval(
                Optional.empty(), Optional.of(task), "c", RemovingTool.NAME, Map.of(), ToolEffect.DESTRUCTIVE, end);
        ChatEntry said = new ChatEntry(Speaker.ASSISTANT, "", List.of(), Instant.now());
        stores.approvals()
                .suspend(
                        new SuspendedAnswer.InTask(task, user, said, Usage.NONE, end),
                        List.of(new StoredApproval(Sample.id("apr"), user, asked)));
    }
}
