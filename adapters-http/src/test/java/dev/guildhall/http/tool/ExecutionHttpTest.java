package dev.guildhall.http.tool;

import static dev.guildhall.http.account.GroupRequests.TIMESTAMP;
import static dev.guildhall.http.tool.ToolRequests.FORECAST;
import static dev.guildhall.http.tool.ToolRequests.TOOLS;
import static dev.guildhall.http.tool.ToolRequests.execute;
import static dev.guildhall.http.tool.ToolRequests.idOf;
import static dev.guildhall.http.tool.ToolRequests.registered;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExecutionHttpTest {
    /** Says what it was told and how often it was called; fails when it is told to. */
    private static final class Parrot implements ToolInvoker {
        private static final ToolName NAME = new ToolName("birds.parrot");
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public List<ToolSpec> tools() {
            Map<String, Object> schema = Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("words", Map.of("type", "string"), "password", Map.of("type", "string")),
                    "required",
                    List.of("words"));
            return List.of(new ToolSpec(NAME, "Repeats words", schema, ToolSource.IN_PROCESS));
        }

        @Override
        public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
            int call = calls.incrementAndGet();
            String words = String.valueOf(arguments.get("words"));
            return words.equals("fail")
                    ? new ToolOutcome.Failure(FailureKind.UPSTREAM_FAILED, "the parrot sleeps")
                    : new ToolOutcome.Success(Map.of("words", words, "call", call));
        }
    }

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.tools(new Parrot()));

    private final Client client = server.client().stranger().client();
    private final String parrot = idOf(client, "parrot");

    @Test
    void an_execution_answers_the_result() {
        Client.Answer answer = execute(
                client,
                parrot,
                "{\"parameters\":{\"words\":\"hello\"},\"context\":{\"agentId\":\"a\",\"taskId\":\"t\"}}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().size()).isEqualTo(4);
        assertThat(answer.text("executionId")).startsWith("exec_");
        assertThat(answer.text("status")).isEqualTo("completed");
        assertThat(answer.text("result.words")).isEqualTo("hello");
        assertThat(answer.json().get("durationMs").isIntegralNumber()).isTrue();
    }

    @Test
    void a_failure_is_500_with_details_about_a_retry() {
        Client.Answer answer = execute(client, parrot, "{\"parameters\":{\"words\":\"fail\"}}");

        assertThat(answer.error()).isEqualTo("500 EXECUTION_FAILED");
        assertThat(answer.text("error.message")).isEqualTo("the parrot sleeps");
        assertThat(answer.text("error.details.executionId")).startsWith("exec_");
        assertThat(answer.text("error.details.kind")).isEqualTo("upstream_failed");
        assertThat(answer.json().at("/error/details/retryable").asBoolean()).isTrue();
    }

    @Test
    void an_unknown_tool_is_tool_not_found() {
        Client.Answer answer = execute(client, "tool_unknown", "{}");

        assertThat(answer.error()).isEqualTo("404 TOOL_NOT_FOUND");
        assertThat(answer.json().get("error").has("details")).isFalse();
    }

    @Test
    void a_tool_of_no_integration_here_is_not_connected() {
        Client.Answer answer = execute(client, registered(client, FORECAST), "{\"parameters\":{}}");

        assertThat(answer.error()).isEqualTo("400 INTEGRATION_NOT_CONNECTED");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|parameters.words: is required
        {'parameters':{'words':3,'password':[]}}|parameters.words: must be of type string; parameters.password: must be of type string
        {'parameters':[]}|parameters: must be an object
        {'parameters':{'words':'x'},'context':{'agentId':3}}|context.agentId: must be a string
        {'parameters':{'words':'x'},'context':{'taskId':''}}|context.taskId: must have 1 to 128 characters
        """)
    void parameters_that_do_not_fit_are_named_all_at_once(String body, String message) {
        Client.Answer answer = execute(client, parrot, body.replace('\'', '"'));

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(List.of(answer.text("error.message").split("; "))).containsExactlyInAnyOrder(message.split("; "));
    }

    @Test
    void an_idempotency_key_makes_it_happen_once() {
        Client keyed = server.client().stranger().client().with("Idempotency-Key", "once");

        Client.Answer first = execute(keyed, parrot, "{\"parameters\":{\"words\":\"hello\"}}");
        Client.Answer again = execute(keyed, parrot, "{\"parameters\":{\"words\":\"hello\"}}");
        Client.Answer other = execute(keyed, parrot, "{\"parameters\":{\"words\":\"bye\"}}");

        assertThat(first.header("Idempotency-Replayed")).isEmpty();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(other.error()).isEqualTo("422 IDEMPOTENCY_MISMATCH");
    }

    @Test
    void two_idempotency_keys_are_refused() {
        Client.Person person = server.client().stranger();
        String headers = "Authorization: Bearer " + person.accessToken()
                + "\r\nIdempotency-Key: one\r\nIdempotency-Key: two\r\n";
        for (String path : List.of(TOOLS + "/" + parrot + "/execute", "/api/v1/tasks", "/api/v1/workflows")) {
            try (RawHttp http = new RawHttp(server.port())) {
                String answer = http.request("POST", path, headers, "{\"parameters\":{\"words\":\"hello\"}}")
                        .readAll();

                assertThat(answer)
                        .startsWith("HTTP/1.1 422 ")
                        .contains("VALIDATION_ERROR", "Idempotency-Key: must be sent once");
            }
        }
    }

    @Test
    void the_record_of_an_execution_keeps_no_secret() {
        Client own = server.client().stranger().client();
        execute(own, parrot, "{\"parameters\":{\"words\":\"hello\",\"password\":\"rosebud\"}}");
        execute(own, parrot, "{\"parameters\":{\"words\":\"fail\"}}");

        JsonNode records = own.get(TOOLS + "/" + parrot + "/executions").json();

        assertThat(records.get("executions")).hasSize(2);
        JsonNode failed = records.at("/executions/0");
        JsonNode completed = records.at("/executions/1");
        assertThat(failed.at("/error/kind").asText()).isEqualTo("upstream_failed");
        assertThat(completed.at("/parameters/password").asText()).isEqualTo("[redacted]");
        assertThat(completed.at("/parameters/words").asText()).isEqualTo("hello");
        assertThat(completed.get("startedAt").asText()).matches(TIMESTAMP);
        assertThat(records.toString()).doesNotContain("rosebud");
        assertThat(client.get(TOOLS + "/" + parrot + "/executions").body())
                .doesNotContain(completed.get("executionId").asText());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{|TOOL_NOT_FOUND|404", "{'parameters':3}|TOOL_NOT_FOUND|404", "[]|TOOL_NOT_FOUND|404"})
    void whatever_is_sent_to_an_unknown_tool_it_is_not_found(String body, String code, int status) {
        Client.Answer answer = execute(client, "tool_unknown", body.replace('\'', '"'));

        assertThat(answer.text("error.code")).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void a_malformed_body_for_a_tool_that_is_not_connected_is_told_as_that() {
        Client.Answer answer = execute(client, registered(client, FORECAST), "{");

        assertThat(answer.text("error.code")).isEqualTo("INTEGRATION_NOT_CONNECTED");
    }

    @Test
    void a_malformed_body_for_a_tool_that_runs_is_invalid() {
        Client.Answer answer = execute(client, parrot, "{");

        assertThat(answer.text("error.code")).isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void a_query_that_led_to_an_execution_is_learned_listed_and_forgotten() {
        Client own = server.client().stranger().client();
        String query = "{\"query\":\"a bird that says it again: repeats words\"}";
        own.post(TOOLS + "/search", query);

        execute(own, parrot, "{\"parameters\":{\"words\":\"hello\"}}");

        String queries = TOOLS + "/" + parrot + "/queries";
        assertThat(own.get(queries).json().at("/queries/0/query").asText())
                .isEqualTo("a bird that says it again: repeats words");
        assertThat(client.get(queries).json().get("queries")).isEmpty();
        assertThat(ToolRequests.delete(own, queries).status()).isEqualTo(204);
        assertThat(own.get(queries).json().get("queries")).isEmpty();
    }
}
