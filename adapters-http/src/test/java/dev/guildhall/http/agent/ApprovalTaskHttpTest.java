package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Tasks whose calls wait for their owners, over HTTP (approvals-7). */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApprovalTaskHttpTest {
    private static final String TOOL =
            "{'type':'tool','approvals':'ask','input':{'tool':'store.remove','parameters':{'id':7}}}";

    private static final String AGENT =
            "{'type':'agent','approvals':'ask','tools':['store.remove'],'input':{'prompt':'remove it'}}";

    private final RemovingTool tool = new RemovingTool();

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> parts.chatModel(RemovingTool.model()).tools(tool));

    private final Client.Person ada = server.client().register("ada@example.org");
    private final Client.Person bob = server.client().register("bob@example.org");

    private String submitted(String body) {
        return ada.client().post("/api/v1/tasks", body.replace('\'', '"')).text("id");
    }

    private JsonNode waiting(String task) {
        while (true) {
            for (JsonNode one : ada.client().get("/agent/api/approvals").json().get("approvals")) {
                if (one.get("taskId").asText().equals(task)) {
                    return one;
                }
            }
            Thread.onSpinWait();
        }
    }

    private Client.Answer decide(String task, JsonNode call, String decision) {
        return ada.client()
                .post(
                        "/api/v1/tasks/" + task + "/approvals/"
                                + call.get("callId").asText(),
                        decision.replace('\'', '"'));
    }

    private Client.Answer ended(String task) {
        return ada.client().get("/api/v1/tasks/" + task + "?wait=30");
    }

    @Test
    void a_tool_task_waits_in_the_queue_and_calls_its_tool_once() {
        int before = tool.made().size();
        String task = submitted(TOOL);
        JsonNode call = waiting(task);

        assertThat(call.get("chatId").isNull()).isTrue();
        assertThat(tool.made()).hasSize(before);
        assertThat(bob.client()
                        .post("/api/v1/tasks/" + task + "/approvals/direct", "{\"decision\":\"approve\"}")
                        .error())
                .isEqualTo("404 TASK_NOT_FOUND");
        assertThat(decide(task, call, "{'decision':'approve','parameters':{'id':'x'}}")
                        .fault())
                .startsWith("422 parameters.id: ");
        assertThat(decide(task, call, "{'decision':'approve','parameters':{'id':8}}")
                        .status())
                .isEqualTo(200);

        assertThat(ended(task).text("status")).isEqualTo("completed");
        assertThat(ended(task).json().get("attempts").asInt()).isEqualTo(1);
        assertThat(tool.made().subList(before, tool.made().size())).containsExactly(Map.of("id", 8));
        assertThat(decide(task, call, "{'decision':'approve'}").error()).isEqualTo("409 CONFLICT");
    }

    @Test
    void a_step_of_a_workflow_that_asks_was_carried_out_at_once() {
        int before = tool.made().size();
        String steps =
                "'steps':[{'name':'one','taskType':'tool','input':{'tool':'store.remove','parameters':{'id':7}}}]}";
        JsonNode started = ada.client()
                .post("/api/v1/workflows", ("{'name':'w','approvals':'ask'," + steps).replace('\'', '"'))
                .json();
        String task = started.get("steps").get(0).get("taskId").asText();

        JsonNode call = waiting(task);
        assertThat(tool.made()).hasSize(before);
        decide(task, call, "{'decision':'approve'}");

        assertThat(ended(task).text("status")).isEqualTo("completed");
        assertThat(tool.made()).hasSize(before + 1);
        assertThat(ada.client()
                        .post("/api/v1/workflows", ("{'name':'w','approvals':'always'," + steps).replace('\'', '"'))
                        .fault())
                .startsWith("422 approvals: ");
    }

    @Test
    void an_agent_goes_on_with_what_it_has() {
        int before = tool.made().size();
        String task = submitted(AGENT);
        JsonNode call = waiting(task);

        assertThat(ada.client().get("/api/v1/tasks/" + task).text("status")).isIn("queued", "running");
        decide(task, call, "{'decision':'approve','parameters':{'id':8}}");

        assertThat(ended(task).text("output.result")).contains("removed");
        JsonNode made = ended(task).json().at("/output/toolCalls/0");
        assertThat(made.get("tool").asText()).isEqualTo(RemovingTool.NAME);
        assertThat(made.get("parameters").toString()).isEqualTo("{\"id\":8}");
        assertThat(made.get("requestedParameters")).isEqualTo(call.get("parameters"));
        assertThat(made.get("durationMs").isInt()).isTrue();
        assertThat(tool.made()).hasSize(before + 1);
    }

    @Test
    void a_denied_tool_task_fails() {
        String task = submitted(TOOL);

        decide(task, waiting(task), "{'decision':'deny','reason':'it is needed'}");

        assertThat(ended(task).text("error.code")).isEqualTo("TOOL_NOT_APPROVED");
        assertThat(ended(task).text("error.message")).contains("it is needed");
    }

    @Test
    void a_task_that_is_cancelled_waits_no_more() {
        String task = submitted(TOOL);
        JsonNode call = waiting(task);

        assertThat(ada.client().delete("/api/v1/tasks/" + task).status()).isEqualTo(200);

        assertThat(ada.client().get("/agent/api/approvals").body()).doesNotContain(task);
        assertThat(decide(task, call, "{'decision':'approve'}").error()).startsWith("40");
        assertThat(ended(task).text("status")).isEqualTo("cancelled");
    }

    private Client.Answer queued(String task) {
        while (true) {
            Client.Answer answer = ada.client().get("/api/v1/tasks/" + task);
            if (answer.text("status").equals("queued")) {
                return answer;
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void the_agent_of_a_task_that_waits_is_running_and_its_termination_fails_the_task() {
        String task = submitted(TOOL);
        JsonNode call = waiting(task);
        String agent = "/api/v1/agents/" + queued(task).text("agentId");

        JsonNode shown = ada.client().get(agent).json();
        JsonNode listed = ada.client().get("/api/v1/agents").json().get("agents");
        Client.Answer strange = bob.client().delete(agent);
        Client.Answer terminated = ada.client().delete(agent);

        assertThat(Client.texts(shown, "status", "taskId")).containsExactly("running", task);
        assertThat(shown.get("lastHeartbeatAt").asText())
                .isGreaterThanOrEqualTo(shown.get("createdAt").asText());
        assertThat(listed).contains(shown);
        assertThat(strange.error()).isEqualTo("404 AGENT_NOT_FOUND");
        assertThat(terminated.status()).isEqualTo(200);
        assertThat(terminated.text("status")).isEqualTo("terminated");
        assertThat(ended(task).texts("status", "error.code")).containsExactly("failed", "AGENT_TERMINATED");
        assertThat(ada.client().get("/api/v1/agents").body()).doesNotContain(task);
        assertThat(ada.client().get("/agent/api/approvals").body()).doesNotContain(task);
        assertThat(decide(task, call, "{'decision':'approve'}").error()).startsWith("40");
        assertThat(ada.client().delete(agent).body()).isEqualTo(terminated.body());
    }

    @Test
    void the_agent_of_a_task_that_went_on_after_its_wait_has_passed_it_on() {
        String task = submitted(TOOL);
        JsonNode call = waiting(task);
        String agent = queued(task).text("agentId");

        decide(task, call, "{'decision':'approve'}");

        assertThat(ended(task).text("status")).isEqualTo("completed");
        assertThat(ended(task).text("agentId")).isNotEqualTo(agent);
        assertThat(ada.client().get("/api/v1/agents/" + agent).text("status")).isEqualTo("failed");
        assertThat(ada.client().delete("/api/v1/agents/" + agent).error()).isEqualTo("409 CONFLICT");
    }

    @Test
    void a_task_that_does_not_ask_waits_for_nobody() {
        assertThat(ended(submitted(TOOL.replace("'approvals':'ask',", ""))).text("status"))
                .isEqualTo("completed");
        assertThat(ada.client()
                        .post("/api/v1/tasks", TOOL.replace("'ask'", "'always'").replace('\'', '"'))
                        .fault())
                .startsWith("422 approvals: ");
    }

    @Test
    void a_key_of_a_task_that_asks_is_not_good_for_one_that_does_not() {
        Client keyed = ada.client().with("Idempotency-Key", "asks");
        Client.Answer first = keyed.post("/api/v1/tasks", TOOL.replace('\'', '"'));
        Client.Answer other = keyed.post(
                "/api/v1/tasks", TOOL.replace("'approvals':'ask',", "").replace('\'', '"'));
        Client.Answer again = keyed.post("/api/v1/tasks", TOOL.replace('\'', '"'));

        assertThat(other.error()).isEqualTo("422 IDEMPOTENCY_MISMATCH");
        assertThat(again.text("id")).isEqualTo(first.text("id"));
        ada.client().delete("/api/v1/tasks/" + first.text("id"));
    }
}
