package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TickingClock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiKeyHttpTest {
    private static final String KEYS = "/api/v1/keys";
    private static final String MODELS = "/completion/api/models";
    private static final String COMPLETE =
            "{\"model\":\"scripted\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(new TickingClock()));

    private final Client client = server.client();

    private static Client.Answer made(Client.Person person, String rest) {
        return person.client().post(KEYS, ("{'name':'nightly job'" + rest + "}").replace('\'', '"'));
    }

    private Client bearer(Client.Person person, String rest) {
        return client.bearing(made(person, rest).text("key"));
    }

    @Test
    void a_new_key_is_201_with_the_only_response_that_contains_it() {
        Client.Person ada = client.stranger();

        Client.Answer made = made(
                ada,
                ",'expiresAt':'2999-01-31T12:00:00+02:00','services':['tools','completion'],'models':[],"
                        + "'limits':{'requestsPerMinute':60,'budget':{'amount':2.50,'currency':'USD','period':'day'}}");

        assertThat(made.status()).isEqualTo(201);
        assertThat(made.text("key")).matches("gh_[A-Za-z0-9_-]{43}").startsWith(made.text("prefix"));
        assertThat(made.texts("name", "expiresAt", "tools", "lastUsedAt", "services.0", "services.1", "models"))
                .containsExactly("nightly job", "2999-01-31T10:00:00.000Z", "null", "null", "completion", "tools", "");
        assertThat(made.texts("limits.requestsPerMinute", "limits.tokensPerMinute", "limits.budget.amount"))
                .containsExactly("60", "null", "2.5");
        Client.Answer list = ada.client().get(KEYS);
        assertThat(list.text("keys.0.id")).isEqualTo(made.text("id"));
        assertThat(list.body()).doesNotContain(made.text("key"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        {}                                                    | name: is required
        {'name':''}                                           | name: must
        {'name':5}                                            | name: must be a string
        {'name':'a','expiresAt':'tomorrow'}                   | expiresAt: must be an ISO 8601 timestamp
        {'name':'a','expiresAt':'2000-01-01T00:00:00Z'}       | expiresAt: must be in the future
        {'name':'a','services':['chat']}                      | services[0]: must be one of account, tools
        {'name':'a','services':'tools'}                       | services: must be an array
        {'name':'a','tools':['two words']}                    | tools[0]: must be the name of a tool
        {'name':'a','tools':['a.b','github']}                 | tools[1]: must be the name of a tool
        {'name':'a','tools':['*']}                            | tools[0]: must be the name of a tool
        {'name':'a','tools':['github.create*']}               | tools[0]: must be the name of a tool
        {'name':'a','models':[7]}                             | models[0]: must be a string
        {'name':'a','limits':{'requestsPerMinute':0}}         | limits.requestsPerMinute: must be an integer between
        {'name':'a','limits':{'tokensPerMinute':-1}}          | limits.tokensPerMinute: must be an integer between
        {'name':'a','limits':{'budget':{}}}                   | limits.budget.amount: is required
        {'name':'a','limits':{'budget':{'amount':-1,'currency':'USD','period':'day'}}}    | limits.budget.amount: must be a number between
        {'name':'a','limits':{'budget':{'amount':1e300,'currency':'USD','period':'day'}}} | limits.budget.amount: must be a number between
        {'name':'a','limits':{'budget':{'amount':1,'currency':'XXXX','period':'day'}}}    | limits.budget.currency: must be an ISO 4217 code
        {'name':'a','limits':{'budget':{'amount':1,'currency':'EUR','period':'day'}}}     | limits.budget.currency: must be USD, the currency of this installation
        {'name':'a','limits':{'budget':{'amount':1,'currency':'USD','period':'year'}}}    | limits.budget.period: must be one of day, month
        """)
    void a_malformed_key_is_422_and_names_the_field(String body, String message) {
        Client.Answer answer = client.stranger().client().post(KEYS, body.replace('\'', '"'));

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).contains(message);
    }

    @Test
    void a_key_acts_as_its_owner_with_either_header() {
        Client.Person ada = client.stranger();
        Client.Answer made = made(ada, "");

        Client bearing = client.bearing(made.text("key"));
        Client withHeader = client.with("x-api-key", made.text("key"));

        assertThat(bearing.get("/api/v1/profiles").text("profiles.0.id"))
                .isEqualTo(ada.tokens().get("profileId").asText());
        assertThat(withHeader.get("/api/v1/tasks").status()).isEqualTo(200);
        assertThat(bearing.with("x-api-key", made.text("key")).get(MODELS).status())
                .isEqualTo(200);
        assertThat(bearing.with("x-api-key", "gh_other").get(MODELS).status()).isEqualTo(401);
        assertThat(client.with("x-goog-api-key", made.text("key")).get(MODELS).status())
                .isEqualTo(200);
        assertThat(withHeader.with("x-goog-api-key", "gh_other").get(MODELS).status())
                .isEqualTo(401);
        assertThat(client.with("x-api-key", ada.accessToken()).get(MODELS).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET    | /api/v1/auth/session
        GET    | /api/v1/auth/sessions
        POST   | /api/v1/auth/logout
        POST   | /api/v1/profiles
        POST   | /api/v1/groups
        GET    | /api/v1/keys
        POST   | /api/v1/keys
        GET    | /api/v1/auth/identities
        GET    | /api/v1/auth/keys
        POST   | /api/v1/auth/password
        PATCH  | /api/v1/profiles/prf_x
        PUT    | /api/v1/profiles/prf_x/activate
        PATCH  | /api/v1/keys/key_x
        DELETE | /api/v1/keys/key_x
        DELETE | /api/v1/auth/sessions/ses_x
        DELETE | /api/v1/auth/account
        PATCH  | /api/v1/admin/users/usr_x
        """)
    void a_key_changes_no_account_session_or_key(String method, String path) {
        Client bearer = bearer(client.stranger(), "");

        // The body is wrong: the key is refused before the server reads it.
        Client.Answer answer = method.equals("GET") ? bearer.get(path) : bearer.send(method, path, "{\"name\":5}");

        assertThat(answer.error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
    }

    @Test
    void a_key_does_not_open_the_web_application() {
        Client bearer = bearer(client.stranger(), "");

        assertThat(bearer.get("/api/dashboard").status()).isEqualTo(401);
    }

    @Test
    void a_key_reaches_only_its_services() {
        Client bearer = bearer(client.stranger(), ",'services':['tools']");

        assertThat(bearer.get("/api/v1/tools").status()).isEqualTo(200);
        assertThat(bearer.get("/api/v1/tasks").error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(bearer.get("/api/v1/profiles").error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(bearer.get(MODELS).fault()).isEqualTo("403 the API key does not reach the service completion");
        assertThat(bearer(client.stranger(), ",'services':['agent']")
                        .get("/api/v1/tools")
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        completion | completion | {'messages':[{'role':'user','content':'hi'}]}
        tool       | tools      | {'tool':'builtin.time_now','parameters':{}}
        agent      | agent      | {'prompt':'hi'}
        research   | agent      | {}
        test-run   | runs       | {'suite':'smoke','target':'http://localhost/'}
        """)
    void a_key_starts_only_tasks_whose_work_belongs_to_its_services(String type, String service, String input) {
        Client.Person ada = client.stranger();
        Client narrow = bearer(ada, ",'services':['orchestration']");
        Client wide = bearer(ada, ",'services':['orchestration','" + service + "']");
        String task = ("{'type':'" + type + "','input':" + input + "}").replace('\'', '"');
        String workflow = ("{'name':'w','steps':[{'name':'a','taskType':'" + type + "','input':" + input + "}]}")
                .replace('\'', '"');

        Client.Answer refused = narrow.post("/api/v1/tasks", task);

        assertThat(refused.error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(refused.text("error.message")).isEqualTo("type: the API key does not reach the service " + service);
        assertThat(narrow.post("/api/v1/workflows", workflow).status()).isEqualTo(403);
        assertThat(narrow.post("/api/v1/tasks", "{\"type\":\"echo\",\"input\":{}}")
                        .status())
                .isEqualTo(201);
        assertThat(wide.post("/api/v1/tasks", task).status()).isEqualTo(201);
    }

    @Test
    void a_key_without_the_service_tools_uses_no_tool_of_an_agent() {
        Client.Person ada = client.stranger();
        Client narrow = bearer(ada, ",'services':['agent']");
        Client wide = bearer(ada, ",'services':['agent','tools']");
        String body = "{\"toolName\":\"builtin.memory_search\",\"parameters\":{\"query\":\"x\"},\"userId\":\""
                + ada.userId() + "\"}";

        assertThat(narrow.get("/agent/api/tools").json().get("tools")).isEmpty();
        assertThat(narrow.post("/agent/api/tools/execute", body).status()).isEqualTo(403);
        assertThat(wide.post("/agent/api/tools/execute", body).status()).isEqualTo(200);
        assertThat(wide.get("/agent/api/tools").body())
                .contains("builtin.memory_search")
                .doesNotContain("builtin.task_create");
        assertThat(narrow.post("/mcp", "{}").status()).isEqualTo(403);
    }

    @Test
    void a_changed_limit_of_a_key_is_in_force() {
        Client.Person ada = client.stranger();
        Client.Answer made = made(ada, ",'limits':{'requestsPerMinute':60}");
        Client bearer = client.bearing(made.text("key"));
        assertThat(bearer.get(MODELS).status()).isEqualTo(200);

        ada.client().send("PATCH", KEYS + "/" + made.text("id"), "{\"limits\":{\"requestsPerMinute\":1}}");

        assertThat(IntStream.range(0, 3).map(i -> bearer.get(MODELS).status()).filter(status -> status == 200))
                .hasSizeLessThan(2);
        ada.client().send("PATCH", KEYS + "/" + made.text("id"), "{\"limits\":{\"requestsPerMinute\":6}}");
        assertThat(IntStream.range(0, 5).map(i -> bearer.get(MODELS).status())).containsOnly(200);
    }

    @Test
    void a_password_change_ends_the_keys_when_it_says_so() {
        Client.Person ada = client.stranger();
        Client bearer = bearer(ada, "");
        String change = "{\"currentPassword\":\"correct horse battery\",\"newPassword\":\"correct horse battery\"";

        assertThat(ada.client().post("/api/v1/auth/password", change + "}").status())
                .isEqualTo(204);
        assertThat(bearer.get(MODELS).status()).isEqualTo(200);
        assertThat(ada.client()
                        .post("/api/v1/auth/password", change + ",\"revokeKeys\":1}")
                        .error())
                .isEqualTo("422 VALIDATION_ERROR");
        assertThat(ada.client()
                        .post("/api/v1/auth/password", change + ",\"revokeKeys\":true}")
                        .status())
                .isEqualTo(204);

        assertThat(ada.client().get(KEYS).json().get("keys")).isEmpty();
        assertThat(bearer.get(MODELS).status()).isEqualTo(401);
    }

    @Test
    void a_key_asks_only_its_models() {
        Client.Person ada = client.stranger();
        Client narrow = bearer(ada, ",'models':['other']");
        Client wide = bearer(ada, ",'models':['scripted']");

        assertThat(narrow.post("/completion/api/chat", COMPLETE).fault())
                .isEqualTo("403 model: the API key does not allow this model");
        assertThat(narrow.get(MODELS).json().get("models")).isEmpty();
        assertThat(narrow.get(MODELS).json().get("defaultModel").isNull()).isTrue();
        assertThat(wide.post("/completion/api/chat", COMPLETE).status()).isEqualTo(200);
        assertThat(wide.get(MODELS).text("models.0.id")).isEqualTo("scripted");
    }

    @Test
    void a_key_for_an_integration_sees_and_uses_all_its_tools() {
        Client.Person ada = client.stranger();
        String tool = ada.client().get("/agent/api/tools").text("tools.0.name");
        String integration = tool.substring(0, tool.indexOf('.'));
        Client key = bearer(ada, ",'tools':['" + integration + ".*','gone.tool']");
        Client other = bearer(ada, ",'tools':['" + integration + "x.*']");
        String body = "{\"toolName\":\"" + tool + "\",\"parameters\":{},\"userId\":\"" + ada.userId() + "\"}";

        assertThat(key.get("/agent/api/tools").json().get("tools"))
                .isNotEmpty()
                .allMatch(one -> one.get("name").asText().startsWith(integration + "."));
        assertThat(key.post("/agent/api/tools/execute", body).status()).isNotEqualTo(403);
        assertThat(other.get("/agent/api/tools").json().get("tools")).isEmpty();
        assertThat(other.post("/agent/api/tools/execute", body).status()).isEqualTo(403);
    }

    @Test
    void a_key_sees_and_uses_only_its_tools() {
        Client.Person ada = client.stranger();
        Client narrow = bearer(ada, ",'tools':['none.such']");
        String body = "{\"toolName\":\"division.divide\",\"parameters\":{},\"userId\":\"" + ada.userId() + "\"}";

        assertThat(narrow.get("/api/v1/tools").text("total")).isEqualTo("0");
        assertThat(narrow.get("/agent/api/tools").json().get("tools")).isEmpty();
        assertThat(narrow.post("/agent/api/tools/execute", body).status()).isEqualTo(403);
    }

    @Test
    void a_changed_key_keeps_what_the_request_leaves_out() {
        Client.Person ada = client.stranger();
        Client.Answer made = made(ada, ",'limits':{'requestsPerMinute':60}");
        String path = KEYS + "/" + made.text("id");

        Client.Answer renamed = ada.client().send("PATCH", path, "{\"name\":\"other\"}");
        Client.Answer limited = ada.client().send("PATCH", path, "{\"limits\":{\"tokensPerMinute\":9}}");

        assertThat(renamed.texts("name", "limits.requestsPerMinute")).containsExactly("other", "60");
        assertThat(limited.texts("name", "limits.requestsPerMinute", "limits.tokensPerMinute"))
                .containsExactly("other", "null", "9");
    }

    @Test
    void a_revoked_key_is_401_at_once_and_404_for_its_owner() {
        Client.Person ada = client.stranger();
        Client.Answer made = made(ada, "");
        Client bearer = client.bearing(made.text("key"));
        assertThat(bearer.get(MODELS).status()).isEqualTo(200);

        assertThat(ada.client().delete(KEYS + "/" + made.text("id")).status()).isEqualTo(204);

        assertThat(bearer.get(MODELS).status()).isEqualTo(401);
        assertThat(ada.client().delete(KEYS + "/" + made.text("id")).error()).isEqualTo("404 NOT_FOUND");
    }

    @Test
    void an_unknown_key_is_401() {
        assertThat(client.bearing("gh_" + "a".repeat(43)).get("/api/v1/tools").error())
                .isEqualTo("401 UNAUTHENTICATED");
        assertThat(client.bearing("gh_short").get("/api/v1/tools").error()).isEqualTo("401 UNAUTHENTICATED");
    }

    @Test
    void a_key_has_its_own_limit_of_requests() {
        Client bearer = bearer(client.stranger(), ",'limits':{'requestsPerMinute':2}");

        assertThat(IntStream.range(0, 3).map(i -> bearer.get(MODELS).status())).containsExactly(200, 200, 429);
    }

    @Test
    void the_hundred_and_first_key_is_409() {
        Client.Person ada = client.stranger();
        IntStream.range(0, 100).forEach(i -> made(ada, ""));

        assertThat(made(ada, "").error()).isEqualTo("409 CONFLICT");
    }
}
