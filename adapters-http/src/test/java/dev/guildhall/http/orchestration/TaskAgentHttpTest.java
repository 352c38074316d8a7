package dev.guildhall.http.orchestration;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.ended;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TaskAgentHttpTest {
    private final BlockingTasks blocking = new BlockingTasks();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.executor(blocking));

    private final Client client = server.client().stranger().client();

    private String agentAtWork() throws InterruptedException {
        String task = submitted(client, "{'type':'blocking'}");
        assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        return get(client, "/tasks/" + task).text("agentId");
    }

    @Test
    void an_agent_at_work_is_listed_and_shown() throws InterruptedException {
        String id = agentAtWork();

        Client.Answer agent = get(client, "/agents/" + id);
        JsonNode agents = get(client, "/agents").json();

        assertThat(agent.status()).isEqualTo(200);
        assertThat(agent.json().size()).isEqualTo(6);
        assertThat(agent.text("status")).isEqualTo("running");
        assertThat(agent.text("type")).isEqualTo("blocking");
        assertThat(agent.text("taskId")).startsWith("task_");
        assertThat(agent.text("createdAt")).matches(GroupRequests.TIMESTAMP);
        assertThat(agent.text("lastHeartbeatAt")).matches(GroupRequests.TIMESTAMP);
        assertThat(agents.at("/agents/0/id").asText()).isEqualTo(id);
        assertThat(agents.get("nextCursor").isNull()).isTrue();
        delete(client, "/agents/" + id);
    }

    @Test
    void a_terminated_agent_fails_its_task_and_is_ended() throws InterruptedException {
        String id = agentAtWork();

        Client.Answer terminated = delete(client, "/agents/" + id);
        Client.Answer again = delete(client, "/agents/" + id);

        assertThat(terminated.status()).isEqualTo(200);
        assertThat(terminated.text("status")).isEqualTo("terminated");
        assertThat(again.body()).isEqualTo(terminated.body());
        Client.Answer task = get(client, "/tasks/" + terminated.text("taskId"));
        assertThat(task.text("status")).isEqualTo("failed");
        assertThat(task.text("error.code")).isEqualTo("AGENT_TERMINATED");
        assertThat(blocking.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }

    @Test
    void an_agent_that_has_completed_cannot_be_terminated() {
        String id = ended(client, submitted(client, "{'type':'echo'}")).text("agentId");

        Client.Answer answer = delete(client, "/agents/" + id);

        assertThat(answer.error()).isEqualTo("409 CONFLICT");
        assertThat(get(client, "/agents/" + id).text("status")).isEqualTo("completed");
    }

    @Test
    void an_agent_that_there_is_not_is_agent_not_found() {
        assertThat(List.of("/agents/agt_1", "/agents/agt_1.1", "/agents/%20")).allSatisfy(path -> {
            assertThat(get(client, path).text("error.code")).isEqualTo("AGENT_NOT_FOUND");
            assertThat(delete(client, path).status()).isEqualTo(404);
        });
    }
}
