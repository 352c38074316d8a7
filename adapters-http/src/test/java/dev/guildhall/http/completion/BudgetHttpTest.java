package dev.guildhall.http.completion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.config.Prices;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.ManualTicker;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Costs and budgets over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BudgetHttpTest {
    private static final String KEYS = "/api/v1/keys";
    private static final String CHAT = "/completion/api/chat";
    private static final String OPENAI = "/completion/v1/chat/completions";
    private static final String BODY =
            "{\"model\":\"piecewise\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final String STREAMED = BODY.replace("}]}", "}],\"stream\":true}");

    /** 600 tokens at 500, 400 from the cache at 125, 200 at 1,000, and 300 of reasoning at 2,333.34, each a million. */
    private static final BigDecimal COST = new BigDecimal("1.250002");

    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-03-30T10:00:00Z"));
    private final PiecewiseModel model = new PiecewiseModel((request, sink) -> {
        sink.accept(new Chunk.Text("a b c"));
        sink.settle();
        return new Completion(
                "a b c", List.of(), "piecewise", new Usage(1_000, 500, 400, 0, 300, false), FinishReason.STOP);
    });

    @AutoClose
    private final TestServer server = TestServer.start(
            parts -> parts.clock(clock).ticker(clock).chatModel(model).prices(prices()));

    private final Client.Person admin = server.client().register(TestServer.ADMIN);
    private Client.Person ada = admin;

    private static Prices prices() {
        ModelPrice price = new ModelPrice(
                new BigDecimal("500"), new BigDecimal("125"), new BigDecimal("1000"), new BigDecimal("2333.34"));
        return new Prices(Currency.getInstance("EUR"), Map.of("piece*", price));
    }

    @BeforeEach
    void registerUser() {
        ada = server.client().stranger();
    }

    private Client.Answer makeKey(String limits) {
        return ada.client().post(KEYS, ("{'name':'job','limits':" + limits + "}").replace('\'', '"'));
    }

    private Client key(String limits) {
        return server.client().bearing(makeKey(limits).text("key"));
    }

    private static String budget(String amount, String period) {
        return "{'budget':{'amount':" + amount + ",'currency':'EUR','period':'" + period + "'}}";
    }

    private Client.Answer limitAda(String change) {
        return admin.client().send("PATCH", "/api/v1/admin/users/" + ada.userId(), change.replace('\'', '"'));
    }

    @Test
    void usage_has_the_exact_cost_by_model_and_by_day() {
        ada.client().post(CHAT, BODY);
        ada.client().post(OPENAI, STREAMED);

        JsonNode data = ada.client().get("/completion/api/usage?days=2").json().get("data");

        BigDecimal both = COST.multiply(BigDecimal.TWO);
        assertThat(data.get("currency").asText()).isEqualTo("EUR");
        assertThat(data.get("cost").decimalValue()).isEqualByComparingTo(both);
        assertThat(data.at("/byModel/piecewise/cost").decimalValue()).isEqualByComparingTo(both);
        assertThat(data.at("/byDay/0/cost").isNull()).isTrue();
        assertThat(data.at("/byDay/1/cost").decimalValue()).isEqualByComparingTo(both);
    }

    @Test
    void a_key_spends_its_budget_and_is_told_when_it_renews() {
        Client job = key(budget("2.5", "day"));
        assertThat(job.post(CHAT, BODY).status()).isEqualTo(200);
        assertThat(job.post(CHAT, STREAMED).status()).isEqualTo(200);

        Client.Answer refused = job.post(CHAT, BODY);

        assertThat(refused.fault())
                .isEqualTo("429 BUDGET_EXCEEDED: the budget of the API key of 2.5 EUR for a day is used up;"
                        + " it renews at 2026-03-31T00:00:00Z");
        assertThat(refused.header("Retry-After")).isEqualTo("50400");
        assertThat(ada.client().post(CHAT, BODY).status()).isEqualTo(200);
        Client.Answer list = ada.client().get(KEYS);
        assertThat(list.texts("keys.0.limits.budget.used", "keys.0.limits.budget.renewsAt"))
                .containsExactly("2.500004", "2026-03-31T00:00:00.000Z");
        assertThat(admin.client()
                        .get("/api/v1/admin/keys?userId=" + ada.userId())
                        .text("keys.0.limits.budget.used"))
                .isEqualTo("2.500004");
        assertThat(admin.client().get("/api/v1/admin/usage?by=key").json().findValuesAsText("keyId"))
                .contains(list.text("keys.0.id"));
        clock.advance(Duration.ofHours(14));
        assertThat(job.post(CHAT, BODY).status()).isEqualTo(200);
        clock.advance(Duration.ofHours(-14));
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, "/completion/api/complete", OPENAI, "/agent/api/chat"})
    void every_surface_refuses_an_account_without_budget(String path) {
        limitAda(budget("0", "month"));
        String body = STREAMED.replace("}]", "}],\"userId\":\"" + ada.userId() + "\"");

        Client.Answer refused = ada.client().post(path, body);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains("BUDGET_EXCEEDED: the budget of the account");
        assertThat(refused.header("Retry-After")).isEqualTo("136800");
    }

    @Test
    void openai_clients_see_an_insufficient_quota() {
        Client.Answer refused = key(budget("0", "day")).post(OPENAI, BODY);

        assertThat(refused.texts("error.type", "error.code")).containsExactly("insufficient_quota", "budget_exceeded");
    }

    @Test
    void an_admin_sees_and_raises_what_a_user_spends() {
        limitAda(budget("1", "month"));
        ada.client().post(CHAT, BODY);
        assertThat(key(budget("100", "day")).post(CHAT, BODY).status()).isEqualTo(429);

        Client.Answer raised = limitAda(budget("5", "month"));

        assertThat(raised.texts("budget.used", "budget.renewsAt"))
                .containsExactly("1.250002", "2026-04-01T00:00:00.000Z");
        clock.advance(Duration.ofSeconds(1));
        assertThat(ada.client().post(CHAT, BODY).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        USD  | limits.budget.currency: must be EUR, the currency of this installation
        eur  | limits.budget.currency: must be an ISO 4217 code
        XXXX | limits.budget.currency: must be an ISO 4217 code
        """)
    void a_budget_of_another_currency_is_422(String currency, String message) {
        String limits = budget("1", "day").replace("EUR", currency);
        String id = makeKey(budget("1", "day")).text("id");

        Client.Answer made = makeKey(limits);
        Client.Answer changed =
                ada.client().send("PATCH", KEYS + "/" + id, ("{'limits':" + limits + "}").replace('\'', '"'));

        assertThat(made.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(made.text("error.message")).contains(message);
        assertThat(changed.text("error.message")).contains(message);
        assertThat(limitAda(limits).text("error.message")).contains(message.substring("limits.".length()));
    }

    @Test
    void a_key_uses_up_its_tokens_of_a_minute_and_the_session_does_not() {
        Client job = key("{'tokensPerMinute':1500}");
        Client.Answer first = job.post(CHAT, BODY);

        Client.Answer refused = job.post(CHAT, BODY);

        assertThat(first.header("X-RateLimit-Remaining-Tokens")).isEqualTo("0");
        assertThat(refused.fault()).startsWith("429 too many tokens");
        assertThat(ada.client().post(CHAT, BODY).status()).isEqualTo(200);
        clock.advance(Duration.ofMinutes(1));
        assertThat(job.post(CHAT, BODY).status()).isEqualTo(200);
    }
}
