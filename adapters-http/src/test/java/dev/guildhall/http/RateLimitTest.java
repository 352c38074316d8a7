package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final String LOGIN = "/api/v1/auth/login";

    /** More than the attempts to sign in that an address has. */
    private static final int REQUESTS = 3 * TestServer.SIGN_INS;

    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-01-01T00:00:00Z"));

    @AutoClose
    private final TestServer server = TestServer.startLimiting(REQUESTS, parts -> parts.clock(clock));

    private static String attempt(String email) {
        return "{\"email\":\"" + email + "\",\"password\":\"wrong horse battery\"}";
    }

    private List<Integer> statuses(int times, String email) {
        return IntStream.range(0, times)
                .mapToObj(i -> server.client().post(LOGIN, attempt(email)).status())
                .toList();
    }

    @Test
    void attempts_on_one_account_are_throttled_and_never_locked() {
        server.client().register("ada@example.org");

        List<Integer> statuses = statuses(6, "ada@example.org");
        Client.Answer refused = server.client().post(LOGIN, attempt(" ADA@example.org"));
        clock.advance(Duration.ofSeconds(12));
        Client.Answer right =
                server.client().post(LOGIN, "{\"email\":\"ada@example.org\",\"password\":\"correct horse battery\"}");

        assertThat(statuses.subList(0, 5)).containsOnly(401);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(refused.text("error.code")).isEqualTo("RATE_LIMITED");
        assertThat(refused.header("Retry-After")).isEqualTo("12");
        assertThat(right.status()).isEqualTo(200);
    }

    @Test
    void an_account_that_does_not_exist_is_throttled_alike() {
        server.client().register("known@example.org");

        Client.Answer known = throttled("known@example.org");
        Client.Answer unknown = throttled("unknown@example.org");

        assertThat(List.of(known.status(), unknown.status())).containsOnly(429);
        assertThat(unknown.body()).isEqualTo(known.body());
        assertThat(List.of("Retry-After", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"))
                .allSatisfy(name -> assertThat(unknown.header(name)).isEqualTo(known.header(name)));
    }

    /** The response to the sixth attempt, from an address that has sent no other requests for a while. */
    private Client.Answer throttled(String email) {
        clock.advance(Duration.ofMinutes(10));
        statuses(5, email);
        return server.client().post(LOGIN, attempt(email));
    }

    @Test
    void attempts_from_one_address_are_throttled_whatever_the_account() {
        List<Integer> statuses = IntStream.rangeClosed(0, TestServer.SIGN_INS)
                .mapToObj(i -> server.client()
                        .post(LOGIN, attempt("user" + i + "@example.org"))
                        .status())
                .toList();

        assertThat(statuses.subList(0, TestServer.SIGN_INS)).containsOnly(401);
        assertThat(statuses.getLast()).isEqualTo(429);
    }

    @Test
    void every_answer_of_a_service_says_what_is_left() {
        Client.Person person = server.client().stranger();

        Client.Answer first = person.client().get("/api/v1/auth/session");
        Client.Answer second = person.client().get("/agent/api/tools");

        assertThat(first.header("RateLimit-Limit")).isEqualTo(Integer.toString(REQUESTS));
        assertThat(first.header("RateLimit-Remaining")).isEqualTo(Integer.toString(REQUESTS - 1));
        assertThat(second.header("RateLimit-Remaining")).isEqualTo(Integer.toString(REQUESTS - 2));
        assertThat(first.header("RateLimit-Reset")).isEqualTo("1");
        assertThat(server.client().get("/health/live").header("RateLimit-Limit"))
                .isEmpty();
    }

    @Test
    void requests_without_a_good_token_and_for_what_there_is_not_count_against_the_address() {
        Client.Answer without = server.client().get("/api/v1/auth/session");
        Client.Answer nonsense = server.client().bearing("nonsense").get("/api/v1/auth/session");
        Client.Answer nowhere = server.client().get("/api/v1/nope");
        Client.Answer wrongMethod = server.client().get(LOGIN);

        assertThat(List.of(without.status(), nonsense.status(), nowhere.status(), wrongMethod.status()))
                .containsExactly(401, 401, 404, 405);
        assertThat(Stream.of(without, nonsense, nowhere, wrongMethod)
                        .map(answer -> answer.header("RateLimit-Remaining")))
                .containsExactly(left(1), left(2), left(3), left(4));
    }

    private static String left(int used) {
        return Integer.toString(REQUESTS - used);
    }

    @Test
    void requests_with_keys_of_groups_count_for_the_user_who_made_the_keys() {
        Client.Person person = server.client().stranger();
        List<Client> withKeys = Stream.of("first", "second")
                .map(name -> person.client()
                        .post("/api/v1/groups", "{\"name\":\"" + name + "\"}")
                        .text("id"))
                .map(group -> person.client()
                        .post("/api/v1/groups/" + group + "/keys", "{\"name\":\"job\"}")
                        .text("key"))
                .map(key -> server.client().bearing(key))
                .toList();
        int used = 4;

        assertThat(withKeys.getFirst().get("/agent/api/tools").header("RateLimit-Remaining"))
                .isEqualTo(left(used + 1));
        assertThat(withKeys.getLast().get("/agent/api/tools").header("RateLimit-Remaining"))
                .isEqualTo(left(used + 2));
        assertThat(person.client().get("/agent/api/tools").header("RateLimit-Remaining"))
                .isEqualTo(left(used + 3));
    }

    @Test
    void a_user_who_asks_too_often_is_429_in_the_services_form_and_others_go_on() {
        Client.Person person = server.client().stranger();
        Client.Person other = server.client().stranger();
        int status = 200;
        for (int i = 0; i <= REQUESTS && status == 200; i++) {
            status = person.client().get("/agent/api/tools").status();
        }

        Client.Answer refused = person.client().get("/agent/api/tools");

        assertThat(status).isEqualTo(429);
        assertThat(refused.text("error")).isEqualTo("Too Many Requests");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(other.client().get("/agent/api/tools").status()).isEqualTo(200);
    }
}
