package dev.guildhall.http.schedule;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.agent.AgentRequests;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScheduleHttpTest {
    private static final String ECHO = "'start':{'task':{'type':'echo','input':{'n':1}}}";

    private final CountDownLatch started = new CountDownLatch(1);

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.executor(new Noted()));

    private final class Noted implements TaskExecutor {
        @Override
        public boolean takes(TaskType type) {
            return type.value().equals("noted");
        }

        @Override
        public Map<String, Object> execute(Caller.User owner, Task task) {
            started.countDown();
            return Map.of("n", 2);
        }
    }

    private final Client client = server.client().stranger().client();

    private static Client.Answer patch(Client client, String path, String body) {
        return client.send("PATCH", "/api/v1" + path, body.replace('\'', '"'));
    }

    @Test
    void a_schedule_is_made_found_listed_changed_and_deleted() {
        Client.Answer made = post(
                client,
                "/schedules",
                "{'name':'Nightly','cron':'0 3 * * *','timezone':'Europe/Lisbon','overlap':'queue','catchUp':'last',"
                        + ECHO + "}");

        assertThat(made.status()).isEqualTo(201);
        String path = "/schedules/" + made.text("id");
        assertThat(made.text("id")).startsWith("sch_");
        assertThat(made.text("cron")).isEqualTo("0 3 * * *");
        assertThat(made.json().get("everySeconds").isNull()).isTrue();
        assertThat(made.json().at("/start/task/input/n").asInt()).isEqualTo(1);
        assertThat(Instant.parse(made.text("nextAt"))).isAfter(Instant.now());
        JsonNode one = get(client, path).json();
        assertThat(one.get("starts").isEmpty()).isTrue();
        assertThat(one.get("overlap").asText()).isEqualTo("queue");
        assertThat(get(client, "/schedules").json().at("/schedules/0")).isEqualTo(made.json());
        assertThat(get(client, path + "/next?count=3").json().get("next")).hasSize(3);
        assertThat(get(client, path + "/next").json().get("next").get(0).asText())
                .isEqualTo(made.text("nextAt"));
        Client.Answer changed = patch(client, path, "{'everySeconds':3600,'enabled':false}");
        assertThat(changed.json().get("cron").isNull()).isTrue();
        assertThat(changed.json().get("everySeconds").asInt()).isEqualTo(3600);
        assertThat(changed.json().get("nextAt").isNull()).isTrue();
        assertThat(delete(client, path).status()).isEqualTo(204);
        assertThat(get(client, path).status()).isEqualTo(404);
    }

    @Test
    void work_is_started_at_a_due_time() throws InterruptedException {
        String id = post(client, "/schedules", "{'name':'Often','everySeconds':1,'start':{'task':{'type':'noted'}}}")
                .text("id");

        assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();

        JsonNode start =
                get(client, "/schedules/" + id).json().at("/starts").iterator().next();
        assertThat(start.get("kind").asText()).isEqualTo("task");
        assertThat(get(client, "/tasks/" + start.get("id").asText() + "?wait=10")
                        .text("status"))
                .isEqualTo("completed");
        delete(client, "/schedules/" + id);
    }

    @Test
    void work_of_each_kind_is_started_by_hand() {
        Client.Person ada = server.client().stranger();
        String chat = "{'userId':'" + ada.userId() + "','messages':[{'role':'user','content':'hello there'}]}";
        String assistant = AgentRequests.post(ada, "/assistants", "{'name':'Helper','instructions':'x'}")
                .text("id");
        Map<String, String> bodies = Map.of(
                "task",
                "{'type':'echo'}",
                "workflow",
                "{'name':'two','steps':[{'name':'a','taskType':'echo'}]}",
                "chat",
                chat,
                "evaluation",
                "{'assistantId':'" + assistant + "'}");

        bodies.forEach((kind, body) -> {
            Client.Answer made = post(
                    ada.client(),
                    "/schedules",
                    "{'name':'x','everySeconds':3600,'start':{'" + kind + "':" + body + "}}");
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            Client.Answer started = post(ada.client(), "/schedules/" + made.text("id") + "/trigger", "");

            assertThat(started.status()).as(started.body()).isEqualTo(202);
            assertThat(started.text("kind")).isEqualTo(kind);
            String id = started.text("id");
            switch (kind) {
                case "task" ->
                    assertThat(get(ada.client(), "/tasks/" + id + "?wait=10").text("status"))
                            .isEqualTo("completed");
                case "workflow" ->
                    assertThat(get(ada.client(), "/workflows/" + id).status()).isEqualTo(200);
                case "chat" -> assertThat(answered(ada, id)).contains("hello there");
                default ->
                    assertThat(ada.client()
                                    .get("/agent/api" + "/assistants/" + assistant + "/evaluations/" + id)
                                    .status())
                            .isEqualTo(200);
            }
        });
    }

    private static String answered(Client.Person ada, String chat) {
        String task =
                get(ada.client(), "/tasks?type=chat").json().at("/tasks/0/id").asText();
        assertThat(get(ada.client(), "/tasks/" + task + "?wait=20").body()).contains("completed", chat);
        JsonNode messages = ada.client()
                .get("/agent/api" + "/chat/" + chat + "?userId=" + ada.userId())
                .json()
                .get("messages");
        assertThat(messages).hasSize(2);
        return messages.get(1).get("content").asText();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'cron':'0 3 * * *','start':{'task':{'type':'echo'}}}                                           | name
        {'name':'x','start':{'task':{'type':'echo'}}}                                                   | cron
        {'name':'x','cron':'0 3 * * *','everySeconds':5,'start':{'task':{'type':'echo'}}}               | cron
        {'name':'x','cron':'0 0 3 * * *','start':{'task':{'type':'echo'}}}                              | cron
        {'name':'x','cron':'0 0 30 2 *','start':{'task':{'type':'echo'}}}                               | cron
        {'name':'x','cron':'','start':{'task':{'type':'echo'}}}                                         | cron
        {'name':'x','cron':5,'start':{'task':{'type':'echo'}}}                                          | cron
        {'name':'x','everySeconds':0,'start':{'task':{'type':'echo'}}}                                  | everySeconds
        {'name':'x','everySeconds':1.5,'start':{'task':{'type':'echo'}}}                                | everySeconds
        {'name':'x','at':'2020-01-01T00:00:00Z','start':{'task':{'type':'echo'}}}                       | at
        {'name':'x','at':'tomorrow','start':{'task':{'type':'echo'}}}                                   | at
        {'name':'x','cron':'0 3 * * *','timezone':'Mars/Base','start':{'task':{'type':'echo'}}}         | timezone
        {'name':'x','cron':'0 3 * * *','overlap':'often','start':{'task':{'type':'echo'}}}              | overlap
        {'name':'x','cron':'0 3 * * *','catchUp':'first','start':{'task':{'type':'echo'}}}              | catchUp
        {'name':'x','cron':'0 3 * * *'}                                                                 | start
        {'name':'x','cron':'0 3 * * *','start':{}}                                                      | start
        {'name':'x','cron':'0 3 * * *','start':{'task':{'type':'echo'},'run':{}}}                       | start
        {'name':'x','cron':'0 3 * * *','start':{'task':{}}}                                             | start.task.type
        {'name':'x','cron':'0 3 * * *','start':{'task':{'type':'echo','priority':500}}}                 | start.task.priority
        {'name':'x','cron':'0 3 * * *','start':{'task':{'type':'sleep'}}}                               | start.task.input.ms
        {'name':'x','cron':'0 3 * * *','start':{'workflow':{'name':'w','steps':[]}}}                    | start.workflow.steps
        {'name':'x','cron':'0 3 * * *','start':{'workflow':{'name':'w','steps':[{'name':'a'}]}}}        | start.workflow.steps[0].taskType
        {'name':'x','cron':'0 3 * * *','start':{'chat':{'messages':[]}}}                                | start.chat.userId
        {'name':'x','cron':'0 3 * * *','start':{'run':{'suite':'smoke'}}}                               | start.run.target
        {'name':'x','cron':'0 3 * * *','start':{'evaluation':{}}}                                       | start.evaluation.assistantId
        {'name':'x','cron':'0 3 * * *','start':{'definition':{'id':'wfd_1'}}}                           | start.definition.id
        """)
    void a_bad_schedule_is_refused_with_the_name_of_the_field(String body, String field) {
        Client.Answer refused = post(client, "/schedules", body);

        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.json().at("/error/message").asText()).contains(field + ":");
    }

    @Test
    void a_bad_change_is_refused_and_a_count_out_of_range() {
        String path = "/schedules/"
                + post(client, "/schedules", "{'name':'x','cron':'0 3 * * *'," + ECHO + "}")
                        .text("id");

        for (String body : List.of(
                "{'name':null}",
                "{'cron':'0 0 30 2 *'}",
                "{'everySeconds':5,'at':'2099-01-01T00:00:00Z'}",
                "{'start':{'task':{}}}")) {
            assertThat(patch(client, path, body).status()).as(body).isEqualTo(422);
        }
        for (String count : List.of("0", "101", "x", "-1")) {
            assertThat(get(client, path + "/next?count=" + count).status()).isEqualTo(422);
        }
        assertThat(get(client, path + "/next?count=100").json().get("next")).hasSize(100);
    }

    @Test
    void the_chat_of_another_user_is_not_started() {
        String body = "{'name':'x','everySeconds':5,'start':{'chat':{'userId':'usr_other','messages':"
                + "[{'role':'user','content':'hi'}]}}}";

        assertThat(post(client, "/schedules", body).status()).isEqualTo(403);
    }
}
