package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Clients that send an API key in the wrong place: no error of any route repeats it. That no log line does, with all
 * levels on, is what {@code LogWatchExtension} checks after each class.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MisplacedKeyTest {
    private static final List<String> ODD_HEADERS = List.of(
            "X-Odd",
            "X-Request-Id",
            "Idempotency-Key",
            "Last-Event-ID",
            "Mcp-Session-Id",
            "MCP-Protocol-Version",
            "traceparent",
            "If-None-Match",
            "Range",
            "Accept-Language",
            "Referer",
            "User-Agent");

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.tools(new DivisionTool())
            .oauthProviders(() -> List.of(new TrustingProvider()))
            .clock(new TickingClock()));

    private final Client.Person ada = server.client().stranger();
    private final String key = IssuedKey.of(ada).secret();

    /** The prefix of a key may be shown, as lists of keys do. */
    private void assertKept(Client.Answer answer) {
        assertThat(answer.body()).as("%s", answer.status()).doesNotContain(key.substring("gh_".length() + 8));
        assertThat(answer.headers().map().toString()).doesNotContain(key);
    }

    /** A success may repeat it: the name of a new group is what the client says. */
    private void assertKeptIfRefused(Client.Answer answer) {
        if (answer.status() >= 400) {
            assertKept(answer);
        }
    }

    @TestFactory
    Stream<DynamicTest> in_the_path_query_headers_and_body_of_every_route() {
        Client browser = Browser.stranger(server.client()).client();
        return Stream.concat(
                tests(ada.client(), server.mounts().stream()),
                tests(
                        browser,
                        server.frontEnd().stream().filter(mount -> !mount.base().startsWith("/web"))));
    }

    private Stream<DynamicTest> tests(Client client, Stream<Mount> mounts) {
        return mounts.flatMap(mount -> mount.routes().stream()
                .filter(route -> !route.path().endsWith("/logout"))
                .map(route -> DynamicTest.dynamicTest(
                        route.method() + " " + mount.base() + route.path(), () -> misplace(client, mount, route))));
    }

    private void misplace(Client client, Mount mount, Route route) {
        String path = mount.base() + route.path().replaceAll("\\{[^}]+}", key);
        Optional<JsonNode> operation = operation(mount, route);
        Client odd = client;
        for (String header : ODD_HEADERS) {
            odd = odd.with(header, key);
        }

        assertKeptIfRefused(ask(odd, route, path, ""));
        assertKeptIfRefused(ask(client, route, path + "?" + key + "=" + key + query(operation), ""));
        for (String body : route.method().startsWith("P") ? bodies(mount, operation) : List.<String>of()) {
            assertKeptIfRefused(ask(client, route, path, body));
        }
    }

    private List<String> bodies(Mount mount, Optional<JsonNode> operation) {
        return List.of(filled(mount, operation), "{\"" + key + "\":\"" + key + "\"}", "{\"a\":" + key + "}");
    }

    /** A client that accepts no streams, which would not end. */
    private static Client.Answer ask(Client client, Route route, String path, String body) {
        Client plain = client.with("Accept", "application/json");
        Client typed = body.isEmpty() ? plain : plain.with("Content-Type", "application/json");
        return typed.send(route.method(), path, body);
    }

    private static Optional<JsonNode> operation(Mount mount, Route route) {
        return mount.service()
                .map(service -> OpenApi.document(service)
                        .path("paths")
                        .path((mount.base() + route.path()).replaceFirst("^" + TestServer.BASES.get(service), ""))
                        .path(route.method().toLowerCase(Locale.ROOT)));
    }

    private String query(Optional<JsonNode> operation) {
        StringBuilder query = new StringBuilder();
        operation
                .map(found -> found.path("parameters"))
                .ifPresent(parameters -> parameters.forEach(parameter -> {
                    if (parameter.path("in").asText().equals("query")) {
                        query.append('&')
                                .append(parameter.get("name").asText())
                                .append('=')
                                .append(key);
                    }
                }));
        return query.toString();
    }

    /** A body with the key in each field. */
    private String filled(Mount mount, Optional<JsonNode> operation) {
        ObjectNode body = Json.MAPPER.createObjectNode();
        operation
                .map(found -> found.at("/requestBody/content/application~1json/schema"))
                .map(schema -> schema.has("$ref")
                        ? OpenApi.document(mount.service().orElseThrow())
                                .at(schema.get("$ref").asText().substring(1))
                        : schema)
                .ifPresent(
                        schema -> schema.path("properties").fieldNames().forEachRemaining(name -> body.put(name, key)));
        return body.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /completion/v1/chat/completions    | {'model':'KEY','messages':[{'role':'user','content':'a'}]}
        /completion/v1/chat/completions    | {'model':'scripted','messages':[{'role':'KEY','content':'a'}]}
        /completion/v1/chat/completions    | {'model':'scripted','messages':[{'role':'user','content':'a'}],'KEY':{'KEY':1}}
        /completion/v1/embeddings          | {'model':'KEY','input':'a'}
        /completion/api/chat               | {'model':'KEY','messages':[{'role':'user','content':'a'}]}
        /agent/api/chat                    | {'userId':'ME','messages':[{'role':'user','content':'a'}],'model':'KEY'}
        /agent/api/tools/execute           | {'toolName':'KEY','parameters':{},'userId':'ME'}
        /agent/api/tools/execute           | {'toolName':'division.divide','parameters':{'KEY':1},'userId':'ME'}
        /agent/api/tasks                   | {'userId':'ME','title':'a','description':'a','steps':[{'title':'a','dependencies':['KEY']}]}
        /api/v1/auth/login/oauth           | {'provider':'KEY','code':'a','redirectUri':'https://a.b/'}
        /api/v1/tools                      | {'name':'acme.a','description':'a','integration':'KEY','version':'1'}
        /api/v1/tools                      | {'name':'acme.a','description':'a','integration':'acme','version':'1','parameters':{'KEY':{'type':'KEY'}}}
        /api/v1/tasks                      | {'type':'echo','tools':['KEY']}
        /api/v1/tasks                      | {'type':'KEY'}
        /api/v1/workflows                  | {'name':'a','steps':[{'name':'a','taskType':'echo','dependsOn':['KEY']}]}
        /api/v1/workflows                  | {'name':'a','steps':[{'name':'KEY','taskType':'echo'},{'name':'KEY','taskType':'echo'}]}
        /api/v1/runs                       | {'suite':'KEY','target':'http://localhost/a'}
        /api/v1/keys                       | {'name':'a','KEY':1,'services':['KEY'],'limits':{'budget':{'amount':1,'currency':'KEY','period':'KEY'}}}
        /mcp                               | {'jsonrpc':'2.0','id':1,'method':'KEY'}
        /mcp                               | {'jsonrpc':'2.0','id':'KEY','method':'initialize','params':{'protocolVersion':'KEY'}}
        """)
    void in_a_body_that_names_what_does_not_exist(String path, String body) {
        String sent = body.replace('\'', '"').replace("ME", ada.userId()).replace("KEY", key);

        Client.Answer answer = ada.client()
                .with("Content-Type", "application/json")
                .with("Accept", "application/json, text/event-stream")
                .post(path, sent);

        assertKeptIfRefused(answer);
    }

    @Test
    void at_unknown_routes() {
        for (String path : List.of("/", "/api/v1/", "/completion/v1/", "/agent/api/", "/mcp/", "/web/api/v1/")) {
            for (String method : List.of("GET", "POST", key)) {
                assertKept(ada.client().send(method, path + key));
            }
        }
    }
}
