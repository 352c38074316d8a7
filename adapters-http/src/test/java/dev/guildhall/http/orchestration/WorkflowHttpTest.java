package dev.guildhall.http.orchestration;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.ended;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import dev.guildhall.ports.workflow.Workflows;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkflowHttpTest {
    /** The second step blocks, and gets the output of the first one. */
    private static final String TWO = "{'name':'digest','steps':["
            + "{'name':'read','taskType':'echo','input':{'text':'hello'}},"
            + "{'name':'hold','taskType':'blocking','dependsOn':['read'],"
            + "'input':{'page':{'$from':'read','pointer':'/text'}}}]}";

    private final BlockingTasks blocking = new BlockingTasks();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.executor(blocking));

    private final Client client = server.client().stranger().client();

    private String begun() throws InterruptedException {
        String id = post(client, "/workflows", TWO).text("id");
        assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        return id;
    }

    @Test
    void a_workflow_is_answered_with_its_steps() throws InterruptedException {
        Client.Answer answer = post(client, "/workflows", TWO);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().size()).isEqualTo(8);
        assertThat(answer.json().get("truncated").asBoolean()).isFalse();
        assertThat(answer.json().get("retriedFrom").isNull()).isTrue();
        assertThat(answer.text("id")).startsWith("wf_");
        assertThat(answer.text("name")).isEqualTo("digest");
        assertThat(answer.text("status")).isEqualTo("running");
        JsonNode read = answer.json().at("/steps/0");
        JsonNode hold = answer.json().at("/steps/1");
        assertThat(read.get("status").asText()).isEqualTo("running");
        assertThat(read.get("taskId").asText()).startsWith("task_");
        assertThat(hold.get("status").asText()).isEqualTo("pending");
        assertThat(hold.at("/dependsOn/0").asText()).isEqualTo("read");
        assertThat(List.of("taskId", "output", "error", "startedAt", "completedAt"))
                .allSatisfy(field -> assertThat(hold.get(field).isNull()).isTrue());
        assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        delete(client, "/workflows/" + answer.text("id"));
    }

    @Test
    void a_step_that_ends_lets_the_next_begin_and_hands_its_output_on() throws InterruptedException {
        String id = begun();

        JsonNode workflow = get(client, "/workflows/" + id).json();

        assertThat(workflow.at("/steps/0/status").asText()).isEqualTo("completed");
        assertThat(workflow.at("/steps/0/output/text").asText()).isEqualTo("hello");
        assertThat(workflow.at("/steps/0/completedAt").asText()).matches(GroupRequests.TIMESTAMP);
        assertThat(workflow.at("/steps/1/status").asText()).isEqualTo("running");
        JsonNode task =
                get(client, "/tasks/" + workflow.at("/steps/1/taskId").asText()).json();
        assertThat(task.get("workflowId").asText()).isEqualTo(id);
        assertThat(task.at("/input/page").asText()).isEqualTo("hello");
        delete(client, "/workflows/" + id);
    }

    @Test
    void a_running_step_shows_neither_the_output_nor_the_end_of_its_task() {
        try (TestServer halted = TestServer.start()) {
            Client own = halted.client().stranger().client();
            TaskRequests.poll(own, "import");
            String id = post(own, "/workflows", "{'name':'one','steps':[{'name':'a','taskType':'import'}]}")
                    .text("id");
            JsonNode task = TaskRequests.poll(own, "import").json().at("/tasks/0");
            halted.stopTaskNode();
            String lease = "{'leaseId':'" + task.get("leaseId").asText() + "','output':{'done':3}}";
            post(own, "/tasks/" + task.get("id").asText() + "/complete", lease);

            JsonNode step = get(own, "/workflows/" + id).json().at("/steps/0");

            assertThat(step.get("status").asText()).isEqualTo("running");
            assertThat(step.get("startedAt").isNull()).isFalse();
            assertThat(List.of("output", "error", "completedAt"))
                    .allSatisfy(field -> assertThat(step.get(field).isNull()).isTrue());
        }
    }

    @Test
    void steps_wait_for_room_in_the_queue_and_a_workflow_whose_first_one_has_none_is_refused() {
        Limits limits = Limits.DEFAULT.withTask(TaskLimits.DEFAULT.withCapacity(1));
        try (TestServer small = TestServer.start(parts -> parts.limits(limits))) {
            Client own = small.client().stranger().client();
            TaskRequests.poll(own, "parked");
            String one = "{'name':'one','steps':[{'name':'a','taskType':'parked'}]}";

            Client.Answer two = post(
                    own,
                    "/workflows",
                    "{'name':'two','steps':[{'name':'a','taskType':'parked'},{'name':'b','taskType':'parked'}]}");
            Client.Answer later = post(own, "/workflows", one);

            assertThat(two.texts("steps.0.status", "steps.1.status")).containsExactly("running", "pending");
            assertThat(List.of(two.status(), later.status())).containsExactly(201, 429);
            assertThat(later.header("Retry-After")).isNotEmpty();
        }
    }

    @Test
    void a_cancelled_workflow_is_final_with_all_its_steps() throws InterruptedException {
        String id = begun();

        Client.Answer cancelled = delete(client, "/workflows/" + id);
        Client.Answer again = delete(client, "/workflows/" + id);

        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.texts("status", "steps.0.status", "steps.1.status"))
                .containsExactly("cancelled", "completed", "cancelled");
        assertThat(again.body()).isEqualTo(cancelled.body());
        assertThat(blocking.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }

    @Test
    void a_list_tells_how_far_steps_have_come_and_can_be_narrowed() throws InterruptedException {
        Client own = server.client().stranger().client();
        String id = post(own, "/workflows", TWO).text("id");
        assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

        JsonNode listed = get(own, "/workflows?limit=1").json();

        assertThat(listed.at("/workflows/0/id").asText()).isEqualTo(id);
        assertThat(listed.at("/workflows/0/steps/1").size()).isEqualTo(2);
        assertThat(listed.get("nextCursor").isNull()).isTrue();
        assertThat(get(own, "/workflows?status=running").json().get("workflows"))
                .hasSize(1);
        assertThat(get(own, "/workflows?status=failed").json().get("workflows")).isEmpty();
        delete(own, "/workflows/" + id);
        assertThat(get(own, "/workflows?status=cancelled").json().get("workflows"))
                .hasSize(1);
    }

    @Test
    void an_idempotency_key_starts_one_workflow() {
        Client keyed = server.client().stranger().client().with("Idempotency-Key", "once");
        String body = "{'name':'one','steps':[{'name':'a','taskType':'echo'}]}";

        Client.Answer first = post(keyed, "/workflows", body);
        ended(keyed, first.json().at("/steps/0/taskId").asText());
        Client.Answer again = post(keyed, "/workflows", body);
        Client.Answer other = post(keyed, "/workflows", body.replace("one", "two"));

        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(other.text("error.code")).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|name: is required; steps: is required
        {'name':' ','steps':{}}|name: must have 1 to 200 characters; steps: must be an array
        {'name':'x','steps':[]}|steps: must be 1 to 10000
        {'name':'x','steps':[{'taskType':'A'},{'name':'b','taskType':'echo','input':1,'tools':'t'}]}|steps[0].name: is required; steps[0].taskType: must match [a-z0-9][a-z0-9._-]{0,63}; steps[1].tools: must be an array; steps[1].input: must be an object
        """)
    void all_that_is_wrong_with_a_body_is_named_at_once(String body, String message) {
        Client.Answer answer = post(client, "/workflows", body);

        assertThat(answer.fault()).isEqualTo("422 " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'name':'a','taskType':'echo'},{'name':'a','taskType':'echo'}|a
        {'name':'a','taskType':'echo','dependsOn':['missing']}|missing
        {'name':'a','taskType':'echo','dependsOn':['b']},{'name':'b','taskType':'echo','dependsOn':['a']}|b
        {'name':'a','taskType':'echo','input':{'x':{'$from':'b'}}}|b
        """)
    void steps_that_cannot_be_put_in_an_order_are_refused(String steps, String named) {
        Client.Answer answer = post(client, "/workflows", "{'name':'x','steps':[" + steps + "]}");

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).contains("steps").contains(named);
    }

    @Test
    void a_status_that_no_workflow_has_is_refused() {
        assertThat(get(client, "/workflows?status=pending").text("error.message"))
                .isEqualTo("status: must be one of running, completed, failed, cancelled");
    }

    @Test
    void a_workflow_that_there_is_not_is_not_found() {
        assertThat(List.of("/workflows/wf_1", "/workflows/%20")).allSatisfy(path -> {
            assertThat(get(client, path).text("error.code")).isEqualTo("NOT_FOUND");
            assertThat(delete(client, path).status()).isEqualTo(404);
        });
    }

    @Test
    void a_workflow_that_has_ended_is_started_again() throws InterruptedException {
        String id = begun();
        Client.Answer early = post(client, "/workflows/" + id + "/retry", "");
        delete(client, "/workflows/" + id);

        Client.Answer again = post(client, "/workflows/" + id + "/retry", "");
        Client keyed = client.with("Idempotency-Key", "again");
        Client.Answer from = post(keyed, "/workflows/" + id + "/retry", "{'from':'read'}");
        Client.Answer same = post(keyed, "/workflows/" + id + "/retry", "{'from':'read'}");
        Client.Answer mismatch = post(keyed, "/workflows/" + id + "/retry", "{}");

        assertThat(early.error()).isEqualTo("409 CONFLICT");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.texts("retriedFrom", "steps.0.status", "steps.0.output.text", "steps.1.status"))
                .containsExactly(id, "completed", "hello", "running");
        assertThat(again.json().at("/steps/0/taskId").isNull()).isTrue();
        assertThat(from.texts("steps.0.status", "steps.1.status")).containsExactly("running", "pending");
        assertThat(same.text("id")).isEqualTo(from.text("id"));
        assertThat(same.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(mismatch.error()).isEqualTo("422 IDEMPOTENCY_MISMATCH");
        assertThat(post(client, "/workflows/" + id + "/retry", "{'from':'none'}")
                        .fault())
                .isEqualTo("422 from: the workflow has no step of that name");
        assertThat(post(server.client().stranger().client(), "/workflows/" + id + "/retry", "")
                        .status())
                .isEqualTo(404);
        assertThat(blocking.entered.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();
        delete(client, "/workflows/" + again.text("id"));
        delete(client, "/workflows/" + from.text("id"));
    }

    @Test
    void the_events_of_a_workflow_are_streamed_until_its_end() throws InterruptedException {
        String id = begun();
        delete(client, "/workflows/" + id);

        Client.Answer all = get(client, "/workflows/" + id + "/events");
        Client.Answer rest = get(client.with("Last-Event-ID", "4"), "/workflows/" + id + "/events");

        assertThat(all.header("Content-Type")).startsWith("text/event-stream");
        assertThat(all.body().lines().filter(line -> line.startsWith("event: ")))
                .containsExactly(
                        "event: running",
                        "event: running",
                        "event: completed",
                        "event: running",
                        "event: cancelled",
                        "event: cancelled");
        assertThat(all.body().lines().filter(line -> line.startsWith("id: ")))
                .containsExactly("id: 1", "id: 2", "id: 3", "id: 4", "id: 5", "id: 6");
        assertThat(all.body()).contains("\"workflowId\":\"" + id + "\",\"step\":\"hold\",\"status\":\"cancelled\"");
        assertThat(rest.body().lines().filter(line -> line.startsWith("id: "))).containsExactly("id: 5", "id: 6");
        assertThat(get(client.with("Last-Event-ID", "6"), "/workflows/" + id + "/events")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void a_workflow_may_have_ten_thousand_steps_in_a_body_above_one_mebibyte() {
        String text = "x".repeat(200);
        String steps = IntStream.range(0, Workflows.MOST_STEPS)
                .mapToObj(i -> "{'name':'s" + i + "','taskType':'echo','input':{'text':'" + text + "'},'dependsOn':["
                        + (i == 0 ? "" : "'s0'") + "]}")
                .collect(Collectors.joining(","));

        Client.Answer answer = post(client, "/workflows", "{'name':'large','steps':[" + steps + "]}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().at("/steps")).hasSize(Workflows.MOST_STEPS);
        assertThat(delete(client, "/workflows/" + answer.text("id")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "retry":{"maxAttempts":21}|steps[0].retry.maxAttempts: must be an integer between 1 and 20
        "concurrency":{"key":"a","limit":0}|steps[0].concurrency.limit: must be an integer between 1 and 1000
        "startAt":"soon"|steps[0].startAt: must be an ISO 8601 timestamp such as 2030-01-31T12:00:00Z
        """)
    void options_of_a_step_are_checked(String option, String message) {
        Client.Answer answer =
                post(client, "/workflows", "{'name':'x','steps':[{'name':'a','taskType':'echo'," + option + "}]}");

        assertThat(answer.fault()).isEqualTo("422 " + message);
    }
}
