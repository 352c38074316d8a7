package dev.guildhall.http.tool;

import static dev.guildhall.http.account.GroupRequests.TIMESTAMP;
import static dev.guildhall.http.tool.ToolRequests.FORECAST;
import static dev.guildhall.http.tool.ToolRequests.TOOLS;
import static dev.guildhall.http.tool.ToolRequests.delete;
import static dev.guildhall.http.tool.ToolRequests.registered;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ToolHttpTest {
    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client client = server.client();
    private final Client admin = client.register(TestServer.ADMIN).client();

    @Test
    void a_registered_tool_is_201_and_has_all_that_was_given() throws JsonProcessingException {
        Client owner = client.stranger().client();

        Client.Answer answer = owner.post(TOOLS, FORECAST);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().size()).isEqualTo(5);
        assertThat(answer.text("id")).startsWith("tool_");
        assertThat(answer.texts("name", "version", "status")).containsExactly("weather.forecast", "1.0.0", "active");
        assertThat(answer.text("createdAt")).matches(TIMESTAMP);
        JsonNode whole = owner.get(TOOLS + "/" + answer.text("id")).json();
        assertThat(whole.get("parameters")).isEqualTo(json(FORECAST).get("parameters"));
        assertThat(Client.texts(
                        whole,
                        "inputSchema.required.0",
                        "inputSchema.properties.hours.items.type",
                        "requiredScopes.0",
                        "visibility"))
                .containsExactly("place", "integer", "forecast:read", "private");
        assertThat(whole.get("warnings")).isEmpty();
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return Json.MAPPER.readTree(text);
    }

    @Test
    void the_same_content_again_answers_with_what_there_is_and_other_content_is_a_conflict() {
        Client owner = client.stranger().client();
        String first = registered(owner, FORECAST);

        Client.Answer again = owner.post(TOOLS, FORECAST);
        Client.Answer other = owner.post(TOOLS, FORECAST.replace("Tells", "Guesses"));

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.text("id")).isEqualTo(first);
        assertThat(other.error()).isEqualTo("409 CONFLICT");
        assertThat(registered(client.stranger().client(), FORECAST)).isNotEqualTo(first);
    }

    @Test
    void fifty_registrations_of_one_version_at_once_are_one_tool() throws Exception {
        Client owner = client.stranger().client();

        List<Client.Answer> answers = AtOnce.run(IntStream.range(0, 50)
                .mapToObj(i -> (Callable<Client.Answer>) () -> owner.post(TOOLS, FORECAST))
                .toList());

        assertThat(answers).allMatch(answer -> answer.status() == 201);
        assertThat(answers.stream().map(answer -> answer.text("id")).distinct()).hasSize(1);
        assertThat(owner.get(TOOLS + "?integration=weather").json().get("total").asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|name: is required; description: is required; version: is required; integration: is required
        {'name':'Weather.x','description':'d','version':'1','integration':'weather'}|name: must be 2 or more dotted parts of [a-z0-9_-], at most 128 characters
        {'name':'weather.x','description':'d','version':'1','integration':'rain'}|name: must begin with the integration, rain.
        {'name':'a.b','description':' ','version':'','integration':'A'}|description: must have 1 to 10000 characters; version: must have 1 to 50 characters; integration: must be 1 to 64 characters of [a-z0-9_-]
        {'name':'a.b','description':'d','version':'1','integration':'a','parameters':[]}|parameters: must be an object
        {'name':'a.b','description':'d','version':'1','integration':'a','parameters':{'p':{}}}|parameters.p.type: is required
        {'name':'a.b','description':'d','version':'1','integration':'a','parameters':{'p':{'type':'date'},'q':{'type':'array','items':{}}}}|parameters.p.type: must be one of string, number, integer, boolean, array, object; parameters.q.items: must be a string
        {'name':'a.b','description':'d','version':'1','integration':'a','parameters':{'p':{'type':'string','enum':['x',3]}}}|parameters.p.enum: must have values of type string alone
        {'name':'a.b','description':'d','version':'1','integration':'a','parameters':{'p':{'type':'integer','default':1.5}}}|parameters.p.default: must be of type integer
        {'name':'a.b','description':'d','version':'','integration':'a','parameters':{'p':{'type':'array'},'q':{'type':'array','items':null},'r':{'type':'array','items':'string'},'s':{'type':'array','items':'array'}}}|version: must have 1 to 50 characters; parameters.p.items: is required for type array; parameters.q.items: is required for type array; parameters.s.items: must be one of string, number, integer, boolean, object: the elements of an inner array would have no type
        {'name':'a.b','description':'d','version':'1','integration':'a','parameters':{'p':{'type':'array','items':'date'}}}|parameters.p.items: must be one of string, number, integer, boolean, object
        {'name':'a.b','description':'d','version':'1','integration':'a','requiredScopes':['a b',3]}|requiredScopes[0]: must be 1 to 255 visible ASCII characters without quotes and backslashes; requiredScopes[1]: must be a string
        {'name':'a.b','description':'d','version':'1','integration':'a','visibility':'all'}|visibility: must be private or shared
        """)
    void what_is_wrong_with_a_tool_is_said_for_every_field(String body, String message) {
        Client.Answer answer = client.stranger().client().post(TOOLS, body.replace('\'', '"'));

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).isEqualTo(message);
    }

    @Test
    void a_list_has_the_latest_versions_and_counts_all_matches() {
        Client owner = client.stranger().client();
        registered(owner, FORECAST);
        registered(owner, FORECAST.replace("1.0.0", "1.10.0"));
        registered(owner, FORECAST.replace("1.0.0", "1.9.0"));
        registered(owner, FORECAST.replace("weather.forecast", "weather.history"));

        JsonNode latest = owner.get(TOOLS + "?integration=weather&limit=1").json();
        JsonNode rest = owner.get(TOOLS + "?integration=weather&limit=1&cursor="
                        + latest.get("nextCursor").asText())
                .json();

        assertThat(latest.get("total").asInt()).isEqualTo(2);
        assertThat(latest.at("/tools/0/name").asText()).isEqualTo("weather.history");
        assertThat(rest.at("/tools/0/version").asText()).isEqualTo("1.10.0");
        assertThat(rest.get("nextCursor").isNull()).isTrue();
        assertThat(total(owner, "?integration=weather&version=all")).isEqualTo(4);
        assertThat(total(owner, "?q=WEATHER%20of")).isEqualTo(2);
        assertThat(total(owner, "?q=%25")).isZero();
        assertThat(total(owner, "?integration=builtin&q=nothing-like-it")).isZero();
    }

    private static int total(Client client, String query) {
        return client.get(TOOLS + query).json().get("total").asInt();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?limit=0", "?limit=201", "?limit=x", "?version=newest", "?status=gone", "?cursor=%20"})
    void a_list_refuses_what_it_does_not_know(String query) {
        Client.Answer answer = client.stranger().client().get(TOOLS + query);

        assertThat(answer.fault()).startsWith("422 " + query.substring(1, query.indexOf('=')) + ": ");
    }

    @Test
    void a_private_tool_is_for_its_registrant_and_for_admins() {
        Client owner = client.stranger().client();
        String id = registered(owner, FORECAST);

        Client.Answer stranger = client.stranger().client().get(TOOLS + "/" + id);

        assertThat(stranger.error()).isEqualTo("404 TOOL_NOT_FOUND");
        assertThat(total(client.stranger().client(), "?integration=weather")).isZero();
        assertThat(admin.get(TOOLS + "/" + id).texts("status", "effect")).containsExactly("active", "write");
    }

    @Test
    void only_an_admin_shares_tools_with_all_users() {
        String id = registered(admin, FORECAST.replace("weather", "climate"));

        Client.Answer seen = client.stranger().client().get(TOOLS + "/" + id);
        Client.Answer shared = client.stranger()
                .client()
                .post(TOOLS, FORECAST.replace("\"integration\"", "\"visibility\":\"shared\",\"integration\""));

        assertThat(seen.text("visibility")).isEqualTo("shared");
        assertThat(total(client.stranger().client(), "?integration=climate")).isEqualTo(1);
        assertThat(shared.status()).isEqualTo(403);
        assertThat(delete(client.stranger().client(), TOOLS + "/" + id).status())
                .isEqualTo(403);
    }

    @Test
    void a_deprecated_tool_is_not_listed_and_can_be_read() {
        Client owner = client.stranger().client();
        String id = registered(owner, FORECAST);

        Client.Answer first = delete(owner, TOOLS + "/" + id);
        Client.Answer second = delete(owner, TOOLS + "/" + id);

        assertThat(first.status()).isEqualTo(204);
        assertThat(second.status()).isEqualTo(204);
        assertThat(total(owner, "?integration=weather")).isZero();
        assertThat(total(owner, "?integration=weather&status=deprecated")).isEqualTo(1);
        Client.Answer whole = owner.get(TOOLS + "/" + id);
        assertThat(whole.text("status")).isEqualTo("deprecated");
        assertThat(whole.text("deprecatedAt")).matches(TIMESTAMP);
        assertThat(ToolRequests.execute(owner, id, "{}").status()).isEqualTo(400);
    }

    @Test
    void quarantined_tools_are_shown_to_admins_alone() {
        assertThat(client.stranger().client().get(TOOLS + "?status=quarantined").status())
                .isEqualTo(403);
        assertThat(admin.get(TOOLS + "?status=quarantined").status()).isEqualTo(200);
    }

    @Test
    void hidden_characters_are_shown_and_flagged() {
        Client owner = client.stranger().client();
        String id = registered(owner, FORECAST.replace("Tells the weather", "Tells\\u200b the weather\\udb40\\udc41"));

        JsonNode whole = owner.get(TOOLS + "/" + id).json();
        JsonNode form = owner.get(TOOLS + "/" + id + "?form=anthropic").json();

        assertThat(whole.at("/warnings/0/field").asText()).isEqualTo("description");
        assertThat(whole.at("/warnings/0/message").asText()).isEqualTo("has 2 hidden characters: U+200B, U+E0041");
        assertThat(form.get("description").asText()).isEqualTo("Tells<U+200B> the weather<U+E0041> of the coming days");
        assertThat(form.get("name").asText()).isEqualTo("weather__forecast");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|query: is required
        {'query':' '}|query: must be well-formed text of 1 to 2000 characters
        {'query':'x','limit':0}|limit: must be between 1 and 100
        {'query':'x','limit':101}|limit: must be between 1 and 100
        {'query':3,'limit':'x'}|query: must be a string; limit: must be an integer
        """)
    void a_search_refuses_what_makes_no_sense(String body, String message) {
        Client.Answer answer = client.stranger().client().post(TOOLS + "/search", body.replace('\'', '"'));

        assertThat(answer.fault()).isEqualTo("422 " + message);
    }

    @Test
    void an_unknown_form_is_refused() {
        Client owner = client.stranger().client();

        Client.Answer answer = owner.get(TOOLS + "/" + registered(owner, FORECAST) + "?form=xml");

        assertThat(answer.text("error.message")).isEqualTo("form: must be one of openai, anthropic, mcp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'number','default':1e1001}",
                "{'type':'number','enum':[1,-1e1001]}",
                "{'type':'array','default':[[1e1001]]}",
                "{'type':'object','default':{'a':{'b':1e1001}}}"
            })
    void a_json_number_that_cannot_be_stored_is_refused(String parameter) {
        Client owner = client.stranger().client();
        String tool = FORECAST.replace("{\"type\":\"integer\",\"default\":3}", parameter.replace('\'', '"'));

        Client.Answer answer = owner.post(TOOLS, tool);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("error.message"))
                .startsWith("parameters.days.")
                .endsWith(": has a number that is out of range");
        assertThat(owner.post(TOOLS + "/search", "{\"query\":\"weather\"}").status())
                .isEqualTo(200);
    }

    @Test
    void a_deprecated_version_that_is_registered_again_is_in_use_again() {
        Client owner = client.stranger().client();
        String id = registered(owner, FORECAST);
        delete(owner, TOOLS + "/" + id);

        Client.Answer again = owner.post(TOOLS, FORECAST);

        assertThat(again.text("id")).isEqualTo(id);
        assertThat(again.text("status")).isEqualTo("active");
        assertThat(total(owner, "?integration=weather")).isEqualTo(1);
    }

    @Test
    void a_tool_is_found_as_soon_as_it_is_registered_by_its_registrant_alone() {
        Client owner = client.stranger().client();
        String id = registered(owner, FORECAST);

        JsonNode own = owner.post(TOOLS + "/search", "{\"query\":\"weather of the coming days\"}")
                .json();
        JsonNode foreign = client.stranger()
                .client()
                .post(TOOLS + "/search", "{\"query\":\"weather of the coming days\"}")
                .json();

        assertThat(own.at("/results/0/tool/id").asText()).isEqualTo(id);
        assertThat(own.at("/results/0/relevance").asDouble()).isBetween(0.5, 1.0);
        assertThat(foreign.toString()).doesNotContain(id);
    }
}
