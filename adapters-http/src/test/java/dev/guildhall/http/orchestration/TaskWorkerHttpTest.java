package dev.guildhall.http.orchestration;

import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.poll;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static dev.guildhall.http.orchestration.TaskRequests.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TaskWorkerHttpTest {
    @AutoClose
    private TestServer server;

    private Client client;

    @BeforeAll
    void start() {
        server = TestServer.start();
    }

    @BeforeEach
    void registerUser() {
        client = server.client().stranger().client();
        poll(client, "import");
    }

    private JsonNode taken() {
        submitted(client, "{'type':'import','input':{'rows':3}}");
        return poll(client, "import").json().at("/tasks/0");
    }

    private Client.Answer say(JsonNode task, String word, String fields) {
        String body = "{'leaseId':'" + task.get("leaseId").asText() + "'" + fields + "}";
        return post(client, "/tasks/" + task.get("id").asText() + "/" + word, body);
    }

    @Test
    void a_worker_takes_a_task_with_a_lease() {
        JsonNode task = taken();

        assertThat(task.get("leaseId").asText()).startsWith("lease_");
        assertThat(task.get("leaseUntil").asText()).matches(GroupRequests.TIMESTAMP);
        assertThat(task.get("status").asText()).isEqualTo("running");
        assertThat(task.at("/input/rows").asInt()).isEqualTo(3);
        assertThat(task.size()).isEqualTo(23);
        assertThat(poll(client, "import").json().get("tasks")).isEmpty();
    }

    @Test
    void a_worker_that_waits_gets_the_task_that_comes() throws InterruptedException {
        Thread later = Thread.ofVirtual().start(() -> submitted(client, "{'type':'import'}"));

        Client.Answer answer = post(client, "/workers/poll", "{'types':['import'],'waitSeconds':60}");
        later.join();

        assertThat(answer.json().get("tasks")).hasSize(1);
    }

    @Test
    void a_worker_that_does_its_task_completes_it() {
        JsonNode task = taken();

        Client.Answer heard = say(task, "heartbeat", "");
        Client.Answer completed = say(task, "complete", ",'output':{'done':3}");

        assertThat(heard.status()).isEqualTo(200);
        assertThat(heard.text("taskId")).isEqualTo(task.get("id").asText());
        assertThat(heard.text("leaseUntil"))
                .isGreaterThanOrEqualTo(task.get("leaseUntil").asText());
        assertThat(completed.status()).isEqualTo(200);
        assertThat(completed.text("status")).isEqualTo("completed");
        assertThat(completed.json().at("/output/done").asInt()).isEqualTo(3);
    }

    @Test
    void a_worker_that_cannot_do_its_task_fails_it() {
        Client.Answer failed = say(taken(), "fail", ",'error':{'code':'DISK_FULL','message':'no space','status':507}");

        assertThat(failed.texts("status", "error.code", "error.message", "error.status"))
                .containsExactly("failed", "DISK_FULL", "no space", "507");
    }

    @Test
    void what_a_worker_reports_is_recorded_with_a_replacement_for_what_cannot_be_stored() {
        Client.Answer failed =
                say(taken(), "fail", ",'error':{'code':'B\\u0000D\\ud83c','message':'a\\u0000b\\ud83c!','status':500}");
        Client.Answer completed =
                say(taken(), "complete", ",'output':{'n\\u0000':['\\ude00',0.1234567890123456789012345,null]}");
        Client.Answer outOfRange = say(taken(), "complete", ",'output':{'n':1e-99999}");

        assertThat(failed.texts("status", "error.code", "error.message"))
                .containsExactly("failed", "B\uFFFDD\uFFFD", "a\uFFFDb\uFFFD!");
        assertThat(completed.json().get("output").toString())
                .isEqualTo("{\"n\uFFFD\":[\"\uFFFD\",0.1234567890123456789012345,null]}");
        assertThat(outOfRange.fault()).isEqualTo("422 output: has a number that is out of range");
    }

    @Test
    void decimals_of_inputs_and_outputs_are_kept_as_they_are_written() {
        String data = "{\"a\":[1.10,2.50,100.0,1E+2,1E+400,1E-400,0.1,3,12345678901234567890.0]}";

        Client.Answer submitted = post(client, "/tasks", "{'type':'import','input':" + data + "}");
        JsonNode task = TaskRequests.taken(client, "import");
        Client.Answer completed = say(task, "complete", ",'output':" + data);
        Client.Answer outOfRange = say(taken(), "complete", ",'output':{'n':[1e1001]}");

        assertThat(submitted.json().get("input")).hasToString(data);
        assertThat(task.get("input")).hasToString(data);
        assertThat(completed.json().get("output")).hasToString(data);
        assertThat(outOfRange.fault()).isEqualTo("422 output: has a number that is out of range");
    }

    @Test
    void half_of_a_surrogate_pair_in_a_name_is_replaced_in_what_a_worker_reports_and_refused_elsewhere() {
        Client.Answer completed = say(
                taken(),
                "complete",
                ",'output':{'a\\ud83c':1,'\\udf0db':{'\\uD83Cz':2},'\\ud83c\\ud83c\\udf0d' : 3,'\\\\ud83c':'\\ud83c'}");
        Client.Answer truncated = say(taken(), "complete", ",'output':{'a\\ud83':1}");
        Client.Answer submitted = post(client, "/tasks", "{'type':'import','input':{'a\\ud83c':1}}");

        assertThat(completed.json().get("output").toString())
                .isEqualTo("{\"a\uFFFD\":1,\"\uFFFDb\":{\"\uFFFDz\":2},\"\uFFFD\uD83C\uDF0D\":3,"
                        + "\"\\\\ud83c\":\"\uFFFD\"}");
        assertThat(truncated.fault()).startsWith("422 body: is not well-formed JSON (line 1, column ");
        assertThat(submitted.fault()).isEqualTo("422 input: must be well-formed Unicode without NUL");
    }

    @Test
    void a_failure_that_may_go_better_puts_the_task_back() {
        Client.Answer failed = say(taken(), "fail", ",'error':{'code':'BUSY','message':'later'},'retryable':true");

        assertThat(failed.status()).isEqualTo(200);
        assertThat(failed.text("status")).isEqualTo("queued");
        assertThat(failed.json().get("error").isNull()).isTrue();
    }

    @Test
    void a_worker_that_times_out_is_no_end_of_the_tasks_time() throws InterruptedException {
        Client waiting = client.with("Prefer", "wait=60");
        Thread worker = Thread.ofVirtual().start(() -> {
            JsonNode task = post(client, "/workers/poll", "{'types':['import'],'waitSeconds':60}")
                    .json()
                    .at("/tasks/0");
            say(task, "fail", ",'error':{'code':'TASK_TIMEOUT','message':'the disk','status':408}");
        });

        Client.Answer answer = post(waiting, "/tasks", "{'type':'import'}");
        worker.join();

        assertThat(answer.fault()).isEqualTo("201 the disk");
    }

    @Test
    void the_same_completion_again_gets_the_first_answer() {
        JsonNode task = taken();

        Client.Answer first = say(task, "complete", ",'output':{'done':3}");
        Client.Answer again = say(task, "complete", ",'output':{'done':3.0}");

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
    }

    @Test
    void a_repeated_failure_gets_the_first_response_although_the_task_was_retried() {
        String failure = ",'error':{'code':'BUSY','message':'later'},'retryable':true";
        JsonNode task = taken();
        Client.Answer first = say(task, "fail", failure);
        JsonNode next = TaskRequests.taken(client, "import");
        say(next, "complete", ",'output':{'done':3}");

        Client.Answer again = say(task, "fail", failure);

        assertThat(first.text("status")).isEqualTo("queued");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        complete|,'output':{'done':4}
        complete|''
        fail|,'error':{'code':'X','message':'y'}
        heartbeat|''
        """)
    void any_other_call_with_a_lease_that_was_used_is_409(String word, String fields) {
        JsonNode task = taken();
        say(task, "complete", ",'output':{'done':3}");

        assertThat(say(task, word, fields).status()).isEqualTo(409);
        assertThat(get(client, "/tasks/" + task.get("id").asText())
                        .json()
                        .at("/output/done")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void a_failure_that_says_something_else_of_its_retries_is_another_call() {
        JsonNode task = taken();
        say(task, "fail", ",'error':{'code':'X','message':'y'},'retryable':false");

        assertThat(say(task, "fail", ",'error':{'code':'X','message':'y'},'retryable':true")
                        .status())
                .isEqualTo(409);
        assertThat(say(task, "fail", ",'error':{'code':'X','message':'y'}").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"heartbeat", "complete", "fail"})
    void a_lease_that_is_none_is_409(String word) {
        JsonNode task = taken();
        String error = word.equals("fail") ? ",'error':{'code':'X','message':'y'}" : "";
        say(task, "complete", ",'output':{'done':3}");

        Client.Answer stale = say(task, word, error);
        Client.Answer never = post(
                client, "/tasks/" + task.get("id").asText() + "/" + word, "{'leaseId':'lease_never'" + error + "}");

        assertThat(List.of(stale, never)).allSatisfy(answer -> {
            assertThat(answer.error()).isEqualTo("409 CONFLICT");
        });
    }

    @Test
    void a_worker_takes_nothing_of_strangers() {
        submitted(client, "{'type':'import'}");
        Client other = server.client().stranger().client();

        assertThat(poll(other, "import").json().get("tasks")).isEmpty();
        assertThat(get(client, "/tasks?status=queued").json().get("tasks")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|types: is required
        {'types':[]}|types: must have at least one item
        {'types':['A',3]}|types[0]: must match [a-z0-9][a-z0-9._-]{0,63}; types[1]: must be a string
        {'types':['x'],'max':0,'waitSeconds':61}|max: must be an integer between 1 and 100; waitSeconds: must be an integer between 0 and 60
        """)
    void a_wish_for_tasks_that_makes_no_sense_is_refused(String body, String message) {
        Client.Answer answer = post(client, "/workers/poll", body);

        assertThat(answer.fault()).isEqualTo("422 " + message);
    }

    @Test
    void what_is_built_in_is_not_for_workers() {
        Client.Answer answer = poll(client, "echo");

        assertThat(answer.fault()).startsWith("422 types: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|leaseId: is required; error: is required
        {'leaseId':'l','error':{}}|error.code: is required; error.message: is required
        {'leaseId':'l','error':{'code':'low','message':'m','status':200},'retryable':1}|error.code: must match [A-Z][A-Z0-9_]{0,63}; error.status: must be an integer between 400 and 599; retryable: must be true or false
        """)
    void a_failure_that_says_nothing_is_refused(String body, String message) {
        Client.Answer answer = post(client, "/tasks/task_1/fail", body);

        assertThat(answer.fault()).isEqualTo("422 " + message);
    }
}
