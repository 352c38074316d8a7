package dev.guildhall.http.orchestration;

import static dev.guildhall.http.account.GroupRequests.TIMESTAMP;
import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.ended;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static dev.guildhall.http.orchestration.TaskRequests.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TaskHttpTest {
    private static final String ECHO = "{'type':'echo','input':{'n':1}}";
    private static final String BLOCKING = "{'type':'blocking'}";

    private final BlockingTasks blocking = new BlockingTasks();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.executor(blocking));

    private final Client client = server.client().stranger().client();

    private String running() throws InterruptedException {
        String id = submitted(client, BLOCKING);
        assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        return id;
    }

    @Test
    void a_task_is_answered_as_it_was_kept() {
        Client.Answer answer = post(
                client,
                "/tasks",
                "{'type':'echo','input':{'n':1},'tools':['builtin.time_now'],'priority':7,'ttl':60,'unknown':[]}");

        assertThat(answer.status()).isEqualTo(201);
        JsonNode task = answer.json();
        assertThat(task.size()).isEqualTo(21);
        assertThat(answer.text("id")).startsWith("task_");
        assertThat(answer.text("type")).isEqualTo("echo");
        assertThat(answer.text("status")).isEqualTo("queued");
        assertThat(Client.texts(task, "input.n", "tools.0", "priority", "ttl", "attempts"))
                .containsExactly("1", "builtin.time_now", "7", "60", "0");
        assertThat(answer.text("createdAt")).matches(TIMESTAMP);
        assertThat(List.of(
                        "agentId",
                        "output",
                        "error",
                        "workflowId",
                        "startedAt",
                        "completedAt",
                        "startAt",
                        "retryAt",
                        "retry",
                        "concurrency",
                        "unique",
                        "retriedFrom"))
                .allSatisfy(
                        field -> assertThat(task.get(field).isNull()).as(field).isTrue());
        assertThat(answer.header("Idempotency-Replayed")).isEmpty();
        assertThat(answer.header("Preference-Applied")).isEmpty();
    }

    @Test
    void what_is_left_out_is_taken_from_the_contract() {
        JsonNode task = post(client, "/tasks", "{'type':'echo','input':null}").json();

        assertThat(task.get("priority").asInt()).isEqualTo(50);
        assertThat(task.get("ttl").asInt()).isEqualTo(3600);
        assertThat(task.get("input").isEmpty()).isTrue();
        assertThat(task.get("tools").isEmpty()).isTrue();
    }

    @Test
    void a_task_that_was_waited_for_shows_its_output() {
        Client.Answer task = ended(client, submitted(client, ECHO));

        assertThat(task.status()).isEqualTo(200);
        assertThat(task.text("status")).isEqualTo("completed");
        assertThat(task.json().at("/output/n").asInt()).isEqualTo(1);
        assertThat(task.text("agentId")).startsWith("agt_");
        assertThat(task.json().get("attempts").asInt()).isEqualTo(1);
        assertThat(task.text("startedAt")).matches(TIMESTAMP);
        assertThat(task.text("completedAt")).matches(TIMESTAMP);
    }

    @Test
    void a_task_that_calls_a_tool_and_may_use_none_called_it_all_the_same() {
        String input = "'input':{'tool':'builtin.time_now'}";
        Client.Answer task = TaskRequests.post(client, "/tasks", "{'type':'tool'," + input + ",'tools':[]}");
        Client.Answer step = TaskRequests.post(
                client, "/workflows", "{'name':'a','steps':[{'name':'b','taskType':'tool'," + input + ",'tools':[]}]}");
        Client.Answer other =
                ended(client, submitted(client, "{'type':'tool'," + input + ",'tools':['builtin.calculate']}"));

        assertThat(List.of(task.status(), step.status())).containsOnly(422);
        assertThat(task.text("error.message")).startsWith("tools: must name the tool");
        assertThat(step.text("error.message")).startsWith("steps[0].tools: must name the tool");
        assertThat(other.text("error.code")).isEqualTo("TOOL_NOT_ALLOWED");
    }

    @Test
    void a_task_that_failed_says_why() {
        Client.Answer task = ended(client, submitted(client, "{'type':'tool','input':{'tool':7}}"));

        assertThat(task.status()).isEqualTo(200);
        assertThat(task.texts("status", "error.code", "error.status", "output"))
                .containsExactly("failed", "VALIDATION_ERROR", "422", "null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|type: is required
        {'type':'Shout'}|type: must match [a-z0-9][a-z0-9._-]{0,63}
        {'type':7}|type: must be a string
        {'type':'sleep','input':{'ms':31536000001}}|input.ms: must be an integer of 0 to 31536000000
        {'type':'sleep','input':{'ms':'long'}}|input.ms: must be an integer of 0 to 31536000000
        {'type':'echo','priority':101}|priority: must be an integer between 0 and 100
        {'type':'echo','priority':-1}|priority: must be an integer between 0 and 100
        {'type':'echo','priority':1.5}|priority: must be an integer
        {'type':'echo','priority':'high'}|priority: must be an integer
        {'type':'echo','ttl':0}|ttl: must be an integer between 1 and 31536000
        {'type':'echo','ttl':31536001}|ttl: must be an integer between 1 and 31536000
        {'type':'echo','ttl':99999999999}|ttl: must be an integer between 1 and 31536000
        {'type':'echo','tools':'all'}|tools: must be an array
        {'type':'echo','tools':['']}|tools[0]: must have 1 to 128 characters
        {'type':'echo','input':[]}|input: must be an object
        []|body: must be a JSON object
        {'type':'','input':3,'tools':[1,'x',null],'priority':-3,'ttl':'soon'}|type: must match [a-z0-9][a-z0-9._-]{0,63}; input: must be an object; tools[0]: must be a string; tools[2]: must be a string; priority: must be an integer between 0 and 100; ttl: must be an integer
        """)
    void all_that_is_wrong_with_a_body_is_named_at_once(String body, String message) {
        Client.Answer answer = post(client, "/tasks", body);

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ?limit=0|limit: must be between 1 and 200
        ?limit=x|limit: must be an integer between 1 and 200
        ?cursor=%25|cursor: is not a cursor of this list
        ?status=pending|status: must be one of queued, running, completed, failed, cancelled
        ?type=A|type: must match [a-z0-9][a-z0-9._-]{0,63}
        /task_1?wait=61|wait: must be an integer between 0 and 60
        /task_1?wait=-1|wait: must be an integer between 0 and 60
        /task_1?wait=%D9%A3|wait: must be an integer between 0 and 60
        /task_1?wait=%2B1|wait: must be an integer between 0 and 60
        /task_1?wait=soon|wait: must be an integer between 0 and 60
        """)
    void a_query_that_makes_no_sense_is_refused(String query, String message) {
        Client.Answer answer = get(client, "/tasks" + query);

        assertThat(answer.fault()).isEqualTo("422 " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait=60", "respond-async, WAIT = \"60\"", "handling=lenient; wait=60, wait=0"})
    void a_client_that_prefers_to_wait_gets_the_ended_task(String preference) {
        Client.Answer answer = post(client.with("Prefer", preference), "/tasks", ECHO);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("status")).isEqualTo("completed");
        assertThat(answer.header("Preference-Applied")).isEqualTo("wait=60");
    }

    @Test
    void a_wish_for_a_longer_wait_than_there_is_is_cut() {
        Client.Answer answer = post(client.with("Prefer", "wait=9999"), "/tasks", ECHO);

        assertThat(answer.text("status")).isEqualTo("completed");
        assertThat(answer.header("Preference-Applied")).isEqualTo("wait=60");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait=soon", "wait", "wait=-1", "respond-async", "wait=99999999999"})
    void a_preference_that_is_not_known_is_left_unheard(String preference) {
        Client.Answer answer = post(client.with("Prefer", preference), "/tasks", ECHO);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Preference-Applied")).isEmpty();
    }

    @Test
    void after_the_wait_the_response_has_the_current_task() throws InterruptedException {
        Client.Answer answer = post(client.with("Prefer", "wait=1"), "/tasks", BLOCKING);
        blocking.entered.tryAcquire(20, TimeUnit.SECONDS);
        Client.Answer later = get(client, "/tasks/" + answer.text("id") + "?wait=1");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("status")).isIn("queued", "running");
        assertThat(later.status()).isEqualTo(200);
        assertThat(later.text("status")).isEqualTo("running");
        delete(client, "/tasks/" + answer.text("id"));
    }

    @Test
    void a_client_that_waits_for_a_task_beyond_its_ttl_gets_408_and_the_tasks_id() {
        Client.Answer answer =
                post(client.with("Prefer", "wait=60"), "/tasks", "{'type':'sleep','input':{'ms':600000},'ttl':1}");

        assertThat(answer.error()).isEqualTo("408 TASK_TIMEOUT");
        assertThat(answer.json().at("/error/status").asInt()).isEqualTo(408);
        Client.Answer task = get(client, "/tasks/" + answer.text("error.details.taskId"));
        assertThat(task.status()).isEqualTo(200);
        assertThat(task.text("status")).isEqualTo("failed");
        assertThat(task.text("error.code")).isEqualTo("TASK_TIMEOUT");
    }

    @Test
    void an_idempotency_key_makes_one_task() {
        Client keyed = server.client().stranger().client().with("Idempotency-Key", "once");

        Client.Answer first = post(keyed, "/tasks", ECHO);
        Client.Answer again = post(keyed, "/tasks", ECHO);
        Client.Answer other = post(keyed, "/tasks", BLOCKING);

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(other.error()).isEqualTo("422 IDEMPOTENCY_MISMATCH");
        assertThat(get(keyed, "/tasks").json().get("tasks")).hasSize(1);
    }

    @Test
    void a_cancelled_task_is_final_and_ends_what_carried_it_out() throws InterruptedException {
        String id = running();

        Client.Answer cancelled = delete(client, "/tasks/" + id);
        Client.Answer again = delete(client, "/tasks/" + id);

        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.text("status")).isEqualTo("cancelled");
        assertThat(cancelled.text("completedAt")).matches(TIMESTAMP);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(cancelled.body());
        assertThat(blocking.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }

    @Test
    void a_task_that_has_ended_cannot_be_cancelled() {
        String id = submitted(client, ECHO);
        Client.Answer completed = ended(client, id);

        Client.Answer answer = delete(client, "/tasks/" + id);

        assertThat(answer.error()).isEqualTo("409 CONFLICT");
        assertThat(get(client, "/tasks/" + id).body()).isEqualTo(completed.body());
    }

    @Test
    void a_list_is_cut_into_pages_and_can_be_narrowed() {
        Client own = server.client().stranger().client();
        String first = submitted(own, ECHO);
        String second = submitted(own, "{'type':'sleep','input':{'ms':0}}");
        ended(own, first);
        ended(own, second);

        JsonNode newest = get(own, "/tasks?limit=1").json();
        JsonNode rest = get(
                        own, "/tasks?limit=1&cursor=" + newest.get("nextCursor").asText())
                .json();

        assertThat(newest.at("/tasks/0/id").asText()).isEqualTo(second);
        assertThat(rest.at("/tasks/0/id").asText()).isEqualTo(first);
        assertThat(rest.get("nextCursor").isNull()).isTrue();
        assertThat(get(own, "/tasks?type=echo").json().get("tasks")).hasSize(1);
        assertThat(get(own, "/tasks?status=completed").json().get("tasks")).hasSize(2);
        assertThat(get(own, "/tasks?status=failed&type=echo").json().get("tasks"))
                .isEmpty();
    }

    @Test
    void a_task_that_there_is_not_is_task_not_found() {
        assertThat(List.of("/tasks/task_1", "/tasks/%20", "/tasks/task_1/events"))
                .allSatisfy(path -> {
                    Client.Answer answer = get(client, path);

                    assertThat(answer.error()).isEqualTo("404 TASK_NOT_FOUND");
                });
    }

    @Test
    void a_full_queue_is_429_and_says_when_to_try_again() {
        Limits limits = Limits.DEFAULT.withTask(TaskLimits.DEFAULT.withCapacity(1));
        try (TestServer small = TestServer.start(parts -> parts.limits(limits))) {
            Client own = small.client().stranger().client();
            TaskRequests.poll(own, "parked");
            submitted(own, "{'type':'parked'}");

            Client.Answer answer = post(own, "/tasks", "{'type':'parked'}");

            assertThat(answer.error()).isEqualTo("429 QUEUE_FULL");
            assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
        }
    }
}
