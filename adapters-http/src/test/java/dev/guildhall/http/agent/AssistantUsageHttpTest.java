package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.config.Prices;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.testkit.ManualTicker;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What assistants used of models, over HTTP (assistants-9). */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AssistantUsageHttpTest {
    /** Of 1,000 tokens of a request at 500 a million, and 250 of an answer at 3,000. */
    private static final String ONE = "{\"promptTokens\":1000,\"completionTokens\":250,\"requests\":1,\"cost\":1.25}";

    private static final String ZERO = "\"promptTokens\":0,\"completionTokens\":0,\"requests\":0,\"cost\":null}";

    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-03-30T23:55:00Z"));
    private final Stores stores = InMemoryStores.empty();
    private final PiecewiseModel model = new PiecewiseModel((request, sink) -> {
        String text = "{\"passed\":true,\"reason\":\"It is kind.\"}";
        sink.accept(new Chunk.Text(text));
        sink.settle();
        return new Completion(text, List.of(), "piecewise", new Usage(1_000, 250), FinishReason.STOP);
    });

    @AutoClose
    private final TestServer server = TestServer.start(parts ->
            parts.clock(clock).ticker(clock).stores(stores).chatModel(model).prices(prices()));

    private final Client.Person admin = server.client().register(TestServer.ADMIN);
    private final Client.Person ada = server.client().stranger();
    private final Client.Person bob = server.client().stranger();

    private static Prices prices() {
        BigDecimal input = new BigDecimal("500");
        BigDecimal output = new BigDecimal("3000");
        return new Prices(Currency.getInstance("EUR"), Map.of("piece*", new ModelPrice(input, input, output, output)));
    }

    private String shared(String name) {
        String group =
                ada.client().post("/api/v1/groups", "{\"name\":\"Crew\"}").text("id");
        String profile = bob.tokens().get("profileId").asText();
        ada.client().post("/api/v1/groups/" + group + "/members", "{\"profileId\":\"" + profile + "\"}");
        return AgentRequests.post(
                        ada,
                        "/assistants",
                        "{'name':'" + name + "','instructions':'','memory':false,'visibility':'group:" + group + "'}")
                .text("id");
    }

    private static Client.Answer asked(Client.Person person, String assistant) {
        Client.Answer answer = AgentRequests.post(
                person,
                "/chat",
                "{'userId':'ME','assistantId':'" + assistant + "','messages':[{'role':'user','content':'Hi'}]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static void askedAsModel(Client.Person person, String assistant) {
        String body = "{\"model\":\"" + assistant + "\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
        assertThat(person.client().post("/agent/v1/chat/completions", body).status())
                .isEqualTo(200);
    }

    private static Client.Answer used(Client.Person person, String assistant, String query) {
        return AgentRequests.get(person, "/assistants/" + assistant + "/usage" + query);
    }

    /** The newest entry of a user that names this version. */
    private Optional<UsageEntry> newest(Client.Person person, String assistant, int version) {
        AssistantVersion wanted = new AssistantVersion(new AssistantId(assistant), version);
        used(ada, assistant, "");
        return stores.usage().ofUser(new UserId(person.userId()), PageRequest.first()).items().stream()
                .filter(entry -> entry.assistant().equals(Optional.of(wanted)))
                .findFirst();
    }

    private static Client.Answer submitted(Client.Person person, String path, String body) {
        Client.Answer answer = person.client().post(path, body.replace('\'', '"'));
        assertThat(answer.status()).as(answer.body()).isIn(201, 202);
        return answer;
    }

    private static void awaitEnd(Client.Person person, String task) {
        assertThat(person.client().get("/api/v1/tasks/" + task + "?wait=30").text("status"))
                .isEqualTo("completed");
    }

    @Test
    void a_question_in_a_chat_is_used_by_the_assistant_that_answers() {
        String assistant = shared("Chat");

        Client.Answer reply = asked(bob, assistant);

        assertThat(reply.text("assistant.version")).isEqualTo("1");
        assertThat(newest(bob, assistant, 1)).isPresent();
        assertThat(newest(ada, assistant, 1)).isEmpty();
        AgentRequests.post(ada, "/chat", "{'userId':'ME','messages':[{'role':'user','content':'Hi'}]}");
        assertThat(used(ada, assistant, "").text("total.requests")).isEqualTo("1");
    }

    @Test
    void a_question_to_the_assistant_as_a_model_is_used_by_it() {
        String assistant = shared("Model");

        askedAsModel(bob, assistant);

        assertThat(newest(bob, assistant, 1)).isPresent();
        assertThat(used(ada, assistant, "").json().get("total")).hasToString(ONE);
    }

    @Test
    void its_owner_reads_what_all_users_used_by_version_and_by_day() {
        String assistant = shared("Whole");
        asked(ada, assistant);
        askedAsModel(bob, assistant);
        clock.advance(Duration.ofMinutes(10));
        AgentRequests.send(ada, "PATCH", "/assistants/" + assistant, "{'instructions':'Be kind.'}");
        asked(bob, assistant);
        String input = "{'type':'agent','input':{'prompt':'Hi','assistantId':'" + assistant + "'}}";
        awaitEnd(bob, submitted(bob, "/api/v1/tasks", input).text("id"));
        AgentRequests.post(ada, "/assistants/" + assistant + "/cases", "{'input':'Hi','rubric':'Be kind.'}");
        awaitEnd(
                bob,
                submitted(bob, "/agent/api/assistants/" + assistant + "/evaluations", "{}")
                        .text("taskId"));
        String call = "{'jsonrpc':'2.0','id':1,'method':'tools/call',"
                + "'params':{'name':'assistant__whole','arguments':{'prompt':'Hi'}}}";
        assertThat(bob.client()
                        .with("Accept", "application/json, text/event-stream")
                        .with("Content-Type", "application/json")
                        .post("/mcp", call.replace('\'', '"'))
                        .status())
                .isEqualTo(200);

        JsonNode report = used(ada, assistant, "?days=3").json();

        assertThat(Client.names(report)).isEqualTo("currency total versions days");
        assertThat(report.get("currency").asText()).isEqualTo("EUR");
        assertThat(report.get("total"))
                .hasToString("{\"promptTokens\":7000,\"completionTokens\":1750,\"requests\":7,\"cost\":8.75}");
        assertThat(report.get("versions"))
                .hasToString(
                        "[{\"version\":2,\"promptTokens\":5000,\"completionTokens\":1250,\"requests\":5,\"cost\":6.25},"
                            + "{\"version\":1,\"promptTokens\":2000,\"completionTokens\":500,\"requests\":2,\"cost\":2.5}]");
        assertThat(report.get("days")).hasSize(3);
        assertThat(report.at("/days/2/cost").decimalValue()).isEqualByComparingTo("6.25");
        assertThat(report.at("/days/1/cost").decimalValue()).isEqualByComparingTo("2.5");
        assertThat(report.at("/days/0")).hasToString("{\"day\":\"" + today().minusDays(2) + "\"," + ZERO);
        assertThat(report.toString()).doesNotContain(ada.userId()).doesNotContain(bob.userId());
        assertThat(used(ada, assistant, "?days=1").text("total.requests")).isEqualTo("5");
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    @Test
    void without_use_a_month_of_zeros_has_no_cost() {
        JsonNode report = used(ada, shared("Unused"), "").json();

        assertThat(report.get("total")).hasToString("{" + ZERO);
        assertThat(report.get("versions")).isEmpty();
        assertThat(report.get("days"))
                .hasSize(30)
                .allSatisfy(day -> assertThat(day.get("requests").asInt()).isZero());
    }

    @Test
    void its_owner_alone_reads_it() {
        String assistant = shared("Rights");

        assertThat(used(bob, assistant, "").fault()).isEqualTo("403 only the owner of an assistant reads what it used");
        assertThat(used(admin, assistant, "").status()).isEqualTo(403);
        assertThat(used(server.client().stranger(), assistant, "").status()).isEqualTo(404);
        assertThat(used(ada, "ast_unknown", "").status()).isEqualTo(404);
        assertThat(AgentRequests.send(ada, "DELETE", "/assistants/" + assistant, "")
                        .status())
                .isEqualTo(204);
        assertThat(used(ada, assistant, "").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "91", "-1", "1.5", "x", "99999999999", "%20"})
    void days_that_are_no_integer_from_1_to_90_are_400(String days) {
        assertThat(used(ada, shared("Days"), "?days=" + days).fault())
                .isEqualTo("400 days: must be an integer between 1 and 90");
    }
}
