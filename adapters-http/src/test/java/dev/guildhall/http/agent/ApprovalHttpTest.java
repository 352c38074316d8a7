package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.EventLines;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.contract.AtOnce;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Calls that wait for their users, over a socket (approvals-2 to approvals-6). */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApprovalHttpTest {
    private static final String POLICY = "/agent/api/approvals/policy";

    @AutoClose
    private final HttpClient http = HttpClient.newHttpClient();

    private final RemovingTool tool = new RemovingTool();

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> parts.chatModel(RemovingTool.model()).tools(tool));

    private final Client.Person ada = server.client().register("ada@example.org");
    private final Client.Person bob = server.client().register("bob@example.org");
    private final Browser eve = Browser.stranger(server.client());

    @BeforeEach
    void forget() {
        ada.client().send("PUT", POLICY, "{}");
    }

    private EventLines ofAgent() throws Exception {
        return EventLines.post(
                http,
                server.port(),
                "/agent/api/chat",
                Map.of("Authorization", "Bearer " + ada.accessToken()),
                "{\"userId\":\"" + ada.userId()
                        + "\",\"stream\":true,\"approvals\":\"ask\","
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"remove it\"}]}");
    }

    private EventLines ofPage() throws Exception {
        return EventLines.post(
                http,
                server.port(),
                "/api/chat",
                Map.of("Cookie", Browser.COOKIE + "=" + eve.key()),
                "{\"userId\":\"" + eve.userId()
                        + "\",\"agentMode\":\"v1\",\"messages\":[{\"role\":\"user\",\"content\":\"remove it\"}]}");
    }

    private static String path(JsonNode approval) {
        return "/agent/api/chat/" + approval.get("chatId").asText() + "/approvals/"
                + approval.get("callId").asText();
    }

    /** The outcome of the only trace of the chat, and the kinds of its steps without memories. */
    private List<String> traced(JsonNode approval) {
        JsonNode answers = ada.client()
                .get("/agent/api/chat/" + approval.get("chatId").asText() + "/trace?userId=" + ada.userId())
                .json()
                .get("answers");
        assertThat(answers).hasSize(1);
        List<String> all = new ArrayList<>();
        all.add(answers.get(0).get("outcome").asText());
        answers.get(0).get("steps").forEach(step -> all.add(step.get("kind").asText()));
        all.removeIf("memory"::equals);
        return all;
    }

    private JsonNode lastMessage(JsonNode approval) {
        return ada.client()
                .get("/agent/api/chat/" + approval.get("chatId").asText() + "?userId=" + ada.userId())
                .json()
                .get("messages")
                .get(1);
    }

    @Test
    void a_call_waits_and_is_made_once_with_the_parameters_of_its_user() throws Exception {
        int before = tool.made().size();
        try (EventLines events = ofAgent()) {
            JsonNode approval = events.next("approval");

            assertThat(Client.names(approval)).isEqualTo("chatId taskId callId tool parameters effect expiresAt");
            assertThat(Client.texts(approval, "callId", "tool", "effect"))
                    .containsExactly("c1", RemovingTool.NAME, "destructive");
            assertThat(tool.made()).hasSize(before);
            assertThat(traced(approval)).containsExactly("waiting", "model");
            assertThat(ada.client().get("/agent/api/approvals").json().get("approvals"))
                    .anyMatch(approval::equals);
            assertThat(bob.client().get("/agent/api/approvals").json().get("approvals"))
                    .isEmpty();
            assertThat(ada.client()
                            .post(path(approval), "{\"decision\":\"approve\",\"parameters\":{\"id\":\"x\"}}")
                            .fault())
                    .startsWith("400 parameters.id: ");
            assertThat(ada.client()
                            .post(path(approval), "{\"decision\":\"deny\",\"parameters\":{\"id\":1}}")
                            .fault())
                    .startsWith("400 parameters: ");
            assertThat(ada.client()
                            .post(path(approval), "{\"decision\":\"perhaps\"}")
                            .fault())
                    .startsWith("400 decision: ");
            assertThat(bob.client()
                            .post(path(approval), "{\"decision\":\"approve\"}")
                            .status())
                    .isEqualTo(404);

            assertThat(ada.client()
                            .post(path(approval), "{\"decision\":\"approve\",\"parameters\":{\"id\":8}}")
                            .json()
                            .get("decision")
                            .asText())
                    .isEqualTo("approve");
            assertThat(ada.client()
                            .post(path(approval), "{\"decision\":\"approve\"}")
                            .status())
                    .isEqualTo(409);
            assertThat(events.next("tool_start").get("parameters").toString()).isEqualTo("{\"id\":8}");
            assertThat(events.next("tool_result").get("success").asBoolean()).isTrue();
            events.next("done");

            assertThat(traced(approval)).containsExactly("completed", "model", "tool", "model");
            JsonNode call = lastMessage(approval).get("toolCalls").get(0);
            assertThat(call.get("parameters").toString()).isEqualTo("{\"id\":8}");
            assertThat(call.get("requestedParameters").toString()).isEqualTo("{\"id\":7}");
            assertThat(tool.made().subList(before, tool.made().size())).containsExactly(Map.of("id", 8));
        }
    }

    @Test
    void of_two_decisions_at_once_one_counts() throws Exception {
        int before = tool.made().size();
        try (EventLines events = ofAgent()) {
            JsonNode approval = events.next("approval");
            Callable<Integer> decision = () -> ada.client()
                    .post(path(approval), "{\"decision\":\"approve\"}")
                    .status();

            assertThat(AtOnce.run(List.of(decision, decision))).containsExactlyInAnyOrder(200, 409);

            events.next("done");
        }
        assertThat(tool.made()).hasSize(before + 1);
    }

    @Test
    void a_denial_and_its_reason_are_told_to_the_model() throws Exception {
        int before = tool.made().size();
        try (EventLines events = ofAgent()) {
            JsonNode approval = events.next("approval");

            ada.client()
                    .post(
                            path(approval),
                            "{\"decision\":\"deny\",\"reason\":\"it is needed\",\"remember\":\"always\"}");

            assertThat(events.next("tool_result").get("errorKind").asText()).isEqualTo("not_approved");
            events.next("done");
            assertThat(lastMessage(approval).get("content").asText()).contains("it is needed");
        }
        assertThat(ada.client().get(POLICY).json().get("tools").toString())
                .isEqualTo("{\"" + RemovingTool.NAME + "\":\"deny\"}");
        assertThat(ada.client()
                        .post(
                                "/agent/api/tools/execute",
                                "{\"toolName\":\"" + RemovingTool.NAME + "\",\"parameters\":{\"id\":1},\"userId\":\""
                                        + ada.userId() + "\"}")
                        .json()
                        .get("success")
                        .asBoolean())
                .isFalse();
        assertThat(tool.made()).hasSize(before);
    }

    @Test
    void nothing_waits_where_nobody_asks() {
        JsonNode reply = ada.client()
                .post(
                        "/agent/api/chat",
                        "{\"userId\":\"" + ada.userId() + "\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}")
                .json();

        assertThat(reply.get("toolsUsed").get(0).asText()).isEqualTo(RemovingTool.NAME);
        for (String wrong : List.of("\"ask\"", "\"always\"", "true")) {
            assertThat(ada.client()
                            .post(
                                    "/agent/api/chat",
                                    "{\"userId\":\"" + ada.userId() + "\",\"approvals\":" + wrong
                                            + ",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}")
                            .fault())
                    .startsWith("400 approvals: ");
        }
    }

    @Test
    void a_policy_names_tools_and_integrations() {
        assertThat(ada.client()
                        .send("PUT", POLICY, "{\"read\":\"deny\",\"tools\":{\"store.*\":\"allow\"}}")
                        .body())
                .isEqualTo(
                        "{\"read\":\"deny\",\"write\":\"allow\",\"destructive\":\"ask\",\"tools\":{\"store.*\":\"allow\"}}");
        assertThat(ada.client()
                        .send("PUT", POLICY, "{\"tools\":{\"store*\":\"allow\"}}")
                        .fault())
                .startsWith("400 tools: ");
        assertThat(ada.client().send("PUT", POLICY, "{\"write\":\"maybe\"}").fault())
                .startsWith("400 write: ");
    }

    @Test
    void a_reply_of_the_page_always_asks_and_goes_on_after_the_page_was_closed() throws Exception {
        int before = tool.made().size();
        JsonNode approval;
        String chatId;
        try (EventLines events = ofPage()) {
            approval = events.next("approval");
            chatId = approval.get("chatId").asText();
        }

        assertThat(eve.get("/api/chat/messages?chatId=" + chatId).json().get("runningAfter"))
                .isNotNull();
        String decision = "{\"chatId\":\"" + chatId + "\",\"callId\":\"c1\",\"decision\":\"approve\"}";
        assertThat(eve.post("/api/chat/approvals", decision).status()).isEqualTo(200);
        assertThat(eve.post("/api/chat/approvals", decision).status()).isEqualTo(409);
        try (EventLines events = EventLines.get(
                http,
                server.port(),
                "/api/chat/stream?chatId=" + chatId,
                Map.of("Cookie", Browser.COOKIE + "=" + eve.key()))) {
            assertThat(events.next("done").get("content").asText()).contains("removed");
        }
        assertThat(tool.made()).hasSize(before + 1);
    }

    @Test
    void a_stop_ends_the_wait_of_a_reply_and_its_stream() throws Exception {
        int before = tool.made().size();
        try (EventLines events = ofPage()) {
            JsonNode approval = events.next("approval");
            String chatId = approval.get("chatId").asText();

            eve.post("/api/chat/stop", "{\"chatId\":\"" + chatId + "\"}");

            assertThat(events.next("done").get("stopped").asBoolean()).isTrue();
            assertThat(eve.post(
                                    "/api/chat/approvals",
                                    "{\"chatId\":\"" + chatId + "\",\"callId\":\"c1\",\"decision\":\"approve\"}")
                            .status())
                    .isEqualTo(409);
        }
        assertThat(tool.made()).hasSize(before);
    }
}
