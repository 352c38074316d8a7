package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.DivisionTool;
import dev.guildhall.http.MutatedBodies;
import dev.guildhall.http.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No body that a client sends to the agent service causes an internal error. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentMutatedBodyTest {
    private static final int BODIES = 250;
    private static final long SEED = 6;

    @AutoClose
    private TestServer server;

    private Client.Person ada;

    @BeforeAll
    void start() {
        server = TestServer.start(parts -> parts.tools(new DivisionTool()));
    }

    /** A new user for each test, since one user may not send as many requests as all tests. */
    @BeforeEach
    void registerUser() {
        ada = server.client().stranger();
    }

    private static String good(String route) {
        return switch (route) {
            case "POST /chat" ->
                "{'userId':'ME','messages':[{'role':'system','content':'Be kind.'},{'role':'user','content':'hi'}],"
                        + "'model':'scripted','temperature':0.5,'stream':false,'enableMemory':true,"
                        + "'tools':['test.divide']}";
            case "POST /memory" ->
                "{'userId':'ME','type':'long_term','content':'Drinks tea.','importance':0.5,'tags':['a','b'],"
                        + "'chatId':'chat_1'}";
            case "POST /memory/ME/search" ->
                "{'query':'tea','type':'long_term','chatId':'chat_1','tags':['a'],'limit':5}";
            case "POST /tasks" ->
                "{'userId':'ME','title':'Think','description':'Hard','chatId':null,"
                        + "'steps':[{'title':'a','description':'x'},{'title':'b','dependencies':['a']}]}";
            case "POST /tools/execute" ->
                "{'toolName':'test.divide','userId':'ME','parameters':{'by':3,'notes':['a',{'b':0.5}]}}";
            default -> "{'enabled':true}";
        };
    }

    @ParameterizedTest
    @CsvSource({
        "POST /chat, 200",
        "POST /memory, 201",
        "POST /memory/ME/search, 200",
        "POST /tasks, 201",
        "POST /tools/execute, 200",
        "PATCH /tools/test.divide, 200"
    })
    void a_body_that_is_nearly_right_is_answered_or_refused(String route, int ok) {
        String method = route.substring(0, route.indexOf(' '));
        String path = "/agent/api" + route.substring(route.indexOf(' ') + 1).replace("ME", ada.userId());
        String good = good(route).replace('\'', '"').replace("ME", ada.userId());
        MutatedBodies mutations = new MutatedBodies(SEED);
        assertThat(ada.client().send(method, path, good).status()).isEqualTo(ok);

        Set<Integer> statuses = new TreeSet<>();
        for (int i = 0; i < BODIES; i++) {
            byte[] body = mutations.of(good);
            Client.Answer answer = ada.client().send(method, path, body);

            assertThat(answer.status())
                    .as("%s to %s", new String(body, StandardCharsets.ISO_8859_1), answer.body())
                    .isIn(ok, 400, 403, 404, 409);
            assertThat(answer.body()).doesNotContain("something went wrong", "unexpectedly");
            statuses.add(answer.status());
        }
        assertThat(statuses).contains(400);
    }

    @ParameterizedTest
    @CsvSource({
        "/memory/ME?type=",
        "/memory/ME?chatId=",
        "/memory/ME?tags=",
        "/memory/ME?limit=",
        "/memory/ME?cursor=",
        "/memory/ME/summary?type=",
        "/memory/ME/summary?chatId=",
        "/chat/chat_1/trace?userId=",
        "/tasks?userId=",
        "/tasks/",
        "/tools/"
    })
    void a_query_of_anything_is_answered_or_refused(String start) {
        Random random = new Random(SEED);

        for (int i = 0; i < BODIES / 4; i++) {
            String sent = random.nextBoolean() ? Integer.toString(random.nextInt()) : escaped(random);

            assertThat(AgentRequests.get(ada, start + sent).status())
                    .as(start + sent)
                    .isIn(200, 400, 403, 404);
        }
    }

    /** A few bytes of any value except 0, with which the URL is invalid, and matches no service. */
    private static String escaped(Random random) {
        StringBuilder escaped = new StringBuilder();
        for (int left = random.nextInt(12); left > 0; left--) {
            escaped.append('%').append(HexFormat.of().toHexDigits((byte) (1 + random.nextInt(255))));
        }
        return escaped.toString();
    }
}
