package dev.guildhall.http.completion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.wire.json.Json;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UsageHttpTest {
    private static final String CHAT = "/completion/api/chat";
    private static final String USAGE = "/completion/api/usage";
    private static final String BODY = "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final int TOKENS = 15;

    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-03-01T10:00:00Z"));
    private final PiecewiseModel model = new PiecewiseModel((request, sink) -> {
        sink.accept(new Chunk.Text("a b"));
        sink.settle();
        if (request.messages().getLast().content().equals("fail")) {
            throw new Refusal(new CompletionProblem.ProviderFailed("the provider's answer ended early"));
        }
        return PiecewiseModel.said("a b c");
    });

    @AutoClose
    private TestServer server;

    private Client person;

    @BeforeAll
    void start() {
        CompletionLimits limits = CompletionLimits.DEFAULT.withTokens(new RateLimit(TOKENS));
        server = TestServer.start(parts ->
                parts.clock(clock).ticker(clock).chatModel(model).limits(Limits.DEFAULT.withCompletion(limits)));
    }

    @BeforeEach
    void comeAsSomebodyNew() {
        person = server.client().stranger().client();
    }

    @Test
    void a_report_has_sums_by_model_and_by_day_with_zeros_the_oldest_first() {
        person.post(CHAT, BODY);
        person.post(CHAT, BODY.replace("}]}", "}],\"stream\":true}"));

        JsonNode data = person.get(USAGE + "?days=3").json().get("data");

        assertThat(Client.names(data))
                .isEqualTo("totalPromptTokens totalCompletionTokens totalRequests cost currency byModel byDay");
        assertThat(Client.texts(data, "totalPromptTokens", "totalCompletionTokens", "totalRequests"))
                .containsExactly("14", "6", "2");
        assertThat(data.get("byModel").toString())
                .isEqualTo("{\"piecewise\":{\"promptTokens\":14,\"completionTokens\":6,\"requests\":2,\"cost\":null}}");
        assertThat(data.get("byDay").findValuesAsText("date"))
                .containsExactly("2026-02-27", "2026-02-28", "2026-03-01");
        assertThat(data.at("/byDay/0").toString())
                .isEqualTo(
                        "{\"date\":\"2026-02-27\",\"promptTokens\":0,\"completionTokens\":0,\"requests\":0,\"cost\":null}");
        assertThat(data.at("/byDay/2/requests").asInt()).isEqualTo(2);
    }

    @Test
    void a_caller_sees_only_the_own_usage_of_a_month_or_less() {
        person.post(CHAT, BODY);

        JsonNode answer =
                server.client().stranger().client().get(USAGE + "?days=").json();

        assertThat(answer.get("success").asBoolean()).isTrue();
        assertThat(answer.at("/data/totalRequests").asInt()).isZero();
        assertThat(answer.at("/data/byDay")).hasSize(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "91", "-1", "1.5", "x", "%20", "99999999999", "1e1", "+", "٣٠x"})
    void days_that_are_no_integer_from_1_to_90_are_400(String days) {
        Client.Answer answer = person.get(USAGE + "?days=" + days);

        assertThat(answer.fault()).isEqualTo("400 days: must be an integer between 1 and 90");
        assertThat(answer.text("error")).isEqualTo("Bad Request");
    }

    @Test
    void requests_are_listed_the_newest_first_page_by_page() {
        person.post(CHAT, BODY);
        clock.advance(Duration.ofSeconds(1));
        person.post(CHAT, BODY.replace("hi", "fail").replace("}]}", "}],\"stream\":true}"));

        JsonNode first = person.get(USAGE + "/requests?limit=1").json();
        JsonNode second = person.get(USAGE + "/requests?limit=1&cursor="
                        + first.get("nextCursor").asText())
                .json();

        JsonNode failed = first.at("/requests/0");
        assertThat(Client.names(failed))
                .isEqualTo("id createdAt provider model promptTokens completionTokens estimated outcome attempts"
                        + " firstTokenMs durationMs");
        assertThat(Client.texts(failed, "outcome", "estimated", "firstTokenMs", "createdAt"))
                .containsExactly("failed", "true", "0", Json.timestamp(clock.instant()));
        assertThat(Client.texts(
                        second, "requests.0.outcome", "requests.0.firstTokenMs", "requests.0.provider", "nextCursor"))
                .containsExactly("completed", "null", "pieces", "null");
    }

    @Test
    void an_answer_tells_how_many_tokens_are_left_behind_it_and_a_stream_before_it() {
        Client.Answer whole = person.post(CHAT, BODY);
        Client.Answer stream = person.post(CHAT, BODY.replace("}]}", "}],\"stream\":true}"));

        assertThat(whole.header("X-RateLimit-Limit-Tokens")).isEqualTo("15");
        assertThat(whole.header("X-RateLimit-Remaining-Tokens")).isEqualTo("5");
        assertThat(whole.header("X-RateLimit-Reset-Tokens")).isEqualTo("40");
        assertThat(stream.header("X-RateLimit-Remaining-Tokens")).isEqualTo("5");
    }

    @Test
    void a_user_without_tokens_gets_the_time_to_try_again() {
        person.post(CHAT, BODY);
        person.post(CHAT, BODY);

        Client.Answer refused = person.post(CHAT, BODY);

        assertThat(refused.fault()).startsWith("429 too many tokens");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(refused.header("X-RateLimit-Remaining-Tokens")).isEqualTo("0");
    }
}
