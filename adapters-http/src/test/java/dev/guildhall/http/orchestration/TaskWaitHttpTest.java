package dev.guildhall.http.orchestration;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.ended;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static dev.guildhall.http.orchestration.TaskRequests.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that wait, and tasks that are repeated (tasks-38 to tasks-42). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TaskWaitHttpTest {
    private final BlockingTasks blocking = new BlockingTasks();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.executor(blocking));

    private final Client client = server.client().stranger().client();

    @Test
    void a_task_starts_at_its_time() {
        Client.Answer answer = post(
                client,
                "/tasks",
                "{'type':'echo','startAt':'2099-12-31T23:00:00+01:00','retry':{'maxAttempts':5,'initialSeconds':0.5,'factor':1.5},"
                    + "'concurrency':{'key':'printer','limit':2},'unique':{'key':'once'}}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(Client.texts(
                        answer.json(),
                        "status",
                        "startAt",
                        "retry.maxAttempts",
                        "retry.initialSeconds",
                        "retry.factor",
                        "retry.maxSeconds",
                        "concurrency.key",
                        "concurrency.limit",
                        "unique.key",
                        "retryAt"))
                .containsExactly(
                        "queued", "2099-12-31T22:00:00.000Z", "5", "0.5", "1.5", "300", "printer", "2", "once", "null");
        assertThat(get(client, "/tasks/" + answer.text("id")).json()).isEqualTo(answer.json());
        assertThat(delete(client, "/tasks/" + answer.text("id")).text("status")).isEqualTo("cancelled");
    }

    @Test
    void a_delay_counts_from_the_creation() {
        JsonNode task = post(client, "/tasks", "{'type':'echo','delaySeconds':0.2,'input':{'n':1}}")
                .json();

        assertThat(Instant.parse(task.get("startAt").asText()))
                .isEqualTo(Instant.parse(task.get("createdAt").asText()).plusMillis(200));
        JsonNode ended = ended(client, task.get("id").asText()).json();
        assertThat(Instant.parse(ended.get("startedAt").asText()))
                .isAfterOrEqualTo(Instant.parse(task.get("startAt").asText()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "startAt | 'startAt':'tomorrow'",
                "startAt | 'startAt':'+12000-01-01T00:00:00Z'",
                "startAt | 'startAt':1767225600",
                "delaySeconds | 'delaySeconds':-1",
                "delaySeconds | 'delaySeconds':31536001",
                "delaySeconds | 'delaySeconds':'5'",
                "delaySeconds | 'delaySeconds':1,'startAt':'2030-01-01T00:00:00Z'",
                "retry.maxAttempts | 'retry':{}",
                "retry.maxAttempts | 'retry':{'maxAttempts':21}",
                "retry.maxAttempts | 'retry':{'maxAttempts':0}",
                "retry.factor | 'retry':{'maxAttempts':2,'factor':0.5}",
                "retry.factor | 'retry':{'maxAttempts':2,'factor':11}",
                "retry.initialSeconds | 'retry':{'maxAttempts':2,'initialSeconds':86401}",
                "retry.maxSeconds | 'retry':{'maxAttempts':2,'maxSeconds':-1}",
                "retry | 'retry':3",
                "concurrency.key | 'concurrency':{'limit':1}",
                "concurrency.limit | 'concurrency':{'key':'a'}",
                "concurrency.limit | 'concurrency':{'key':'a','limit':0}",
                "concurrency.limit | 'concurrency':{'key':'a','limit':1001}",
                "unique.key | 'unique':{'key':''}",
                "unique.key | 'unique':{}",
            })
    void a_bad_option_is_named(String field, String option) {
        Client.Answer answer = post(client, "/tasks", "{'type':'echo'," + option.replace('\'', '"') + "}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.text("error.message")).startsWith(field + ":");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "input.until | 'until':'soon'",
                "input.timeoutSeconds | 'timeoutSeconds':-1",
                "input.timeoutSeconds | 'timeoutSeconds':'1'",
                "input.signal | 'signal':7",
            })
    void a_bad_wait_is_named(String field, String input) {
        Client.Answer answer = post(client, "/tasks", "{'type':'wait','input':{" + input.replace('\'', '"') + "}}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.text("error.message")).startsWith(field + ":");
    }

    @Test
    void keys_have_a_bound() {
        assertThat(post(client, "/tasks", "{'type':'echo','unique':{'key':'" + "k".repeat(200) + "'}}")
                        .status())
                .isEqualTo(201);
        assertThat(post(client, "/tasks", "{'type':'echo','unique':{'key':'" + "k".repeat(201) + "'}}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void a_wait_completes_with_its_signal_once() {
        String id = submitted(client, "{'type':'wait','input':{'signal':'approval'}}");

        Client.Answer first = post(client, "/tasks/" + id + "/signal", "{'payload':{'yes':[1,null]}}");
        Client.Answer second = post(client, "/tasks/" + id + "/signal", "{'payload':2}");

        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.text("status")).isEqualTo("completed");
        assertThat(first.json().at("/output/payload/yes/0").asInt()).isEqualTo(1);
        assertThat(second.status()).isEqualTo(409);
        assertThat(get(client, "/tasks/" + id).json()).isEqualTo(first.json());
    }

    @Test
    void a_signal_may_be_empty_and_is_for_waits_of_the_caller() {
        String id = submitted(client, "{'type':'wait'}");
        String echo = submitted(client, "{'type':'echo','delaySeconds':1000}");
        Client stranger = server.client().stranger().client();

        assertThat(post(stranger, "/tasks/" + id + "/signal", "{}").status()).isEqualTo(404);
        assertThat(post(client, "/tasks/" + echo + "/signal", "{}").status()).isEqualTo(409);
        assertThat(post(client, "/tasks/task_unknown/signal", "{}").status()).isEqualTo(404);
        Client.Answer signalled = post(client, "/tasks/" + id + "/signal", "{}");
        assertThat(signalled.json().at("/output").has("payload")).isTrue();
        assertThat(signalled.json().at("/output/payload").isNull()).isTrue();
    }

    @Test
    void a_wait_ends_at_its_time() {
        Client.Answer until = ended(
                client,
                submitted(
                        client,
                        "{'type':'wait','input':{'until':'" + Instant.now().plusMillis(300)
                                + "','timeoutSeconds':50}}"));
        Client.Answer timeout = ended(client, submitted(client, "{'type':'wait','input':{'timeoutSeconds':0.3}}"));

        assertThat(until.text("status")).isEqualTo("completed");
        assertThat(until.json().at("/output/payload").isNull()).isTrue();
        assertThat(Client.texts(timeout.json(), "status", "error.code", "error.status"))
                .containsExactly("failed", "WAIT_TIMEOUT", "408");
    }

    @Test
    void a_task_with_the_same_unique_key_is_named() {
        String id = submitted(client, "{'type':'wait','unique':{'key':'report'}}");

        Client.Answer again = post(client, "/tasks", "{'type':'wait','unique':{'key':'report'}}");

        assertThat(again.status()).isEqualTo(409);
        assertThat(Client.texts(again.json(), "error.code", "error.details.taskId"))
                .containsExactly("CONFLICT", id);
        post(client, "/tasks/" + id + "/signal", "{}");
        submitted(client, "{'type':'wait','unique':{'key':'report'}}");
    }

    @Test
    void tasks_of_a_key_run_one_after_the_other() {
        String wait = "{'type':'wait','concurrency':{'key':'serial','limit':1}}";
        String first = submitted(client, wait);
        String second = submitted(client, "{'type':'echo','concurrency':{'key':'serial','limit':1}}");

        assertThat(get(client, "/tasks/" + second + "?wait=0").text("status")).isEqualTo("queued");
        post(client, "/tasks/" + first + "/signal", "{}");
        assertThat(ended(client, second).text("status")).isEqualTo("completed");
    }

    @Test
    void an_ended_task_is_repeated() {
        String id = submitted(
                client, "{'type':'echo','input':{'n':7},'priority':9,'ttl':77,'concurrency':{'key':'k','limit':3}}");
        ended(client, id);

        Client.Answer again = post(client, "/tasks/" + id + "/retry", "{}");

        assertThat(again.status()).as(again.body()).isEqualTo(201);
        assertThat(Client.texts(again.json(), "retriedFrom", "input.n", "priority", "ttl", "concurrency.key"))
                .containsExactly(id, "7", "9", "77", "k");
        assertThat(ended(client, again.text("id")).text("retriedFrom")).isEqualTo(id);
        String running = submitted(client, "{'type':'wait'}");
        assertThat(post(client, "/tasks/" + running + "/retry", "{}").status()).isEqualTo(409);
        assertThat(post(client, "/tasks/task_unknown/retry", "{}").status()).isEqualTo(404);
        assertThat(post(server.client().stranger().client(), "/tasks/" + id + "/retry", "{}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_task_is_repeated_once_for_an_idempotency_key() {
        Client keyed = client.with("Idempotency-Key", "again");
        String id = submitted(client, "{'type':'echo','input':{'n':7}}");
        String other = submitted(client, "{'type':'echo','input':{'n':7}}");
        ended(client, id);
        ended(client, other);

        Client.Answer first = post(keyed, "/tasks/" + id + "/retry", "{}");
        Client.Answer again = post(keyed, "/tasks/" + id + "/retry", "{}");
        Client.Answer mismatch = post(keyed, "/tasks/" + other + "/retry", "{}");

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(mismatch.error()).isEqualTo("422 IDEMPOTENCY_MISMATCH");
    }

    @Test
    void failed_tasks_are_repeated_in_bulk() {
        Client own = server.client().stranger().client();
        for (int i = 0; i < 3; i++) {
            ended(own, submitted(own, "{'type':'wait','input':{'timeoutSeconds':0}}"));
        }
        delete(own, "/tasks/" + submitted(own, "{'type':'wait'}"));

        assertThat(post(own, "/tasks/retry", "{'status':'failed','type':'echo'}")
                        .json()
                        .get("count")
                        .asInt())
                .isZero();
        assertThat(post(own, "/tasks/retry", "{'status':'failed','since':'2099-01-01T00:00:00Z'}")
                        .json()
                        .get("count")
                        .asInt())
                .isZero();
        Client.Answer retried = post(own, "/tasks/retry", "{'status':'failed','type':'wait'}");
        assertThat(retried.status()).isEqualTo(202);
        assertThat(retried.json().get("count").asInt()).isEqualTo(3);
        assertThat(post(own, "/tasks/retry", "{'status':'cancelled'}")
                        .json()
                        .get("count")
                        .asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {"status | {}", "status | {'status':'completed'}", "since | {'status':'failed','since':'x'}"})
    void a_bad_bulk_request_is_named(String field, String body) {
        Client.Answer answer = post(client, "/tasks/retry", body.replace('\'', '"'));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("error.message")).startsWith(field + ":");
    }
}
