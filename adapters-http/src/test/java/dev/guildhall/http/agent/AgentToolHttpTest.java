package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.DivisionTool;
import dev.guildhall.http.TestServer;
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
class AgentToolHttpTest {
    private static final String DIVIDE = "/tools/test.divide";

    @AutoClose
    private TestServer server;

    private Client.Person ada;
    private Client.Person bob;

    @BeforeAll
    void start() {
        server = TestServer.start(parts -> parts.tools(new DivisionTool()));
    }

    @BeforeEach
    void register() {
        ada = server.client().stranger();
        bob = server.client().stranger();
    }

    private static Client.Answer execute(Client.Person person, String parameters) {
        return AgentRequests.post(
                person, "/tools/execute", "{'toolName':'test.divide','userId':'ME','parameters':" + parameters + "}");
    }

    @Test
    void one_tool_is_shown_as_the_list_shows_it() {
        Client.Answer one = AgentRequests.get(ada, DIVIDE);

        assertThat(one.status()).isEqualTo(200);
        assertThat(Client.names(one.json())).isEqualTo("name description parameters integration source enabled");
        assertThat(one.text("name")).isEqualTo("test.divide");
        assertThat(one.json()).isEqualTo(listed(ada));
    }

    private static JsonNode listed(Client.Person person) {
        for (JsonNode tool : AgentRequests.get(person, "/tools").json().get("tools")) {
            if (tool.get("name").asText().equals("test.divide")) {
                return tool;
            }
        }
        throw new AssertionError("not in the list");
    }

    @Test
    void a_tool_is_disabled_and_enabled_for_one_user() {
        Client.Answer disabled = AgentRequests.send(ada, "PATCH", DIVIDE, "{'enabled':false}");
        Client.Answer again = AgentRequests.send(ada, "PATCH", DIVIDE, "{'enabled':false}");
        Client.Answer refused = execute(ada, "{'by':3}");
        Client.Answer other = execute(bob, "{'by':3}");
        boolean inList = listed(ada).get("enabled").asBoolean();
        Client.Answer enabled = AgentRequests.send(ada, "PATCH", DIVIDE, "{'enabled':true}");

        assertThat(disabled.status()).isEqualTo(200);
        assertThat(disabled.json().get("enabled").asBoolean()).isFalse();
        assertThat(disabled.text("name")).isEqualTo("test.divide");
        assertThat(again.json()).isEqualTo(disabled.json());
        assertThat(inList).isFalse();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("error")).isEqualTo("Conflict");
        assertThat(refused.text("message")).isEqualTo("the tool test.divide is disabled");
        assertThat(other.status()).isEqualTo(200);
        assertThat(enabled.json().get("enabled").asBoolean()).isTrue();
        assertThat(execute(ada, "{'by':3}").status()).isEqualTo(200);
    }

    @Test
    void a_tool_is_run_directly() {
        Client.Answer answer = execute(ada, "{'by':3}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(Client.names(answer.json())).isEqualTo("success data error durationMs");
        assertThat(answer.texts("success", "data.result", "error")).containsExactly("true", "4", "null");
        assertThat(answer.json().get("durationMs").isIntegralNumber()).isTrue();
    }

    @Test
    void a_failure_of_a_tool_is_an_answer() {
        Client.Answer answer = execute(ada, "{'by':0}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.texts("success", "data", "error"))
                .containsExactly("false", "null", "nothing is divided by that");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "{'to':1}"})
    void parameters_that_the_schema_does_not_take_are_a_failure_that_names_them(String parameters) {
        Client.Answer answer = execute(ada, parameters);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("success").asBoolean()).isFalse();
        assertThat(answer.text("error")).contains("by");
    }

    @Test
    void only_an_admin_names_another_user_and_the_tool_runs_for_the_caller() {
        Client.Person admin = server.client().register(TestServer.ADMIN);
        String forAda = "{'toolName':'test.divide','parameters':{'by':1},'userId':'" + ada.userId() + "'}";

        Client.Answer byBob = AgentRequests.post(bob, "/tools/execute", forAda);
        Client.Answer byAdmin = AgentRequests.post(admin, "/tools/execute", forAda);

        assertThat(byBob.fault()).isEqualTo("403 userId: is not the caller's");
        assertThat(byAdmin.status()).isEqualTo(200);
        assertThat(byAdmin.json().get("success").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"test.multiply", "test", "execute", "Test.Divide", "a%20b.c", "tool_1"})
    void an_unknown_tool_is_404_whatever_is_wanted_of_it(String name) {
        String plain = name.replace("%20", " ");
        String execution = "{'toolName':'" + plain + "','userId':'ME'}";

        Client.Answer details = AgentRequests.get(ada, "/tools/" + name);
        Client.Answer switched = AgentRequests.send(ada, "PATCH", "/tools/" + name, "{'enabled':true}");
        Client.Answer executed = AgentRequests.post(ada, "/tools/execute", execution);

        assertThat(List.of(details, switched, executed)).allSatisfy(answer -> {
            assertThat(answer.fault()).isEqualTo("404 there is no such tool");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|toolName: is required; userId: is required
        {'toolName':1,'userId':'ME'}|toolName: must be a string
        {'toolName':'a.b\\u0000','userId':'ME'}|toolName: must be
        {'toolName':'test.divide'}|userId: is required
        {'toolName':'test.divide','userId':['ME']}|userId: must be a string
        {'toolName':'test.divide','userId':'ME','parameters':[]}|parameters: must be an object
        {'toolName':'test.divide','userId':'ME','parameters':'by'}|parameters: must be an object
        {'toolName':'test.divide','userId':'ME','parameters':{'by':'\\ud800'}}|parameters: must be well-formed
        {'toolName':'test.divide','userId':'ME','parameters':{'by':1e9999}}|parameters: has a number
        """)
    void a_bad_execution_is_400_and_names_the_field(String body, String message) {
        Client.Answer answer = AgentRequests.post(ada, "/tools/execute", body);

        assertThat(answer.fault()).startsWith("400 " + message);
    }

    @ParameterizedTest
    @CsvSource({
        "{}, enabled: is required",
        "{'enabled':null}, enabled: is required",
        "{'enabled':'no'}, enabled: must be true or false",
        "{'enabled':0}, enabled: must be true or false",
        "'', body: must be a JSON object"
    })
    void a_bad_switch_is_400_and_names_the_field(String body, String message) {
        Client.Answer answer = AgentRequests.send(ada, "PATCH", DIVIDE, body);

        assertThat(answer.fault()).startsWith("400 " + message);
    }
}
