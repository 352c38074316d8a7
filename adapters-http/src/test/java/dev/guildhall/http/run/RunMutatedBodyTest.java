package dev.guildhall.http.run;

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
import org.junit.jupiter.params.provider.ValueSource;

/** The test-run service answers or refuses every body, without a fault of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunMutatedBodyTest {
    private static final int BODIES = 250;
    private static final long SEED = 19;

    @AutoClose
    private final TestServer server = TestServer.start(new TestSuites()::install);

    private final Client client = server.client().stranger().client();
    private final String run = RunRequests.ended(client, TestSuites.SHOP);

    private static String good(String path) {
        return switch (path) {
            case "/runs" ->
                "{'suite':'broken','target':'http://a:1/b?c','browsers':['chromium','webkit'],'options':{'retries':1,"
                        + "'timeout':5000,'workers':2,'runTimeout':60000,'grep':'a|b','files':['a','b']}}";
            case "/runs/RUN/rerun" -> "{'only':'failed'}";
            case "/runs/RUN/screenshots/approve" ->
                "{'names':['home.png','a"
                    + " b.png'],'screenshots':[{'name':'home.png','browser':'chromium','file':'shop.spec.ts'}],'all':false,'force':true}";
            default ->
                "{'browser':'chromium','name':'home.png','file':'shop.spec.ts','sha256':'" + "0".repeat(64) + "'}";
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/runs", "/runs/RUN/rerun", "/runs/RUN/screenshots/approve", "/suites/shop/baselines/restore"})
    void a_body_that_is_nearly_right_is_answered_or_refused(String path) {
        String good = good(path).replace('\'', '"');
        MutatedBodies mutations = new MutatedBodies(SEED);

        Set<Integer> statuses = new TreeSet<>();
        for (int i = 0; i < BODIES; i++) {
            byte[] body = mutations.of(good);
            Client.Answer answer = client.send("POST", RunRequests.API + path.replace("RUN", run), body);

            assertThat(answer.status())
                    .as("%s to %s", new String(body, StandardCharsets.ISO_8859_1), answer.body())
                    .isIn(200, 201, 404, 409, 422);
            assertThat(answer.body()).doesNotContain("something went wrong", "unexpectedly");
            statuses.add(answer.status());
        }
        assertThat(statuses).hasSizeGreaterThan(1).contains(422);
    }
}
