package dev.guildhall.http.schedule;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TriggerHttpTest {
    private static final String ECHO =
            "{'name':'Orders','start':{'task':{'type':'echo','input':{'order':{'$from':'trigger','pointer':'/order/id'},"
                + "'all':{'$from':'trigger'}}}}}";
    private static final String BODY = "{\"order\":{\"id\":7}}";

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts);

    @AutoClose
    private final HttpClient http = HttpClient.newHttpClient();

    private final Client client = server.client().stranger().client();

    private Client.Answer made() {
        Client.Answer made = post(client, "/triggers", ECHO);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made;
    }

    private HttpRequest.Builder to(Client.Answer trigger) {
        String path = URI.create(trigger.text("url")).getPath();
        return HttpRequest.newBuilder(URI.create(("http://localhost:" + server.port()) + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> call(Client.Answer trigger, String secret, String body) throws Exception {
        return send(to(trigger)
                .header("Authorization", "Bearer " + secret)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> signed(Client.Answer trigger, String id, Instant at, String body) throws Exception {
        String timestamp = String.valueOf(at.getEpochSecond());
        return send(to(trigger)
                .header("webhook-id", id)
                .header("webhook-timestamp", timestamp)
                .header("webhook-signature", "v1,AAAA v1," + signature(trigger.text("secret"), id, timestamp, BODY))
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static String signature(String secret, String id, String timestamp, String body)
            throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        byte[] content = (id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8);
        return Base64.getEncoder().encodeToString(mac.doFinal(content));
    }

    private static String idOf(HttpResponse<String> started) {
        assertThat(started.statusCode()).as(started.body()).isEqualTo(202);
        return started.body().replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
    }

    @Test
    void a_trigger_is_made_found_listed_changed_and_deleted() {
        Client.Answer made = made();
        String path = "/triggers/" + made.text("id");

        assertThat(made.text("id")).startsWith("trg_");
        assertThat(made.text("secret")).startsWith("whsec_");
        assertThat(made.text("url")).contains("/api/v1/hooks/").doesNotContain(made.text("id"));
        JsonNode one = get(client, path).json();
        assertThat(one.has("secret")).isFalse();
        assertThat(one.get("calls").isEmpty()).isTrue();
        assertThat(get(client, "/triggers").json().at("/triggers/0/url").asText())
                .isEqualTo(made.text("url"));
        Client.Answer changed = client.send("PATCH", "/api/v1" + path, "{\"name\":\"Other\"}");
        assertThat(changed.text("name")).isEqualTo("Other");
        Client other = server.client().stranger().client();
        assertThat(get(other, path).status()).isEqualTo(404);
        assertThat(delete(other, path).status()).isEqualTo(404);
        assertThat(delete(client, path).status()).isEqualTo(204);
        assertThat(get(client, path).status()).isEqualTo(404);
    }

    @Test
    void the_secret_starts_work_with_the_body_in_its_input() throws Exception {
        Client.Answer trigger = made();

        String task = idOf(call(trigger, trigger.text("secret"), BODY));

        JsonNode done = get(client, "/tasks/" + task + "?wait=10").json();
        assertThat(done.at("/output/order").asInt()).isEqualTo(7);
        assertThat(done.at("/output/all/order/id").asInt()).isEqualTo(7);
        JsonNode calls = get(client, "/triggers/" + trigger.text("id")).json().get("calls");
        assertThat(calls.at("/0/id").asText()).isEqualTo(task);
        assertThat(calls.at("/0/error").isNull()).isTrue();
    }

    @Test
    void a_repeated_message_starts_nothing_and_gets_the_first_answer() throws Exception {
        Client.Answer trigger = made();

        String first = idOf(signed(trigger, "msg_1", Instant.now(), BODY));
        String again = idOf(signed(trigger, "msg_1", Instant.now(), BODY));
        String other = idOf(signed(trigger, "msg_2", Instant.now(), BODY));

        assertThat(again).isEqualTo(first);
        assertThat(other).isNotEqualTo(first);
        assertThat(get(client, "/triggers/" + trigger.text("id")).json().get("calls"))
                .hasSize(2);
    }

    @Test
    void a_call_without_a_valid_secret_or_signature_is_refused() throws Exception {
        Client.Answer trigger = made();
        Instant now = Instant.now();

        assertThat(send(to(trigger).POST(HttpRequest.BodyPublishers.ofString(BODY)))
                        .statusCode())
                .isEqualTo(401);
        assertThat(call(trigger, "whsec_AAAA", BODY).statusCode()).isEqualTo(401);
        assertThat(call(made(), trigger.text("secret"), BODY).statusCode()).isEqualTo(401);
        assertThat(signed(trigger, "m", now.minus(Duration.ofMinutes(6)), BODY).statusCode())
                .isEqualTo(401);
        assertThat(signed(trigger, "m", now.plus(Duration.ofMinutes(6)), BODY).statusCode())
                .isEqualTo(401);
        assertThat(signed(trigger, "m", now, "{\"order\":{\"id\":8}}").statusCode())
                .isEqualTo(401);
        assertThat(get(client, "/triggers/" + trigger.text("id"))
                        .json()
                        .get("calls")
                        .isEmpty())
                .isTrue();
    }

    @Test
    void an_address_that_is_guessed_or_the_identifier_leads_nowhere() throws Exception {
        Client.Answer trigger = made();
        String base = ("http://localhost:" + server.port()) + "/api/v1";

        for (String path : new String[] {"/hooks/AAAA", "/hooks/" + trigger.text("id")}) {
            HttpRequest.Builder guess = HttpRequest.newBuilder(URI.create(base + path))
                    .header("Authorization", "Bearer " + trigger.text("secret"))
                    .POST(HttpRequest.BodyPublishers.ofString(BODY));
            assertThat(send(guess).statusCode()).isEqualTo(404);
        }
        HttpRequest.Builder byId = HttpRequest.newBuilder(URI.create(base + "/triggers/" + trigger.text("id")))
                .header("Authorization", "Bearer " + trigger.text("secret"))
                .POST(HttpRequest.BodyPublishers.ofString(BODY));
        assertThat(send(byId).statusCode()).isEqualTo(405);
        assertThat(send(to(trigger).GET()).statusCode()).isEqualTo(405);
    }

    @Test
    void a_body_that_lacks_something_or_is_too_large_is_refused() throws Exception {
        Client.Answer trigger = made();

        HttpResponse<String> lacking = call(trigger, trigger.text("secret"), "[1]");

        assertThat(lacking.statusCode()).isEqualTo(422);
        assertThat(lacking.body()).contains("/order/id");
        JsonNode calls = get(client, "/triggers/" + trigger.text("id")).json().get("calls");
        assertThat(calls.at("/0/error/code").asText()).isEqualTo("VALIDATION_ERROR");
        assertThat(call(trigger, trigger.text("secret"), "nonsense").statusCode())
                .isEqualTo(422);
        assertThat(call(trigger, trigger.text("secret"), "\"" + "x".repeat(1024 * 1024) + "\"")
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void a_call_says_how_many_deliveries_led_to_it_and_too_many_are_refused() throws Exception {
        Client.Answer trigger = made();
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(BODY);

        for (String hops : new String[] {"9", "x", "-1", "1.5"}) {
            HttpResponse<String> refused = send(to(trigger)
                    .header("Authorization", "Bearer " + trigger.text("secret"))
                    .header("Guildhall-Hops", hops)
                    .POST(body));
            assertThat(refused.statusCode()).as(hops).isEqualTo(422);
            assertThat(refused.body()).contains("Guildhall-Hops: ");
        }
        HttpResponse<String> eighth = send(to(trigger)
                .header("Authorization", "Bearer " + trigger.text("secret"))
                .header("Guildhall-Hops", "8")
                .POST(body));
        assertThat(eighth.statusCode()).isEqualTo(202);
    }

    @Test
    void a_trigger_ends_with_its_account_and_with_its_group() throws Exception {
        Client.Person leaver = server.client().stranger();
        Client.Person owner = server.client().stranger();
        String group =
                owner.client().post("/api/v1/groups", "{\"name\":\"Analysts\"}").text("id");
        Client key = server.client()
                .bearing(owner.client()
                        .post("/api/v1/groups/" + group + "/keys", "{\"name\":\"nightly\"}")
                        .text("key"));
        Client.Answer ofAccount = post(leaver.client(), "/triggers", ECHO);
        Client.Answer ofGroup = post(key, "/triggers", ECHO);
        int before = call(ofGroup, ofGroup.text("secret"), BODY).statusCode();
        String schedule = "{'name':'x','everySeconds':1,'start':{'task':{'type':'echo'}}}";
        String webhook = "{'url':'https://example.org/','events':['task.*']}";
        assertThat(post(key, "/schedules", schedule).status()).isEqualTo(201);
        assertThat(post(key, "/webhooks", webhook).status()).isEqualTo(201);

        int left = leaver.client()
                .send("DELETE", "/api/v1/auth/account", "{\"password\":\"correct horse battery\"}")
                .status();
        int removed = owner.client().delete("/api/v1/groups/" + group).status();

        assertThat(List.of(before, left, removed)).containsExactly(202, 204, 204);
        assertThat(call(ofAccount, ofAccount.text("secret"), BODY).statusCode()).isEqualTo(404);
        assertThat(call(ofGroup, ofGroup.text("secret"), BODY).statusCode()).isEqualTo(404);
        assertThat(get(key, "/schedules").status()).isEqualTo(401);
        assertThat(get(key, "/webhooks").status()).isEqualTo(401);
    }

    @Test
    void a_flood_is_refused() throws Exception {
        Client.Answer trigger = made();
        int status = 202;

        for (int calls = 0; calls < 700 && status == 202; calls++) {
            status = call(trigger, trigger.text("secret"), BODY).statusCode();
        }

        assertThat(status).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'start':{'task':{'type':'echo'}}}",
                "{'name':'x'}",
                "{'name':'x','start':{'task':{}}}",
                "{'name':'x','start':{'task':{'type':'echo','input':{'a':{'$from':'trigger','pointer':'b'}}}}}"
            })
    void a_bad_trigger_is_refused(String body) {
        assertThat(post(client, "/triggers", body).status()).isEqualTo(422);
    }
}
