package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.testkit.contract.AtOnce;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers on one database share a queue: one only accepts tasks, with no workers, and the other one, the worker,
 * has all services, orchestration on a port of its own.
 */
@Timeout(120)
class SharedQueueIT {
    private static final int CAPACITY = 100;
    /** The last eighth is reserved for owners with few tasks of their own. */
    private static final long OF_ONE_OWNER = CAPACITY - CAPACITY / 8;

    private static final int TOO_MANY = 50;
    private static final int AT_ONCE = 50;
    private static final int RACES = 500;
    private static final int RACERS = 25;
    private static final int POSTS = 10;
    private static final int LATER = 15;
    private static final int REVOCATION_LOOKS = 100;
    private static final int REVOCATION_LOOK_MS = 50;
    private static final String ECHO = "{\"type\":\"echo\",\"input\":{\"word\":\"hello\"}}";

    private static final String DATABASE = TestPostgres.newAddress();
    private static final List<ServerProcess> SERVERS = new ArrayList<>();

    private static String acceptor = "";
    private static String worker = "";
    private static Web ada = new Web("");

    @BeforeAll
    @Timeout(120)
    static void start(@TempDir Path folder) throws Exception {
        CompletableFuture<ServerProcess> second =
                CompletableFuture.supplyAsync(() -> start(folder.resolve("worker"), Map.of("GUILDHALL_WORKERS", "16")));
        ServerProcess first = start(
                folder.resolve("acceptor"), Map.of("GUILDHALL_WORKERS", "0", "GUILDHALL_SERVICES", "orchestration"));
        SERVERS.addAll(List.of(first, second.get()));
        acceptor = first.address("orchestration");
        worker = second.get().address("orchestration");
        ada = new Web(second.get().address("account"));
        ada.register();
    }

    /** They share a data directory and keys, but no public address: each accepts the other's tokens. */
    private static ServerProcess start(Path folder, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "GUILDHALL_DATA_DIR",
                folder.resolveSibling("data").toString(),
                "GUILDHALL_DATABASE_URL",
                DATABASE,
                "GUILDHALL_SECRET_KEY",
                Base64.getEncoder().encodeToString(new byte[32]),
                "GUILDHALL_PORT",
                "0",
                "GUILDHALL_ORCHESTRATION_PORT",
                "0",
                "GUILDHALL_QUEUE_CAPACITY",
                Integer.toString(CAPACITY),
                "GUILDHALL_RATE_LIMIT_PER_MINUTE",
                "0",
                "GUILDHALL_EMBEDDINGS",
                "off"));
        all.putAll(settings);
        try {
            return ServerProcess.start(Files.createDirectories(folder), all);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @AfterAll
    static void stop() {
        SERVERS.forEach(ServerProcess::close);
    }

    private static String either(int number) {
        return number % 2 == 0 ? acceptor : worker;
    }

    private static HttpResponse<String> post(String base, String body, String... headers) {
        return ada.exchange("POST", base + "/tasks", body, headers);
    }

    private static String idOf(HttpResponse<String> response) {
        return Web.json(response).path("id").asText();
    }

    private static JsonNode ended(String base, String id) {
        return Web.json(ada.exchange("GET", base + "/tasks/" + id + "?wait=30", ""));
    }

    private static Map<Integer, Long> statuses(List<HttpResponse<String>> responses) {
        return responses.stream().collect(Collectors.groupingBy(HttpResponse::statusCode, Collectors.counting()));
    }

    private static List<HttpResponse<String>> atOnce(int many, Function<Integer, HttpResponse<String>> request)
            throws Exception {
        return AtOnce.run(IntStream.range(0, many)
                .<Callable<HttpResponse<String>>>mapToObj(i -> () -> request.apply(i))
                .toList());
    }

    @Test
    void what_one_server_is_given_another_carries_out() {
        String id = idOf(post(acceptor, ECHO));

        JsonNode task = ended(acceptor, id);

        assertThat(task.path("status").asText()).isEqualTo("completed");
        assertThat(task.path("output").path("word").asText()).isEqualTo("hello");
        assertThat(Web.json(ada.exchange("GET", worker + "/tasks/" + id, ""))).isEqualTo(task);
    }

    @Test
    void a_port_of_its_own_has_the_paths_at_its_root_and_behind_the_documented_base() {
        String root = worker.replaceFirst("/api/v1$", "");

        HttpResponse<String> created = post(root, ECHO);
        HttpResponse<String> found = ada.exchange("GET", root + "/api/v1/tasks/" + idOf(created), "");

        assertThat(worker).endsWith("/api/v1");
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(post(SERVERS.getLast().root() + "/api/v1", ECHO).statusCode())
                .isEqualTo(404);
    }

    @Test
    void as_many_as_find_room_are_created_at_once_on_both_servers_and_all_others_are_429() throws Exception {
        String kept = "{\"type\":\"parcel\",\"input\":{}}";
        ada.post(acceptor + "/workers/poll", "{\"types\":[\"parcel\"],\"max\":1,\"waitSeconds\":0}");

        List<HttpResponse<String>> responses = atOnce(CAPACITY + TOO_MANY, i -> post(either(i), kept));
        List<HttpResponse<String>> refused =
                responses.stream().filter(one -> one.statusCode() != 201).toList();
        List<HttpResponse<String>> cancelled = responses.stream()
                .filter(one -> one.statusCode() == 201)
                .map(one -> ada.exchange("DELETE", acceptor + "/tasks/" + idOf(one), ""))
                .toList();

        assertThat(statuses(responses)).isEqualTo(Map.of(201, OF_ONE_OWNER, 429, CAPACITY + TOO_MANY - OF_ONE_OWNER));
        assertThat(refused).allSatisfy(one -> {
            assertThat(Web.json(one).path("error").path("code").asText()).isEqualTo("QUEUE_FULL");
            assertThat(one.headers().firstValue("Retry-After")).isPresent();
        });
        assertThat(statuses(cancelled)).isEqualTo(Map.of(200, OF_ONE_OWNER));
    }

    @Test
    void a_stream_and_a_poll_on_one_server_end_when_the_other_server_ends_their_session() throws Exception {
        Web leaving = new Web(SERVERS.getLast().address("account"));
        leaving.signIn();
        poll(ada, "letter", 0);
        String letter = idOf(post(acceptor, "{\"type\":\"letter\"}"));
        InputStream stream = leaving.stream(acceptor + "/tasks/" + letter + "/events");
        int first = stream.read();
        CompletableFuture<HttpResponse<String>> poll = CompletableFuture.supplyAsync(() -> poll(leaving, "card", 60));

        leaving.exchange("POST", SERVERS.getLast().address("account") + "/auth/logout", "");

        String rest = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        assertThat(poll.get().statusCode()).isEqualTo(401);
        assertThat((char) first + rest).startsWith(":").contains("event: error", "UNAUTHENTICATED");
        String card = idOf(post(acceptor, "{\"type\":\"card\"}"));
        JsonNode waiting = Web.json(ada.exchange("GET", worker + "/tasks/" + card + "?wait=1", ""));
        assertThat(waiting.path("attempts").asInt()).isZero();
        List.of(letter, card).forEach(id -> ada.exchange("DELETE", acceptor + "/tasks/" + id, ""));
    }

    @Test
    void a_key_that_one_server_revokes_ends_its_stream_on_the_other_server_and_is_refused_there() throws Exception {
        String account = SERVERS.getLast().address("account");
        JsonNode key = ada.post(account + "/keys", "{\"name\":\"of a job\"}");
        Web bearer = Web.bearing(key.get("key").asText());
        poll(ada, "parcel", 0);
        String parcel = idOf(post(acceptor, "{\"type\":\"parcel\"}"));
        InputStream stream = bearer.stream(acceptor + "/tasks/" + parcel + "/events");
        int first = stream.read();

        HttpResponse<String> revoked =
                ada.exchange("DELETE", account + "/keys/" + key.get("id").asText(), "");
        int status = bearer.statusOf(acceptor + "/tasks");
        for (int i = 0; status != 401 && i < REVOCATION_LOOKS; i++) {
            Thread.sleep(REVOCATION_LOOK_MS);
            status = bearer.statusOf(acceptor + "/tasks");
        }

        assertThat(revoked.statusCode()).isEqualTo(204);
        assertThat(status).isEqualTo(401);
        assertThat((char) first + new String(stream.readAllBytes(), StandardCharsets.UTF_8))
                .startsWith(":")
                .contains("event: error", "UNAUTHENTICATED");
        ada.exchange("DELETE", acceptor + "/tasks/" + parcel, "");
    }

    /** What the servers print is searched for the key at their end. */
    @Test
    void a_key_in_a_wrong_place_is_in_no_error_and_in_no_line_that_a_server_prints() {
        String key = ada.post(SERVERS.getLast().address("account") + "/keys", "{\"name\":\"lost\"}")
                .get("key")
                .asText();

        List<HttpResponse<String>> responses = List.of(
                ada.exchange("GET", acceptor + "/tasks/" + key, ""),
                ada.exchange("GET", acceptor + "/tasks?status=" + key + "&" + key + "=1", ""),
                ada.exchange("GET", acceptor + "/tasks/none", "", "X-Odd", key, "X-Request-Id", key),
                post(acceptor, "{\"type\":\"echo\",\"priority\":\"" + key + "\",\"" + key + "\":1}"),
                post(acceptor, "{\"type\":" + key + "}"),
                ada.exchange("POST", SERVERS.getFirst().root() + "/" + key, "{}"),
                ada.exchange(key, acceptor + "/tasks", ""),
                Web.bearing(key + key).exchange("GET", acceptor + "/tasks", ""));

        assertThat(responses).extracting(HttpResponse::statusCode).allMatch(status -> status >= 400);
        assertThat(responses).extracting(HttpResponse::body).noneMatch(body -> body.contains(key));
    }

    private static HttpResponse<String> poll(Web web, String type, int seconds) {
        String body = "{\"types\":[\"" + type + "\"],\"waitSeconds\":" + seconds + "}";
        return web.exchange("POST", acceptor + "/workers/poll", body);
    }

    @Test
    void one_key_from_many_at_once_makes_one_task() throws Exception {
        List<HttpResponse<String>> responses =
                atOnce(AT_ONCE, i -> post(either(i), ECHO, "Idempotency-Key", "one-of-many"));
        HttpResponse<String> again = post(acceptor, ECHO, "Idempotency-Key", "one-of-many");

        List<HttpResponse<String>> created =
                responses.stream().filter(one -> one.statusCode() == 201).toList();
        assertThat(statuses(responses).keySet()).contains(201).isSubsetOf(201, 409);
        assertThat(created).extracting(SharedQueueIT::idOf).containsOnly(idOf(again));
        assertThat(created)
                .filteredOn(
                        one -> one.headers().firstValue("Idempotency-Replayed").isEmpty())
                .hasSize(1);
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
    }

    @Test
    void what_was_cancelled_never_completes_however_close_it_was() throws Exception {
        List<Integer> outcomes = new ArrayList<>();
        for (int round = 0; round < RACES / RACERS; round++) {
            int first = round;
            outcomes.addAll(AtOnce.run(IntStream.range(0, RACERS)
                    .<Callable<Integer>>mapToObj(racer -> () -> race(first + racer))
                    .toList()));
        }

        assertThat(outcomes).hasSize(RACES).contains(200, 409);
    }

    /**
     * Cancels a task that lasts from nothing to half a second, one in ten after its end; the status in the response never
     * changes afterwards.
     */
    private static int race(int number) {
        String sleep = "{\"type\":\"sleep\",\"input\":{\"ms\":" + (1 << number % 10) / 2 + "}}";
        String id = idOf(post(either(number), sleep));
        if (number % 10 == 0) {
            ended(acceptor, id);
        }

        HttpResponse<String> cancelled = ada.exchange("DELETE", either(number / 2) + "/tasks/" + id, "");
        JsonNode task = ended(acceptor, id);

        String status = task.path("status").asText();
        assertThat(status).isEqualTo(cancelled.statusCode() == 200 ? "cancelled" : "completed");
        assertThat(task.path("output").isNull()).isEqualTo(status.equals("cancelled"));
        return cancelled.statusCode();
    }

    @Test
    void whatever_becomes_of_the_database_no_task_is_lost_that_was_acknowledged() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        long refused = 0;
        int since = 0;
        for (int i = 0; since < LATER; i++) {
            if (i == LATER) {
                TestPostgres.kill();
            }
            List<HttpResponse<String>> responses = atOnce(POSTS, number -> post(either(number), ECHO));
            Map<Integer, Long> statuses = statuses(responses);
            assertThat(statuses.keySet()).isSubsetOf(201, 429, 503);
            refused += statuses.getOrDefault(503, 0L);
            since += refused > 0 && statuses.containsKey(201) ? 1 : 0;
            responses.stream().filter(one -> one.statusCode() == 201).forEach(one -> acknowledged.add(idOf(one)));
        }

        assertThat(refused).isPositive();
        assertThat(acknowledged)
                .allSatisfy(id ->
                        assertThat(ended(acceptor, id).path("status").asText()).isEqualTo("completed"));
        assertThat(ada.statusOf(SERVERS.getFirst().root() + "/health/ready")).isEqualTo(200);
    }
}
