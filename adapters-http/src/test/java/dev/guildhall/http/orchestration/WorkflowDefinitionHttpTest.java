package dev.guildhall.http.orchestration;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.ended;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkflowDefinitionHttpTest {
    private static final String DEFINITIONS = "/workflow-definitions";
    private static final String DIGEST = "{'name':'digest','inputSchema':{'type':'object','properties':"
        + "{'url':{'type':'string'}},'required':['url']},'steps':[{'name':'read','taskType':'echo','input':"
        + "{'text':{'$from':'input','pointer':'/url'}},'retry':{'maxAttempts':3},'concurrency':{'key':'k','limit':2},"
        + "'startAt':'2020-01-01T00:00:00Z'}]}";

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts);

    private final Client client = server.client().stranger().client();

    private Client.Answer patch(String path, String body) {
        return client.send("PATCH", TaskRequests.API + path, body.replace('\'', '"'));
    }

    @Test
    void a_definition_is_answered_as_it_was_sent() {
        Client.Answer answer = post(client, DEFINITIONS, DIGEST);
        Client.Answer found = get(client, DEFINITIONS + "/" + answer.text("id"));

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("id")).startsWith("wfd_");
        assertThat(answer.texts(
                        "version",
                        "name",
                        "inputSchema.type",
                        "steps.0.name",
                        "steps.0.retry.maxAttempts",
                        "steps.0.retry.maxSeconds",
                        "steps.0.concurrency.limit",
                        "steps.0.startAt",
                        "steps.0.input.text.pointer"))
                .containsExactly("1", "digest", "object", "read", "3", "300", "2", "2020-01-01T00:00:00.000Z", "/url");
        assertThat(found.body()).isEqualTo(answer.body());
    }

    @Test
    void a_delay_was_lost_when_the_steps_of_a_definition_were_read_and_sent_back() {
        String steps = "[{'name':'later','taskType':'echo','delaySeconds':1.5}]";

        Client.Answer answer = post(client, DEFINITIONS, "{'name':'late','steps':" + steps + "}");

        assertThat(answer.texts("steps.0.delaySeconds")).containsExactly("1.5");
        assertThat(answer.json().at("/steps/0/startAt").isNull()).isTrue();
    }

    @Test
    void a_start_with_an_input_is_a_workflow_that_runs() {
        String id = post(client, DEFINITIONS, DIGEST).text("id");

        Client.Answer started = post(client, DEFINITIONS + "/" + id + "/start", "{'input':{'url':'here'}}");
        String task = started.json().at("/steps/0/taskId").asText();
        ended(client, task);

        assertThat(started.status()).isEqualTo(201);
        assertThat(started.text("id")).startsWith("wf_");
        assertThat(get(client, "/tasks/" + task).text("output.text")).isEqualTo("here");
    }

    @Test
    void an_idempotency_key_starts_one_workflow() {
        String path = DEFINITIONS + "/" + post(client, DEFINITIONS, DIGEST).text("id") + "/start";
        Client keyed = client.with("Idempotency-Key", "once");

        Client.Answer first = post(keyed, path, "{'input':{'url':'here'}}");
        Client.Answer again = post(keyed, path, "{'input':{'url':'here'}}");
        Client.Answer other = post(keyed, path, "{'input':{'url':'there'}}");

        assertThat(again.text("id")).isEqualTo(first.text("id"));
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(other.text("error.code")).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    void a_change_is_a_new_version_and_old_ones_can_be_read() {
        String path = DEFINITIONS + "/" + post(client, DEFINITIONS, DIGEST).text("id");

        Client.Answer changed = patch(path, "{'name':'daily','inputSchema':null}");

        assertThat(changed.texts("version", "name")).containsExactly("2", "daily");
        assertThat(changed.json().get("inputSchema").isNull()).isTrue();
        assertThat(changed.json().get("steps")).hasSize(1);
        assertThat(get(client, path + "?version=1").text("name")).isEqualTo("digest");
        assertThat(get(client, path + "?version=3").status()).isEqualTo(404);
        assertThat(get(client, path + "?version=x").fault()).isEqualTo("422 version: must be an integer of 1 or more");
    }

    @Test
    void lists_have_no_steps_and_a_removed_one_is_gone() {
        Client own = server.client().stranger().client();
        String id = post(own, DEFINITIONS, DIGEST).text("id");

        Client.Answer listed = get(own, DEFINITIONS);

        assertThat(listed.texts("definitions.0.id", "definitions.0.stepCount", "definitions.0.version"))
                .containsExactly(id, "1", "1");
        assertThat(listed.json().at("/definitions/0").size()).isEqualTo(6);
        assertThat(delete(own, DEFINITIONS + "/" + id).status()).isEqualTo(204);
        assertThat(get(own, DEFINITIONS + "/" + id).status()).isEqualTo(404);
        assertThat(get(own, DEFINITIONS).json().get("definitions")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'input':{}}|422 input.url: is required
        {'input':1}|422 input: must be an object
        {'version':7}|404 there is no such workflow definition
        """)
    void a_start_that_does_not_fit_is_refused(String body, String fault) {
        String id = post(client, DEFINITIONS, DIGEST).text("id");

        assertThat(post(client, DEFINITIONS + "/" + id + "/start", body).fault())
                .isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'name':'','steps':[]}|name
        {'name':'x','steps':[{'name':'input','taskType':'echo'}]}|steps[0].name
        {'name':'x','steps':[{'name':'a','taskType':'echo','input':{'x':{'$from':'b'}}},{'name':'b','taskType':'echo'}]}|steps[0].input.x
        {'name':'x','steps':[{'name':'a','taskType':'echo'}],'inputSchema':{'type':'array'}}|inputSchema.type
        """)
    void a_definition_that_no_workflow_can_have_is_refused(String body, String field) {
        Client.Answer answer = post(client, DEFINITIONS, body);

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).contains(field);
    }

    @Test
    void another_user_does_not_find_it() {
        String path = DEFINITIONS + "/" + post(client, DEFINITIONS, DIGEST).text("id");
        Client other = server.client().stranger().client();

        assertThat(get(other, path).status()).isEqualTo(404);
        assertThat(delete(other, path).status()).isEqualTo(404);
        assertThat(post(other, path + "/start", "{}").status()).isEqualTo(404);
    }
}
