package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.agent.AgentRequests;
import dev.guildhall.http.orchestration.TaskRequests;
import dev.guildhall.http.run.RunRequests;
import dev.guildhall.http.tool.ToolRequests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that could break a line, a header, a page or a store, in every field that accepts text. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileTextTest {
    private static final String ACCOUNT = "/api/v1";

    /** Written as JSON. */
    private static final List<String> UNFIT = List.of(
            "a\\u0000b",
            "a\\r\\nSet-Cookie: b=c",
            "a\\nb",
            "a\\rb",
            "a\\u001b[2Jb",
            "a\\u0085b",
            "a\\u007fb",
            "a\\u2028b",
            "a\\u2029b",
            "a\\ud800",
            "\\udc00\\ud800b");

    @AutoClose
    private final TestServer server = TestServer.start(
            parts -> parts.tools(new DivisionTool()).oauthProviders(() -> List.of(new TrustingProvider())));

    private final Client.Person ada = server.client().stranger();

    private static Stream<Arguments> linesOfText() {
        String grant = "{'provider':'acme','code':'a@b.c','redirectUri':'https://a.b/'}";
        return Stream.of(
                        Arguments.of("/auth/register", "displayName", "{'email':'a@b.c','password':'12345678'}"),
                        Arguments.of("/auth/register", "email", "{'password':'12345678'}"),
                        Arguments.of("/profiles", "displayName", "{}"),
                        Arguments.of("/profiles", "avatar", "{'displayName':'a'}"),
                        Arguments.of("/groups", "name", "{}"),
                        Arguments.of("/auth/login/oauth", "provider", grant.replace("'provider':'acme',", "")),
                        Arguments.of("/auth/login/oauth", "code", grant.replace("'code':'a@b.c',", "")),
                        Arguments.of(
                                "/auth/login/oauth", "redirectUri", grant.replace(",'redirectUri':'https://a.b/'", "")))
                .flatMap(field ->
                        UNFIT.stream().map(text -> Arguments.of(field.get()[0], field.get()[1], field.get()[2], text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cursor=%%%", "cursor=%", "cursor=a%2", "limit=5&cursor=%zz", "%=a"})
    void a_query_that_cannot_be_decoded_is_refused(String query) {
        String bearer = "Authorization: Bearer " + ada.accessToken() + "\r\n";

        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.request("GET", ACCOUNT + "/groups?" + query, bearer, "")
                    .readAll();

            assertThat(answer).startsWith("HTTP/1.1 422 ").contains("query: has a percent sign");
        }
    }

    @ParameterizedTest
    @MethodSource("linesOfText")
    void what_is_no_line_of_text_is_422_and_names_the_field(String path, String field, String rest, String text) {
        Client.Answer answer = ada.client().post(ACCOUNT + path, body(field, text, rest));

        assertThat(answer.fault()).startsWith("422 " + field + ": ");
        assertThat(answer.header("Set-Cookie")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\\u202eb",
                "a\\u206ab",
                "a\\u3164b",
                "a\\u0378b",
                "a\\ue000b",
                "a\\udb40\\udc41b",
                "\\u200b",
                "\\u2800"
            })
    void names_of_work_follow_the_rule_of_names(String text) {
        List<Client.Answer> answers = List.of(
                TaskRequests.post(
                        ada.client(),
                        "/workflows",
                        "{'name':'TEXT','steps':[{'name':'a','taskType':'echo'}]}".replace("TEXT", text)),
                TaskRequests.post(
                        ada.client(),
                        "/workflows",
                        "{'name':'a','steps':[{'name':'TEXT','taskType':'echo'}]}".replace("TEXT", text)),
                AgentRequests.post(
                        ada, "/tasks", "{'userId':'ME','title':'TEXT','description':'a'}".replace("TEXT", text)),
                AgentRequests.post(
                        ada,
                        "/tasks",
                        "{'userId':'ME','title':'a','description':'a','steps':[{'title':'TEXT'}]}"
                                .replace("TEXT", text)),
                AgentRequests.post(
                        ada,
                        "/memory",
                        "{'userId':'ME','type':'long_term','content':'a','tags':['TEXT']}".replace("TEXT", text)));

        assertThat(answers).extracting(Client.Answer::status).containsExactly(422, 422, 400, 400, 400);
        assertThat(answers)
                .extracting(answer -> answer.body().replaceAll(".*\"message\":\"([^:\"]*):.*", "$1"))
                .containsExactly("name", "steps[0].name", "title", "steps[0].title", "tags[0]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0\\u202e", "1.0\\u2067", "1.0\\u3164", "1.0\\udb40\\udc41", "\\u200b"})
    void other_short_texts_that_are_shown_follow_it_too(String text) {
        String tool = "{'name':'acme.a','description':'a','integration':'acme',";
        List<Client.Answer> answers = List.of(
                registered(tool + "'version':'" + text + "'}"),
                registered(tool + "'version':'1','parameters':{'" + text + "':{'type':'string'}}}"),
                ToolRequests.execute(
                        ada.client(),
                        ToolRequests.idOf(ada.client(), DivisionTool.NAME),
                        "{'parameters':{'by':2},'context':{'agentId':'a','taskId':'TEXT'}}"
                                .replace("TEXT", text)
                                .replace('\'', '"')),
                TaskRequests.post(ada.client(), "/tasks", "{'type':'echo','tools':['" + text + "']}"),
                AgentRequests.post(
                        ada,
                        "/chat",
                        "{'userId':'ME','messages':[{'role':'user','content':'a'}],'model':'TEXT'}"
                                .replace("TEXT", text)));

        assertThat(answers).extracting(Client.Answer::status).containsExactly(422, 422, 422, 422, 400);
        assertThat(answers)
                .extracting(answer -> answer.body().replaceAll(".*\"message\":\"([^:\"]*):.*", "$1"))
                .containsExactly("version", "parameters names", "context.taskId", "tools[0]", "model");
    }

    private Client.Answer registered(String tool) {
        return ada.client().post(ToolRequests.TOOLS, tool.replace('\'', '"'));
    }

    @Test
    void what_a_run_shows_of_its_request_is_plain() {
        String run = "{'suite':'shop','target':'http://localhost/a','options':{'grep':'a','files':['a']}}";

        List<String> named = Stream.of("/a'", "'a',", "['a'")
                .map(place ->
                        RunRequests.post(ada.client(), "/runs", run.replace(place, place.replace("a", "\\u202e"))))
                .map(answer -> answer.status() + answer.text("error.message").replaceAll(":.*", ""))
                .toList();

        assertThat(named).containsExactly("422target", "422options.grep", "422options.files[0]");
    }

    private static String body(String field, String text, String rest) {
        String more = rest.replace('\'', '"').substring(1);
        return "{\"" + field + "\":\"" + text + "\"" + (more.equals("}") ? "" : ",") + more;
    }

    @ParameterizedTest
    @ValueSource(strings = {"displayName", "avatar"})
    void a_change_of_a_profile_takes_no_such_text_either(String field) {
        String path = ACCOUNT + "/profiles/" + ada.tokens().get("profileId").asText();
        String before = ada.client().get(ACCOUNT + "/profiles").body();

        assertThat(UNFIT).allSatisfy(text -> {
            Client.Answer answer = ada.client().send("PATCH", path, body(field, text, "{}"));

            assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        });
        assertThat(ada.client().get(ACCOUNT + "/profiles").body()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\\u0000b", "a\\u001b[2Jb", "a\\u0085b", "a\\u007fb", "a\\ud800", "\\udc00\\ud800b", "a\\bb"})
    void a_description_has_ends_of_lines_and_no_other_control_characters(String text) {
        Client.Answer refused = ada.client().post(ACCOUNT + "/groups", body("description", text, "{'name':'a'}"));
        Client.Answer taken =
                ada.client().post(ACCOUNT + "/groups", body("description", "a\\r\\n\\tb", "{'name':'a'}"));

        assertThat(refused.fault()).startsWith("422 description: ");
        assertThat(taken.text("description")).isEqualTo("a\r\n\tb");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JaVaScRiPt:alert(1)",
                " javascript:alert(1)",
                "javascript://example.org/%0aalert(1)",
                "data:text/html,<script>alert(1)</script>",
                "data:image/svg+xml;base64,PHN2Zz4=",
                "vbscript:x",
                "file:///etc/passwd",
                "ftp://example.org/a.png",
                "//example.org/a.png",
                "/a.png",
                "https:a.png",
                "https:///a.png",
                "https://",
                "https://a b/c",
                "https://example.org/<script>",
                "https://example.org/\\\"onerror=alert(1)",
                "https://example.org\\\\@other.example/",
                "https://user@example.org/",
                "https://example.org:99999/",
                "blob:https://example.org/1",
                "https://ex\\u0430mple.org/"
            })
    void an_avatar_is_a_plain_address_or_422(String avatar) {
        Client.Answer answer = ada.client().post(ACCOUNT + "/profiles", body("avatar", avatar, "{'displayName':'a'}"));

        assertThat(answer.fault()).startsWith("422 avatar: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\u0000b", "a\\ud800", "\\udc00b"})
    void a_message_to_a_model_that_cannot_be_stored_is_400(String text) {
        String messages = "{'messages':[{'role':'user','content':'TEXT'}],'userId':'USER'}"
                .replace('\'', '"')
                .replace("TEXT", text)
                .replace("USER", ada.userId());

        assertThat(Stream.of("/completion/api/chat", "/completion/api/complete", "/agent/api/chat"))
                .allSatisfy(path -> {
                    Client.Answer answer = ada.client().post(path, messages);

                    assertThat(answer.fault()).startsWith("400 messages[0].content: ");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\nSet-Cookie: b=c",
                "a\rSet-Cookie: b=c",
                "a\nSet-Cookie: b=c",
                "a\r\n Set-Cookie: b=c",
                "a%0d%0aSet-Cookie: b=c",
                "a\u0000b",
                "a\u001b[2J",
                "\u0085",
                "é",
                "😀"
            })
    void a_request_id_sets_no_header_and_is_not_repeated(String id) {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.request("GET", "/health/live", "X-Request-Id: " + id + "\r\n", "")
                    .readAll();

            String head = answer.substring(0, answer.indexOf("\r\n\r\n"));
            assertThat(answer).startsWith("HTTP/1.1 ");
            assertThat(head).doesNotContain("Set-Cookie", "\u001b", "é");
            assertThat(head.split("X-Request-Id: ", -1)).hasSize(2);
        }
    }

    @Test
    void a_request_id_of_ten_kilobytes_is_replaced() {
        Client.Answer answer =
                server.client().with("X-Request-Id", "x".repeat(10_240)).get("/health/live");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("X-Request-Id")).hasSize(36);
    }
}
