package dev.guildhall.http.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.MutatedBodies;
import dev.guildhall.http.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No body that a client sends to task orchestration causes an internal error. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrchestrationMutatedBodyTest {
    private static final int BODIES = 250;
    private static final long SEED = 8;

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client client = server.client().stranger().client();

    private static String good(String path) {
        return switch (path) {
            case "/tasks" ->
                "{'type':'echo','input':{'a':[1,{'b':0.5}],'c':null},'tools':['builtin.time_now','x'],"
                        + "'priority':7,'ttl':60}";
            case "/workflows" ->
                "{'name':'w','steps':[{'name':'a','taskType':'echo','input':{'t':'x'},'tools':['builtin.time_now']},"
                        + "{'name':'b','taskType':'echo','dependsOn':['a'],"
                        + "'input':{'p':{'$from':'a','pointer':'/t'},'n':[1]}}]}";
            case "/workers/poll" -> "{'types':['import','export'],'max':2,'waitSeconds':0}";
            case "/tasks/task_1/fail" ->
                "{'leaseId':'lease_1','error':{'code':'X','message':'y','status':500},'retryable':true}";
            default -> "{'leaseId':'lease_1','output':{'a':[1,2.5,{'b':null}]}}";
        };
    }

    @ParameterizedTest
    @CsvSource({
        "/tasks, 201",
        "/workflows, 201",
        "/workers/poll, 200",
        "/tasks/task_1/heartbeat, 404",
        "/tasks/task_1/complete, 404",
        "/tasks/task_1/fail, 404"
    })
    void a_body_that_is_nearly_right_is_answered_or_refused(String path, int ok) {
        String good = good(path).replace('\'', '"');
        MutatedBodies mutations = new MutatedBodies(SEED);
        assertThat(client.post(TaskRequests.API + path, good).status()).isEqualTo(ok);

        Set<Integer> statuses = new TreeSet<>();
        for (int i = 0; i < BODIES; i++) {
            byte[] body = mutations.of(good);
            Client.Answer answer = client.send("POST", TaskRequests.API + path, body);

            assertThat(answer.status())
                    .as("%s to %s", new String(body, StandardCharsets.ISO_8859_1), answer.body())
                    .isIn(ok, 422);
            assertThat(answer.body()).doesNotContain("something went wrong", "unexpectedly");
            statuses.add(answer.status());
        }
        assertThat(statuses).contains(ok, 422);
    }
}
