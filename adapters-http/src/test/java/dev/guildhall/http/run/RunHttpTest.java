package dev.guildhall.http.run;

import static dev.guildhall.http.run.RunRequests.body;
import static dev.guildhall.http.run.RunRequests.delete;
import static dev.guildhall.http.run.RunRequests.ended;
import static dev.guildhall.http.run.RunRequests.get;
import static dev.guildhall.http.run.RunRequests.post;
import static dev.guildhall.http.run.RunRequests.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import dev.guildhall.testkit.ScriptedSuites;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunHttpTest {
    private static final String PAYS = "[chromium] shop.spec.ts › pays";
    private static final String SHIPS = "[chromium] shop.spec.ts › ships";

    private final TestSuites suites = new TestSuites();
    private TestServer server;
    private Client client;

    @BeforeAll
    void start() {
        server = TestServer.start(suites::install);
        client = server.client().stranger().client();
    }

    @AfterEach
    void cancelWhatIsActive() {
        Stream.of("queued", "running")
                .flatMap(status -> get(client, "/runs?status=" + status).json().findValuesAsText("runId").stream())
                .forEach(id -> delete(client, "/runs/" + id));
        suites.entered.drainPermits();
        suites.permits.drainPermits();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private String blocking() throws InterruptedException {
        String id = started(client, TestSuites.BLOCKING);
        assertThat(suites.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        return id;
    }

    @Test
    void a_target_that_runs_may_not_reach_is_refused_at_every_way_in() {
        String body = "{'suite':'shop','target':'http://" + TestSuites.INNER + "/metadata'}";

        Client.Answer run = post(client, "/runs", body.replace('\'', '"'));
        Client.Answer submitted =
                client.post("/api/v1/tasks", "{\"type\":\"test-run\",\"input\":" + body.replace('\'', '"') + "}");
        Client.Answer task = client.get("/api/v1/tasks/" + submitted.text("id") + "?wait=20");

        assertThat(run.status()).isEqualTo(422);
        assertThat(run.text("error.code")).isEqualTo("VALIDATION_ERROR");
        assertThat(run.text("error.message")).isEqualTo("target: is an inner address");
        assertThat(task.text("status")).isEqualTo("failed");
        assertThat(task.text("error.code")).isEqualTo("VALIDATION_ERROR");
        assertThat(task.text("error.message")).isEqualTo("target: is an inner address");
    }

    @Test
    void a_run_is_queued_when_it_is_started() {
        Client.Answer answer = post(
                client,
                "/runs",
                "{'suite':'shop','target':'https://shop.example/a?b=c','browsers':['firefox','firefox','webkit'],"
                        + "'options':{'retries':2,'timeout':1000,'workers':16,'runTimeout':86400000,'grep':'buys|pays',"
                        + "'files':['shop']},'unknown':1}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(Client.names(answer.json())).isEqualTo("runId status suite createdAt");
        assertThat(answer.text("runId")).startsWith("run_");
        assertThat(answer.text("status")).isEqualTo("queued");
        assertThat(answer.text("createdAt")).matches(GroupRequests.TIMESTAMP);
        JsonNode run = get(client, "/runs/" + answer.text("runId")).json();
        assertThat(run.get("browsers").toString()).isEqualTo("[\"firefox\",\"webkit\"]");
        assertThat(run.get("target").asText()).isEqualTo("https://shop.example/a?b=c");
    }

    @Test
    void a_run_that_has_completed_has_its_verdict() {
        JsonNode run = get(client, "/runs/" + ended(client, TestSuites.SHOP)).json();

        assertThat(run.get("status").asText()).isEqualTo("completed");
        assertThat(run.get("outcome").asText()).isEqualTo("failed");
        JsonNode results = run.get("results");
        assertThat(List.of("total", "passed", "failed", "skipped"))
                .extracting(name -> results.get(name).asInt())
                .containsExactly(4, 2, 1, 1);
        assertThat(results.get("duration").isIntegralNumber()).isTrue();
        assertThat(run.get("failures")).hasSize(1);
        assertThat(Client.texts(run, "failures.0.test", "failures.0.error", "failures.0.screenshot"))
                .containsExactly(
                        PAYS,
                        "Error: expected 1",
                        TestServer.ISSUER + "/api/v1/runs/" + run.get("runId").asText() + "/images/"
                                + TestSuites.digest(TestSuites.WEBP).value());
        assertThat(Client.texts(run, "failures.0.browser", "failures.0.file", "failures.0.title"))
                .containsExactly("chromium", "shop.spec.ts", "pays");
        assertThat(run.get("flaky").toString()).isEqualTo("[\"" + SHIPS + "\"]");
        assertThat(run.get("notRun").toString()).isEqualTo("[\"[chromium] shop.spec.ts › returns\"]");
        assertThat(run.get("error").isNull()).isTrue();
        assertThat(run.get("browsers").toString()).isEqualTo("[\"chromium\"]");
        assertThat(run.get("completedAt").asText()).matches(GroupRequests.TIMESTAMP);
        assertThat(get(client, "/tasks/" + run.get("taskId").asText()).status()).isEqualTo(200);
    }

    @Test
    void results_grow_while_a_run_goes_on() throws InterruptedException {
        JsonNode run = get(client, "/runs/" + blocking()).json();

        assertThat(Client.texts(run, "status", "outcome", "results.total", "results.passed", "results.skipped"))
                .containsExactly("running", "null", "3", "2", "0");
        assertThat(run.get("notRun")).isEmpty();
        assertThat(run.get("completedAt").isNull()).isTrue();
    }

    @Test
    void a_cancelled_run_names_the_tests_that_were_never_reached_and_stays_cancelled() throws InterruptedException {
        String id = blocking();

        Client.Answer cancelled = delete(client, "/runs/" + id);
        Client.Answer again = delete(client, "/runs/" + id);

        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.text("status")).isEqualTo("cancelled");
        assertThat(cancelled.json().at("/results/skipped").asInt()).isEqualTo(1);
        assertThat(cancelled.json().get("notRun").toString()).isEqualTo("[\"" + SHIPS + "\"]");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(cancelled.body());
    }

    @Test
    void a_run_that_has_completed_cannot_be_cancelled() {
        Client.Answer answer = delete(client, "/runs/" + ended(client, TestSuites.SHOP));

        assertThat(answer.error()).isEqualTo("409 CONFLICT");
    }

    @Test
    void a_suite_has_one_active_run() throws InterruptedException {
        String first = blocking();

        Client.Answer second = post(client, "/runs", body(TestSuites.BLOCKING));
        delete(client, "/runs/" + first);
        Client.Answer third = post(client, "/runs", body(TestSuites.BLOCKING));

        assertThat(second.error()).isEqualTo("409 RUN_IN_PROGRESS");
        assertThat(third.status()).isEqualTo(201);
    }

    @Test
    void of_many_starts_at_once_exactly_one_succeeds() throws Exception {
        int callers = 8;
        CyclicBarrier barrier = new CyclicBarrier(callers);
        Callable<Integer> start = () -> {
            barrier.await(20, TimeUnit.SECONDS);
            return post(client, "/runs", body(TestSuites.BLOCKING)).status();
        };

        List<Integer> statuses = atOnce(callers, start);

        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 409).hasSize(callers - 1);
    }

    private static <T> List<T> atOnce(int callers, Callable<T> call) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> answers =
                    threads.invokeAll(Stream.generate(() -> call).limit(callers).toList());
            List<T> all = new java.util.ArrayList<>();
            for (Future<T> answer : answers) {
                all.add(answer.get());
            }
            return all;
        }
    }

    @Test
    void runs_of_different_suites_do_not_wait_for_each_other() throws InterruptedException {
        String blocking = blocking();

        String shop = ended(client, TestSuites.SHOP);

        assertThat(get(client, "/runs/" + shop).text("status")).isEqualTo("completed");
        assertThat(get(client, "/runs/" + blocking).text("status")).isEqualTo("running");
    }

    @Test
    void a_suite_that_cannot_be_loaded_fails_its_run() {
        JsonNode run = get(client, "/runs/" + ended(client, TestSuites.BROKEN)).json();

        assertThat(run.get("status").asText()).isEqualTo("failed");
        assertThat(run.at("/error/code").asText()).isEqualTo("SUITE_INVALID");
        assertThat(run.at("/error/message").asText()).contains("SyntaxError");
        assertThat(run.get("outcome").isNull()).isTrue();
    }

    @Test
    void an_idempotency_key_starts_one_run() {
        Client keyed = client.with("Idempotency-Key", "run-once");

        Client.Answer first = post(keyed, "/runs", body(TestSuites.SHOP));
        Client.Answer again = post(keyed, "/runs", body(TestSuites.SHOP));
        Client.Answer other = post(keyed, "/runs", body(TestSuites.BLOCKING));
        Client.Answer malformed = post(client.with("Idempotency-Key", "a b"), "/runs", body(TestSuites.SHOP));

        assertThat(first.header("Idempotency-Replayed")).isEmpty();
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(other.error()).isEqualTo("422 IDEMPOTENCY_MISMATCH");
        assertThat(malformed.status()).isEqualTo(422);
        RunRequests.awaitEnd(client, first.text("runId"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}                                                             | suite: is required; target: is required
        {'suite':'shop'}                                               | target: is required
        {'suite':7,'target':true}                                      | suite: must be a string; target: must be a string
        {'suite':'../shop','target':'http://a'}                        | suite: must match
        {'suite':'.','target':'http://a'}                              | suite: must match
        {'suite':'a/b','target':'http://a'}                            | suite: must match
        {'suite':'shop','target':'shop'}                               | target: must be an http or https address
        {'suite':'shop','target':'file:///etc/passwd'}                 | target: must be an http or https address
        {'suite':'shop','target':'javascript:1'}                       | target: must be an http or https address
        {'suite':'shop','target':'http://'}                            | target: must be an http or https address
        {'suite':'shop','target':'http://a b'}                         | target: must be an http or https address
        {'suite':'shop','target':'http://a:b@c'}                       | target: must not contain a user name or a password
        {'suite':'shop','target':'http://a','browsers':[]}             | browsers: must have at least 1 item
        {'suite':'shop','target':'http://a','browsers':'chromium'}     | browsers: must be an array
        {'suite':'shop','target':'http://a','browsers':['webkit','opera']} | browsers[1]: must be one of chromium, firefox, webkit
        {'suite':'shop','target':'http://a','browsers':[1]}            | browsers[0]: must be a string
        {'suite':'shop','target':'http://a','options':[]}              | options: must be an object
        {'suite':'shop','target':'http://a','options':{'retries':11}}  | options.retries: must be between 0 and 10
        {'suite':'shop','target':'http://a','options':{'retries':-1}}  | options.retries: must be between 0 and 10
        {'suite':'shop','target':'http://a','options':{'retries':1.5}} | options.retries: must be an integer
        {'suite':'shop','target':'http://a','options':{'timeout':999}} | options.timeout: must be between 1000 and 600000
        {'suite':'shop','target':'http://a','options':{'workers':17}}  | options.workers: must be between 1 and 16
        {'suite':'shop','target':'http://a','options':{'workers':'2'}} | options.workers: must be an integer
        {'suite':'shop','target':'http://a','options':{'runTimeout':86400001}} | options.runTimeout: must be between 1000 and 86400000
        {'suite':'shop','target':'http://a','options':{'grep':''}}     | options.grep: must have 1 to 500 characters
        {'suite':'shop','target':'http://a','options':{'files':['']}}  | options.files: must have at most 100 entries
        {'suite':'shop','target':'http://a','options':{'retries':11,'workers':0,'timeout':1}} | options.retries: must be between 0 and 10; options.timeout: must be between 1000 and 600000; options.workers: must be between 1 and 16
        {'suite':'../a','target':'b','browsers':['c'],'options':{'retries':11}} | suite: must match [A-Za-z0-9][A-Za-z0-9._-]{0,99}; target: must be an http or https address of at most 2000 characters; browsers[0]: must be one of chromium, firefox, webkit; options.retries: must be between 0 and 10
        """)
    void a_malformed_request_is_refused_with_everything_that_is_wrong(String body, String message) {
        Client.Answer answer = post(client, "/runs", body);

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).startsWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "null", "{'suite':'shop','suite':'shop'}"})
    void what_is_no_object_is_refused(String body) {
        assertThat(post(client, "/runs", body).status()).isEqualTo(422);
    }

    @Test
    void an_unknown_suite_is_404() {
        Client.Answer answer = post(client, "/runs", body("nowhere"));

        assertThat(answer.error()).isEqualTo("404 SUITE_NOT_FOUND");
    }

    @Test
    void a_node_without_a_runner_says_why_at_once() {
        ScriptedSuites none = ScriptedSuites.withoutRunner();
        none.with(
                TestSuites.suite("shop", java.util.Optional.empty()),
                (assignment, events) -> java.util.Optional.empty());
        try (TestServer bare = TestServer.start(parts -> parts.suites(none).runner(none))) {
            Client.Answer answer = post(bare.client().stranger().client(), "/runs", body("shop"));

            assertThat(answer.error()).isEqualTo("500 CONTAINER_ERROR");
            assertThat(answer.text("error.message")).isEqualTo("this installation has no runner");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run_unknown", "..%2F..", "%F0%9F%98%80", "a%20b", "task_1", ".%2e"})
    void what_names_no_run_is_404(String id) {
        for (Client.Answer answer : List.of(
                get(client, "/runs/" + id),
                delete(client, "/runs/" + id),
                post(client, "/runs/" + id + "/rerun", ""),
                get(client, "/runs/" + id + "/events"),
                get(client, "/runs/" + id + "/screenshots"),
                RunRequests.put(client, "/runs/" + id + "/screenshots/home.png/approve"),
                post(client, "/runs/" + id + "/screenshots/approve", "{'all':true}"),
                get(client, "/runs/" + id + "/artifacts"),
                post(client, "/runs/" + id + "/links", ""))) {
            assertThat(answer.status()).as(answer.body()).isEqualTo(404);
            assertThat(answer.text("error.code")).isIn("RUN_NOT_FOUND", "NOT_FOUND");
        }
    }

    @Test
    void runs_are_listed_newest_first_and_in_pages() {
        String one = ended(client, TestSuites.SHOP);
        String two = ended(client, TestSuites.SHOP);

        JsonNode first = get(client, "/runs?limit=1&suite=shop").json();
        JsonNode second = get(
                        client,
                        "/runs?limit=1&suite=shop&cursor="
                                + first.get("nextCursor").asText())
                .json();

        assertThat(first.at("/runs/0/runId").asText()).isEqualTo(two);
        assertThat(second.at("/runs/0/runId").asText()).isEqualTo(one);
        assertThat(Client.names(first.at("/runs/0")))
                .isEqualTo("runId status suite target outcome results taskId createdAt completedAt");
        assertThat(first.at("/runs/0/results/failed").asInt()).isEqualTo(1);
    }

    @Test
    void runs_belong_to_the_installation() {
        String id = ended(client, TestSuites.SHOP);

        Client other = server.client().stranger().client();

        assertThat(get(other, "/runs/" + id).status()).isEqualTo(200);
        assertThat(get(other, "/runs?suite=shop").json().findValuesAsText("runId"))
                .contains(id);
    }

    @Test
    void a_list_is_filtered() {
        String failed = ended(client, TestSuites.BROKEN);
        String completed = ended(client, TestSuites.SHOP);

        assertThat(ids("?status=failed")).contains(failed).doesNotContain(completed);
        assertThat(ids("?suite=broken")).contains(failed).doesNotContain(completed);
        assertThat(ids("?outcome=failed")).contains(completed).doesNotContain(failed);
        assertThat(ids("?outcome=passed")).doesNotContain(completed, failed);
        assertThat(ids("?suite=nowhere")).isEmpty();
    }

    private List<String> ids(String query) {
        return get(client, "/runs" + query).json().findValuesAsText("runId");
    }

    @ParameterizedTest
    @CsvSource({
        "status=done, status",
        "outcome=ok, outcome",
        "suite=a%2Fb, suite",
        "suite=%00, suite",
        "limit=0, limit",
        "limit=201, limit",
        "limit=x, limit",
        "cursor=~, cursor"
    })
    void a_malformed_query_is_refused(String query, String field) {
        Client.Answer answer = get(client, "/runs?" + query);

        assertThat(answer.fault()).startsWith("422 " + field + ": ");
    }

    @Test
    void what_failed_or_was_passed_over_is_run_again_alone() {
        String id = ended(client, TestSuites.SHOP);

        Client.Answer again = post(client, "/runs/" + id + "/rerun", "{'only':'failed'}");
        JsonNode run = get(client, "/runs/" + RunRequests.awaitEnd(client, again.text("runId")))
                .json();

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.text("suite")).isEqualTo("shop");
        assertThat(run.at("/results/total").asInt()).isEqualTo(2);
        assertThat(run.at("/failures/0/test").asText()).isEqualTo(PAYS);
        assertThat(run.get("notRun")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{'only':null}"})
    void all_is_run_again(String body) {
        String id = ended(client, TestSuites.SHOP);

        Client.Answer again = post(client, "/runs/" + id + "/rerun", body);

        assertThat(again.status()).as(again.body()).isEqualTo(201);
        JsonNode run = get(client, "/runs/" + RunRequests.awaitEnd(client, again.text("runId")))
                .json();
        assertThat(run.at("/results/total").asInt()).isEqualTo(4);
    }

    @Test
    void a_rerun_that_makes_no_sense_is_refused() throws InterruptedException {
        String active = blocking();
        Client.Answer tooEarly = post(client, "/runs/" + active + "/rerun", "");
        suites.permits.release();
        RunRequests.awaitEnd(client, active);
        Client.Answer nothingFailed = post(client, "/runs/" + active + "/rerun", "{'only':'failed'}");
        Client.Answer unknown = post(client, "/runs/" + active + "/rerun", "{'only':'passed'}");

        assertThat(tooEarly.status()).isEqualTo(409);
        assertThat(nothingFailed.error()).isEqualTo("409 CONFLICT");
        assertThat(unknown.fault()).isEqualTo("422 only: must be failed");
    }
}
