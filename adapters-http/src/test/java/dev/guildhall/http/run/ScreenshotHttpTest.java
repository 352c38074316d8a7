package dev.guildhall.http.run;

import static dev.guildhall.http.run.RunRequests.delete;
import static dev.guildhall.http.run.RunRequests.ended;
import static dev.guildhall.http.run.RunRequests.get;
import static dev.guildhall.http.run.RunRequests.post;
import static dev.guildhall.http.run.RunRequests.put;
import static dev.guildhall.http.run.RunRequests.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenshotHttpTest {
    private static final String PNG = TestSuites.digest(TestSuites.PNG).value();
    private static final String DIFFERENT =
            TestSuites.digest(TestSuites.DIFFERENT).value();

    private final TestSuites suites = new TestSuites();

    @AutoClose
    private final TestServer server = TestServer.start(suites::install);

    private final Client.Person ada = server.client().stranger();
    private final Client client = ada.client();

    private JsonNode screenshot(String run, String name) {
        for (JsonNode screenshot :
                get(client, "/runs/" + run + "/screenshots").json().get("screenshots")) {
            if (screenshot.get("name").asText().equals(name)) {
                return screenshot;
            }
        }
        throw new AssertionError("no screenshot " + name);
    }

    private String image(String run, String digest) {
        return TestServer.ISSUER + "/api/v1/runs/" + run + "/images/" + digest;
    }

    @Test
    void a_failed_screenshot_has_a_difference_and_a_reason() {
        String run = ended(client, TestSuites.SHOP);

        JsonNode same = screenshot(run, "same.png");
        JsonNode home = screenshot(run, "home.png");
        JsonNode different = screenshot(run, "a b.png");
        JsonNode seen = screenshot(run, "seen.png");

        assertThat(Client.names(same)).isEqualTo("name url status baselineUrl browser file test browserVersion");
        assertThat(same.get("status").asText()).isEqualTo("passed");
        assertThat(Client.texts(home, "status", "reason", "diffUrl"))
                .containsExactly("failed", "no_baseline", image(run, PNG));
        assertThat(home.has("baselineUrl")).isFalse();
        assertThat(different.get("reason").asText()).isEqualTo("different");
        assertThat(different.get("url").asText()).isEqualTo(image(run, DIFFERENT));
        assertThat(different.get("baselineUrl").asText()).isEqualTo(image(run, PNG));
        assertThat(different.get("diffUrl").asText())
                .isEqualTo(image(run, TestSuites.digest(TestSuites.DIFF).value()));
        assertThat(different.get("browser").asText()).isEqualTo("chromium");
        assertThat(different.get("file").asText()).isEqualTo("shop.spec.ts");
        assertThat(different.get("test").asText()).isEqualTo("[chromium] shop.spec.ts › buys");
        assertThat(seen.get("status").asText()).isEqualTo("passed");
    }

    @Test
    void an_approved_screenshot_becomes_the_baseline() {
        String run = ended(client, TestSuites.SHOP);

        Client.Answer answer = put(client, "/runs/" + run + "/screenshots/home.png/approve");
        Client.Answer again = put(client, "/runs/" + run + "/screenshots/home.png/approve?force=true");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.texts("runId", "name", "status")).containsExactly(run, "home.png", "passed");
        assertThat(answer.text("approvedAt")).matches(GroupRequests.TIMESTAMP);
        assertThat(answer.texts("approvedBy", "baseline.sha256", "baseline.previousSha256"))
                .containsExactly(ada.userId(), PNG, "null");
        assertThat(again.body()).isEqualTo(answer.body());
        JsonNode after = screenshot(run, "home.png");
        assertThat(after.get("status").asText()).isEqualTo("passed");
        assertThat(after.has("diffUrl")).isFalse();
        assertThat(after.get("approvedBy").asText()).isEqualTo(ada.userId());
        assertThat(get(client, "/runs/" + run).text("outcome")).isEqualTo("failed");
    }

    @Test
    void a_baseline_that_has_changed_is_replaced_by_force_alone() {
        String run = ended(client, TestSuites.SHOP);

        // The suite's script names a baseline that this server does not have: so the baseline counts as changed.
        Client.Answer refused = put(client, "/runs/" + run + "/screenshots/a%20b.png/approve");
        Client.Answer forced = put(client, "/runs/" + run + "/screenshots/a%20b.png/approve?force=true");

        assertThat(refused.error()).isEqualTo("409 BASELINE_CHANGED");
        assertThat(forced.status()).isEqualTo(200);
        assertThat(forced.text("baseline.sha256")).isEqualTo(DIFFERENT);
    }

    @Test
    void two_approvals_at_once_both_succeed() throws Exception {
        String run = ended(client, TestSuites.SHOP);
        CyclicBarrier barrier = new CyclicBarrier(2);
        Callable<Client.Answer> approve = () -> {
            barrier.await(20, TimeUnit.SECONDS);
            return put(client, "/runs/" + run + "/screenshots/home.png/approve");
        };

        List<Client.Answer> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Client.Answer> answer : threads.invokeAll(List.of(approve, approve))) {
                answers.add(answer.get());
            }
        }

        assertThat(answers).extracting(Client.Answer::status).containsExactly(200, 200);
        assertThat(answers.getFirst().body()).isEqualTo(answers.getLast().body());
        assertThat(get(client, "/suites/shop/baselines").json().get("baselines"))
                .hasSize(1);
    }

    @Test
    void nothing_is_approved_while_a_run_is_active() throws InterruptedException {
        String run = started(client, TestSuites.BLOCKING);
        assertThat(suites.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

        Client.Answer one = put(client, "/runs/" + run + "/screenshots/home.png/approve");
        Client.Answer all = post(client, "/runs/" + run + "/screenshots/approve", "{'all':true}");
        delete(client, "/runs/" + run);

        assertThat(List.of(one, all)).allSatisfy(answer -> {
            assertThat(answer.error()).isEqualTo("409 RUN_IN_PROGRESS");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing.png", "seen.png", "..%2F..%2Fetc%2Fpasswd", "a%2Fb.png", "..png", "%F0%9F%98%80"})
    void what_names_no_compared_screenshot_is_404(String name) {
        String run = ended(client, TestSuites.SHOP);

        Client.Answer answer = put(client, "/runs/" + run + "/screenshots/" + name + "/approve");

        assertThat(answer.error()).isEqualTo("404 NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource({
        "browser=chromium, 200",
        "browser=firefox, 404",
        "file=shop.spec.ts, 200",
        "file=other.spec.ts, 404",
        "force=yes, 422"
    })
    void a_screenshot_is_named_more_closely(String query, int status) {
        String run = ended(client, TestSuites.SHOP);

        assertThat(put(client, "/runs/" + run + "/screenshots/home.png/approve?" + query)
                        .status())
                .isEqualTo(status);
    }

    @Test
    void all_that_failed_is_approved_as_far_as_it_can_be() {
        String run = ended(client, TestSuites.SHOP);

        JsonNode some = post(client, "/runs/" + run + "/screenshots/approve", "{'all':true}")
                .json();
        JsonNode rest = post(client, "/runs/" + run + "/screenshots/approve", "{'all':true,'force':true}")
                .json();

        assertThat(some.get("approved").findValuesAsText("name")).containsExactly("home.png");
        assertThat(some.at("/failed/0/name").asText()).isEqualTo("a b.png");
        assertThat(some.at("/failed/0/error/code").asText()).isEqualTo("BASELINE_CHANGED");
        assertThat(rest.get("approved").findValuesAsText("name")).containsExactly("a b.png");
        assertThat(rest.get("failed")).isEmpty();
    }

    @Test
    void named_screenshots_are_approved() {
        String run = ended(client, TestSuites.SHOP);

        JsonNode answer = post(
                        client,
                        "/runs/" + run + "/screenshots/approve",
                        "{'names':['home.png','home.png','nothing.png','seen.png']}")
                .json();

        assertThat(answer.get("approved").findValuesAsText("name")).containsExactly("home.png");
        assertThat(answer.get("failed").findValuesAsText("name")).containsExactly("nothing.png", "seen.png");
        assertThat(answer.get("failed").findValuesAsText("code")).containsOnly("NOT_FOUND");
    }

    @Test
    void screenshots_are_approved_by_their_browsers_and_files() {
        String run = ended(client, TestSuites.SHOP);

        JsonNode answer = post(
                        client,
                        "/runs/" + run + "/screenshots/approve",
                        "{'screenshots':[{'name':'home.png','browser':'firefox','file':'shop.spec.ts'},"
                                + "{'name':'a b.png','browser':'chromium','file':'shop.spec.ts'}],'force':true}")
                .json();

        assertThat(answer.get("approved").findValuesAsText("name")).containsExactly("a b.png");
        assertThat(answer.get("failed").findValuesAsText("name")).containsExactly("home.png");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{'names':[]}",
                "{'screenshots':[]}",
                "{'screenshots':[{'browser':'chromium'}]}",
                "{'screenshots':[{'name':'a'}],'all':true}",
                "{'all':false}",
                "{'names':['a'],'all':true}",
                "{'names':[1]}",
                "{'all':1}"
            })
    void a_request_that_names_nothing_is_refused(String body) {
        String run = ended(client, TestSuites.SHOP);

        assertThat(post(client, "/runs/" + run + "/screenshots/approve", body).status())
                .isEqualTo(422);
    }

    /** Runs a suite whose browser shows this screenshot; returns its only screenshot. */
    private JsonNode styled(byte[] shown) {
        suites.shown = shown;
        return screenshot(ended(client, TestSuites.STYLES), "page.png");
    }

    private Client.Answer approve(JsonNode screenshot, String query) {
        String run = screenshot.get("url").asText().replaceFirst(".*/runs/([^/]*)/.*", "$1");
        return put(client, "/runs/" + run + "/screenshots/page.png/approve" + query);
    }

    @Test
    void the_next_run_compares_with_what_was_approved() {
        approve(styled(TestSuites.PNG), "");

        JsonNode same = styled(TestSuites.PNG);
        JsonNode changed = styled(TestSuites.DIFFERENT);
        Client.Answer approved = approve(changed, "");
        JsonNode after = styled(TestSuites.DIFFERENT);

        assertThat(same.get("status").asText()).isEqualTo("passed");
        assertThat(changed.get("reason").asText()).isEqualTo("different");
        assertThat(changed.has("note")).isFalse();
        assertThat(approved.text("baseline.previousSha256")).isEqualTo(PNG);
        assertThat(after.get("status").asText()).isEqualTo("passed");
    }

    @Test
    void a_name_with_a_folder_is_plain_in_answers_and_encoded_in_addresses() {
        suites.name = "100% a/b c.png";
        String run = ended(client, TestSuites.STYLES);
        String address = "/runs/" + run + "/screenshots/100%25%20a%2Fb%20c.png/approve";

        Client.Answer approved = put(client, address);

        assertThat(approved.status()).as(approved.body()).isEqualTo(200);
        assertThat(approved.text("name")).isEqualTo("100% a/b c.png");
        assertThat(screenshot(run, "100% a/b c.png").get("status").asText()).isEqualTo("passed");
        assertThat(baselines().at("/0/name").asText()).isEqualTo("100% a/b c.png");
    }

    @Test
    void baselines_come_in_pages() {
        approve(styled(TestSuites.PNG), "");
        approve(styled(TestSuites.DIFFERENT), "");
        approve(styled(TestSuites.WEBP), "");

        Client.Answer first = get(client, "/suites/styles/baselines?limit=2");
        Client.Answer rest = get(client, "/suites/styles/baselines?limit=2&cursor=" + first.text("nextCursor"));

        assertThat(first.json().findValuesAsText("current")).containsExactly("true", "false");
        assertThat(first.json().findValuesAsText("sha256"))
                .containsExactly(TestSuites.digest(TestSuites.WEBP).value(), DIFFERENT);
        assertThat(rest.json().findValuesAsText("sha256")).containsExactly(PNG);
        assertThat(rest.json().get("nextCursor").isNull()).isTrue();
        assertThat(get(client, "/suites/styles/baselines?limit=201").status()).isEqualTo(422);
        assertThat(get(client, "/suites/styles/baselines?cursor=cnVu").status()).isEqualTo(422);
    }

    @Test
    void a_screenshot_that_was_compared_with_a_former_baseline_is_not_approved_without_force() {
        approve(styled(TestSuites.PNG), "");
        JsonNode one = styled(TestSuites.DIFFERENT);
        JsonNode other = styled(TestSuites.WEBP);
        approve(one, "");

        Client.Answer refused = approve(other, "");
        Client.Answer forced = approve(other, "?force=true");

        assertThat(refused.error()).isEqualTo("409 BASELINE_CHANGED");
        assertThat(forced.text("baseline.previousSha256")).isEqualTo(DIFFERENT);
    }

    @Test
    void a_difference_of_another_version_of_the_browser_says_so() {
        approve(styled(TestSuites.PNG), "");
        suites.version = "144.0";

        JsonNode changed = styled(TestSuites.DIFFERENT);

        assertThat(changed.get("note").asText())
                .isEqualTo("the browser's version is 144.0; the baseline was taken with 143.0");
    }

    @Test
    void a_former_baseline_is_restored() {
        approve(styled(TestSuites.PNG), "");
        approve(styled(TestSuites.DIFFERENT), "");

        JsonNode before = baselines();
        Client.Answer restored = restore(PNG);
        Client.Answer again = restore(PNG);
        Client.Answer unknown = restore(TestSuites.digest(TestSuites.WEBP).value());
        JsonNode after = baselines();

        assertThat(before.findValuesAsText("sha256")).containsExactly(DIFFERENT, PNG);
        assertThat(before.findValuesAsText("current")).containsExactly("true", "false");
        assertThat(before.at("/0/previousSha256").asText()).isEqualTo(PNG);
        assertThat(before.at("/0/url").asText())
                .isEqualTo(TestServer.ISSUER + "/api/v1/suites/styles/images/" + DIFFERENT);
        assertThat(restored.status()).isEqualTo(200);
        assertThat(restored.texts("sha256", "previousSha256", "runId")).containsExactly(PNG, DIFFERENT, "null");
        assertThat(again.text("approvedAt")).isEqualTo(restored.text("approvedAt"));
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(after.findValuesAsText("sha256")).containsExactly(PNG, DIFFERENT, PNG);
        assertThat(get(client, "/suites/styles").json().get("baselines")).hasSize(1);
    }

    private JsonNode baselines() {
        return get(client, "/suites/styles/baselines").json().get("baselines");
    }

    private Client.Answer restore(String digest) {
        return post(
                client,
                "/suites/styles/baselines/restore",
                "{'browser':'chromium','name':'page.png','sha256':'" + digest + "'}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}                                                  | browser: is required; name: is required; sha256: is required
        {'browser':'chromium','name':'a','sha256':'x'}      | sha256: must be 64 lower-case hexadecimal digits
        {'browser':1,'name':2,'sha256':3,'file':4}          | browser: must be a string; name: must be a string; sha256: must be a string; file: must be a string
        """)
    void a_malformed_restoration_is_refused(String body, String message) {
        Client.Answer answer = post(client, "/suites/shop/baselines/restore", body);

        assertThat(answer.fault()).isEqualTo("422 " + message);
    }

    @Test
    void suites_are_listed_with_what_their_runs_say() {
        String run = ended(client, TestSuites.SHOP);

        JsonNode listed = get(client, "/suites").json();
        JsonNode all = listed.get("suites");
        JsonNode shop = get(client, "/suites/shop").json();
        JsonNode broken = get(client, "/suites/broken").json();

        assertThat(listed.get("browsers").valueStream().map(JsonNode::asText))
                .containsExactly("chromium", "firefox", "webkit");
        assertThat(all.findValuesAsText("name")).containsExactly("blocking", "broken", "shop", "styles", "uncounted");
        assertThat(Client.names(all.get(2))).isEqualTo("name description testCount averageDuration lastRun error");
        assertThat(shop.get("testCount").asInt()).isEqualTo(4);
        assertThat(shop.get("averageDuration").isIntegralNumber()).isTrue();
        assertThat(shop.at("/lastRun/runId").asText()).isEqualTo(run);
        assertThat(shop.at("/lastRun/status").asText()).isEqualTo("completed");
        assertThat(shop.at("/tests/0").toString()).isEqualTo("{\"file\":\"shop.spec.ts\",\"title\":\"buys\"}");
        assertThat(shop.get("browsers").toString()).isEqualTo("[\"chromium\"]");
        assertThat(broken.get("error").asText()).contains("SyntaxError");
        assertThat(broken.get("lastRun").isNull()).isTrue();
        assertThat(broken.get("averageDuration").isNull()).isTrue();
    }

    @Test
    void a_suite_that_has_not_been_counted_yet_has_no_number_of_tests_and_no_error() {
        JsonNode listed = get(client, "/suites").json().at("/suites/4");
        JsonNode found = get(client, "/suites/uncounted").json();

        assertThat(listed.get("name").asText()).isEqualTo("uncounted");
        for (JsonNode suite : List.of(listed, found)) {
            assertThat(suite.get("testCount").isNull()).isTrue();
            assertThat(suite.get("error").isNull()).isTrue();
        }
        assertThat(found.get("tests")).isEmpty();
    }

    @Test
    void the_history_of_tests_tells_how_flaky_they_are() {
        ended(client, TestSuites.SHOP);
        ended(client, TestSuites.SHOP);

        JsonNode tests = get(client, "/suites/shop/tests").json().get("tests");

        assertThat(tests.findValuesAsText("title")).containsExactly("buys", "pays", "returns", "ships");
        assertThat(tests.at("/3/flakiness").asDouble()).isEqualTo(1);
        assertThat(tests.at("/3/averageDuration").asInt()).isEqualTo(200);
        assertThat(tests.at("/3/results")).hasSize(2);
        assertThat(tests.at("/0/passed").asInt()).isEqualTo(2);
        assertThat(tests.at("/0/flakiness").asDouble()).isZero();
        assertThat(tests.at("/1/failed").asInt()).isEqualTo(2);
        assertThat(tests.at("/2/averageDuration").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "..%2F..", "%2e%2e%2f", "a%2Fb", "%F0%9F%98%80", "-shop", "LONG"})
    void what_names_no_suite_is_404(String name) {
        String suite = name.equals("LONG") ? "x".repeat(300) : name;

        Stream.of(
                        get(client, "/suites/" + suite),
                        get(client, "/suites/" + suite + "/tests"),
                        get(client, "/suites/" + suite + "/baselines"),
                        get(client, "/suites/" + suite + "/images/" + PNG),
                        post(
                                client,
                                "/suites/" + suite + "/baselines/restore",
                                "{'browser':'chromium','name':'a','sha256':'" + PNG + "'}"))
                .forEach(answer -> {
                    assertThat(answer.status()).as(answer.body()).isEqualTo(404);
                    assertThat(answer.text("error.code")).isIn("SUITE_NOT_FOUND", "NOT_FOUND");
                });
    }
}
