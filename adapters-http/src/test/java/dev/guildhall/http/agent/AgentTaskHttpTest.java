package dev.guildhall.http.agent;

import static dev.guildhall.http.agent.AgentRequests.get;
import static dev.guildhall.http.agent.AgentRequests.post;
import static dev.guildhall.http.agent.AgentRequests.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import dev.guildhall.http.orchestration.TaskRequests;
import dev.guildhall.ports.agenttask.AgentTasks;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentTaskHttpTest {
    private static final String TWO = "{'userId':'ME','title':'Compare','description':'Two offers','chatId':null,"
            + "'steps':[{'title':'Read','description':'Read both'},{'title':'Weigh','dependencies':['Read']}]}";

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client.Person ada = server.client().stranger();

    private String created() {
        return post(ada, "/tasks", TWO).text("id");
    }

    /** The task when all its steps have ended. */
    private JsonNode ended(String id) {
        JsonNode task = get(ada, "/tasks/" + id).json();
        for (int i = 0; i < task.get("steps").size(); i++) {
            JsonNode steps = ada.client().get(TaskRequests.TASKS).json().get("tasks");
            for (JsonNode step : steps) {
                TaskRequests.ended(ada.client(), step.get("id").asText());
            }
        }
        return get(ada, "/tasks/" + id).json();
    }

    @Test
    void a_task_waits_until_a_client_executes_it() {
        Client.Answer task = post(ada, "/tasks", TWO);

        assertThat(task.status()).isEqualTo(201);
        assertThat(task.json().size()).isEqualTo(12);
        assertThat(task.text("id")).startsWith("task_");
        assertThat(task.texts("title", "description", "userId", "status"))
                .containsExactly("Compare", "Two offers", ada.userId(), "pending");
        assertThat(task.json().get("agents")).isEmpty();
        JsonNode weigh = task.json().at("/steps/1");
        assertThat(weigh.size()).isEqualTo(10);
        assertThat(weigh.get("id").asText()).isEqualTo(task.text("id") + ".2");
        assertThat(weigh.get("title").asText()).isEqualTo("Weigh");
        assertThat(weigh.get("description").asText()).isEmpty();
        assertThat(weigh.at("/dependencies/0").asText()).isEqualTo("Read");
        assertThat(weigh.get("status").asText()).isEqualTo("pending");
        assertThat(List.of("chatId", "result", "startedAt", "completedAt"))
                .allSatisfy(field -> assertThat(task.json().get(field).isNull()).isTrue());
    }

    @Test
    void an_executed_task_is_carried_out_step_by_step() {
        String id = created();

        Client.Answer started = send(ada, "POST", "/tasks/" + id + "/execute", "");
        JsonNode task = ended(id);

        assertThat(started.status()).isEqualTo(202);
        assertThat(started.json().size()).isEqualTo(2);
        assertThat(started.text("id")).isEqualTo(id);
        assertThat(started.text("status")).isEqualTo("running");
        assertThat(Client.texts(task, "status", "agents.0.stepId", "agents.0.status"))
                .containsExactly("completed", id + ".1", "completed");
        assertThat(task.get("result").asText())
                .isEqualTo(task.at("/steps/1/result").asText())
                .isNotEmpty();
        assertThat(task.at("/steps/0/agentId").asText())
                .isEqualTo(task.at("/agents/0/id").asText());
        assertThat(task.get("agents")).hasSize(2);
        assertThat(task.get("completedAt").asText()).matches(GroupRequests.TIMESTAMP);
        assertThat(send(ada, "POST", "/tasks/" + id + "/execute", "").status()).isEqualTo(409);
        assertThat(send(ada, "DELETE", "/tasks/" + id, "").status()).isEqualTo(409);
    }

    @Test
    void a_pending_task_is_cancelled_with_its_steps() {
        String id = created();

        Client.Answer cancelled = send(ada, "DELETE", "/tasks/" + id, "");
        Client.Answer again = send(ada, "DELETE", "/tasks/" + id, "");

        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.text("status")).isEqualTo("cancelled");
        assertThat(cancelled.json().at("/steps/0/status").asText()).isEqualTo("cancelled");
        assertThat(again.body()).isEqualTo(cancelled.body());
    }

    @Test
    void a_list_is_cut_into_pages_and_can_be_narrowed() {
        Client.Person own = server.client().stranger();
        String first = post(own, "/tasks", TWO).text("id");
        String second = post(own, "/tasks", TWO).text("id");
        send(own, "DELETE", "/tasks/" + second, "");

        JsonNode newest = get(own, "/tasks?userId=ME&limit=1").json();
        String rest =
                "/tasks?userId=ME&limit=1&cursor=" + newest.get("nextCursor").asText();

        assertThat(newest.at("/tasks/0/id").asText()).isEqualTo(second);
        assertThat(get(own, rest).json().at("/tasks/0/id").asText()).isEqualTo(first);
        assertThat(get(own, "/tasks?userId=ME&status=pending").json().get("tasks"))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|userId: is required; title: is required
        {'userId':'ME','title':' ','description':1,'chatId':'','steps':{}}|title: must have 1 to 200 characters; description: must be a string; chatId: must be 1 to 128 visible ASCII characters; steps: must be an array
        {'userId':'ME','title':'x','steps':[{'dependencies':['a',1]}]}|steps[0].title: is required; steps[0].dependencies[1]: must be a string
        """)
    void all_that_is_wrong_with_a_body_is_named_at_once(String body, String message) {
        Client.Answer answer = post(ada, "/tasks", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("Bad Request");
        assertThat(answer.text("message")).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'title':'a'},{'title':'a'}|a
        {'title':'a','dependencies':['missing']}|missing
        {'title':'a','dependencies':['b']},{'title':'b','dependencies':['a']}|b
        """)
    void steps_that_cannot_be_put_in_an_order_are_refused(String steps, String named) {
        Client.Answer answer = post(ada, "/tasks", "{'userId':'ME','title':'x','steps':[" + steps + "]}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("message")).contains("steps").contains(named);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        |userId: is required
        userId=ME&status=queued|status: must be one of pending, running, completed, failed, cancelled
        userId=ME&limit=201|limit: must be between 1 and 200
        """)
    void a_query_that_makes_no_sense_is_refused(String query, String message) {
        Client.Answer answer = get(ada, "/tasks?" + (query == null ? "" : query));

        assertThat(answer.fault()).isEqualTo("400 " + message);
    }

    @ParameterizedTest
    @CsvSource({"GET, /tools/TOOL", "PATCH, /tools/TOOL", "POST, /tools/execute"})
    void there_are_no_tools_for_tasks_in_mode_v0_1(String method, String path) {
        for (String tool : AgentTasks.TOOLS) {
            Client.Answer answer = ada.client()
                    .send(
                            method,
                            "/agent-v0.1/api" + path.replace("TOOL", tool),
                            "{\"enabled\":false,\"toolName\":\"" + tool + "\",\"userId\":\"" + ada.userId() + "\"}");

            assertThat(answer.status()).isEqualTo(404);
        }
    }

    @Test
    void only_mode_v1_lists_tools_for_tasks() {
        String old = ada.client().get("/agent-v0.1/api/tools").body();
        String current = ada.client().get("/agent/api/tools").body();

        assertThat(AgentTasks.TOOLS).allMatch(name -> current.contains("\"" + name + "\""));
        assertThat(AgentTasks.TOOLS).noneMatch(name -> old.contains("\"" + name + "\""));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /tasks?userId=ME",
        "POST, /tasks",
        "GET, /tasks/task_1",
        "POST, /tasks/task_1/execute",
        "DELETE, /tasks/task_1"
    })
    void there_are_no_tasks_in_mode_v0_1(String method, String path) {
        Client.Answer answer = ada.client().send(method, "/agent-v0.1/api" + path.replace("ME", ada.userId()), "{}");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("error")).isEqualTo("Not Found");
    }
}
