package dev.guildhall.http.completion.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.Prices;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.LabelledCounter;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedEndpoint;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.completion.UnitPrice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The endpoints that pass unchanged, with a provider that has none and two that have all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PassedHttpTest {
    private static final String BASE = "/completion/v1/";

    private final PiecewiseModel first = PiecewiseModel.saying("yes");
    private final PassingModel second = new PassingModel();
    private final PassingModel third = new PassingModel();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.chatModel(first)
            .fallbacks(new Fallbacks(Map.of(
                    "piecewise", List.of(new Fallbacks.Fallback(second, "b"), new Fallbacks.Fallback(third, "c")))))
            .prices(new Prices(Currency.getInstance("EUR"), Map.of("paid", price(), "moderations", price()))));

    private Client.Person ada = server.client().stranger();

    private static ModelPrice price() {
        return new ModelPrice(
                BigDecimal.ONE,
                BigDecimal.ONE,
                Optional.empty(),
                BigDecimal.TWO,
                BigDecimal.TWO,
                new UnitPrice(new BigDecimal("0.5"), new BigDecimal("0.25"), new BigDecimal("1000000")));
    }

    @BeforeEach
    void begin() {
        ada = server.client().stranger();
        second.plays((request, sink) -> answered(sink, "application/json", "{\"ok\": true}"));
        third.plays((request, sink) -> answered(sink, "application/json", "{\"third\": true}"));
        second.asked.clear();
        third.asked.clear();
    }

    private static PassedAnswer answered(PassedSink sink, String type, String... pieces) {
        sink.begin(type);
        for (String piece : pieces) {
            sink.bytes(ByteBuffer.wrap(piece.getBytes(StandardCharsets.UTF_8)));
        }
        return new PassedAnswer(new Usage(3, 2), Optional.empty());
    }

    /** A provider that passes what a test plays. */
    private static final class PassingModel implements ChatModel {
        private final List<PassedRequest> asked = Collections.synchronizedList(new ArrayList<>());
        private final AtomicReference<BiFunction<PassedRequest, PassedSink, PassedAnswer>> script =
                new AtomicReference<>((request, sink) -> answered(sink, "application/json", "{}"));

        void plays(BiFunction<PassedRequest, PassedSink, PassedAnswer> other) {
            script.set(other);
        }

        @Override
        public boolean has(PassedEndpoint endpoint) {
            return true;
        }

        @Override
        public PassedAnswer pass(PassedRequest request, PassedSink sink) {
            asked.add(request);
            return script.get().apply(request, sink);
        }

        @Override
        public String provider() {
            return "passing";
        }

        @Override
        public String defaultModel() {
            return "b";
        }

        @Override
        public List<ModelInfo> models() {
            return List.of();
        }

        @Override
        public Completion complete(CompletionRequest request) {
            return PiecewiseModel.said("no");
        }

        @Override
        public Completion stream(CompletionRequest request, ChunkSink sink) {
            return PiecewiseModel.said("no");
        }
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes).toString();
    }

    private JsonNode usage() {
        return ada.client().get("/completion/api/usage?days=1").json().get("data");
    }

    @ParameterizedTest
    @EnumSource
    void a_request_and_its_answer_pass_unchanged(PassedEndpoint endpoint) {
        String body = "{ \"model\": \"m\", \"input\": \"héllo\", \"x\": [1.50] }";

        Client.Answer answer = ada.client().post(BASE + endpoint.path(), body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"ok\": true}");
        assertThat(second.asked).singleElement().satisfies(asked -> {
            assertThat(text(asked.body())).isEqualTo(body);
            assertThat(asked.endpoint()).isEqualTo(endpoint);
            assertThat(asked.model()).contains("m");
            assertThat(asked.measure().characters()).isEqualTo(5);
            assertThat(asked.within()).isPresent();
        });
        assertThat(usage().at("/byModel/m/promptTokens").asInt()).isEqualTo(3);
        assertThat(usage().at("/byModel/m/completionTokens").asInt()).isEqualTo(2);
    }

    @Test
    void a_form_passes_with_its_boundary() {
        String form = "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\npaid\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.mp3\"\r\n\r\n"
                + "x".repeat(32_000) + "\r\n--b--\r\n";

        Client.Answer answer = ada.client()
                .with("Content-Type", "multipart/form-data; boundary=b")
                .post(BASE + "audio/transcriptions", form);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        PassedRequest asked = second.asked.getFirst();
        assertThat(asked.contentType()).isEqualTo("multipart/form-data; boundary=b");
        assertThat(text(asked.body())).isEqualTo(form);
        assertThat(asked.model()).contains("paid");
        assertThat(asked.measure().audio()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_sound_and_events_come_with_their_type_and_a_page_does_not() {
        second.plays((request, sink) -> answered(sink, "audio/mpeg", "\u0001", "\u0002"));
        Client.Answer sound = ada.client().post(BASE + "audio/speech", "{\"model\":\"m\",\"input\":\"a\"}");
        second.plays((request, sink) -> answered(sink, "text/event-stream", "data: {}\n\n", "data: [DONE]\n\n"));
        Client.Answer events = ada.client().post(BASE + "completions", "{\"model\":\"m\",\"stream\":true}");
        second.plays((request, sink) -> answered(sink, "text/html", "<script>"));
        Client.Answer page = ada.client().post(BASE + "audio/speech", "{\"model\":\"m\",\"input\":\"a\"}");

        assertThat(sound.header("Content-Type")).isEqualTo("audio/mpeg");
        assertThat(sound.body()).isEqualTo("\u0001\u0002");
        assertThat(events.header("Content-Type")).startsWith("text/event-stream");
        assertThat(events.body()).isEqualTo("data: {}\n\ndata: [DONE]\n\n");
        assertThat(page.header("Content-Type")).isEqualTo("application/octet-stream");
    }

    @Test
    void a_provider_without_the_model_is_followed_by_the_next_one() {
        second.plays((request, sink) -> {
            throw new Refusal(new CompletionProblem.UnknownModel("Invalid URL"));
        });

        assertThat(ada.client()
                        .post(BASE + "rerank", "{\"query\":\"q\",\"documents\":[\"a\"]}")
                        .body())
                .isEqualTo("{\"third\": true}");
        third.plays((request, sink) -> {
            throw new Refusal(new CompletionProblem.UnknownModel("no such model"));
        });
        Client.Answer none = ada.client().post(BASE + "rerank", "{\"query\":\"q\",\"documents\":[\"a\"]}");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.text("error.message")).contains("Invalid URL");
    }

    @Test
    void the_metrics_count_what_was_done_about_failures() {
        double before = counted("fallback");
        second.plays((request, sink) -> {
            throw new Refusal(new CompletionProblem.ProviderRefusedKey());
        });

        ada.client().post(BASE + "rerank", "{\"query\":\"q\",\"documents\":[\"a\"]}");

        assertThat(counted("fallback")).isEqualTo(before + 1);
        assertThat(counted("cooldown")).isPositive();
    }

    private double counted(String reaction) {
        return server.core().metrics().stream()
                .filter(LabelledCounter.class::isInstance)
                .map(LabelledCounter.class::cast)
                .filter(metric -> metric.name().equals("llm_failure_reactions"))
                .mapToDouble(
                        metric -> requireNonNull(metric.values().get(reaction)).getAsDouble())
                .sum();
    }

    @Test
    void a_failure_after_the_first_bytes_ends_the_connection() {
        second.plays((request, sink) -> {
            answered(sink, "audio/mpeg", "x");
            throw new Refusal(new CompletionProblem.ProviderFailed("cut"));
        });

        assertThatThrownBy(() -> ada.client().post(BASE + "audio/speech", "{\"model\":\"m\",\"input\":\"a\"}"))
                .isInstanceOf(RuntimeException.class);
        assertThat(third.asked).isEmpty();
    }

    @Test
    void a_price_is_for_requests_characters_and_seconds() {
        second.plays((request, sink) -> {
            answered(sink, "application/json", "{}");
            return new PassedAnswer(Usage.NONE, Optional.of(Duration.ofMillis(1500)));
        });

        ada.client().post(BASE + "audio/speech", "{\"model\":\"paid\",\"input\":\"four\"}");

        // 0.5 for the request, 1 for each of four characters, and 1.5 seconds of 0.25.
        assertThat(usage().get("cost").decimalValue()).isEqualByComparingTo("4.875");
    }

    @Test
    void a_request_that_the_provider_refuses_costs_nothing() {
        second.plays((request, sink) -> {
            throw new Refusal(new CompletionProblem.RequestRefused("bad voice"));
        });

        Client.Answer answer = ada.client().post(BASE + "audio/speech", "{\"model\":\"paid\",\"input\":\"four\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(usage().get("cost").isNull()
                        || usage().get("cost").decimalValue().signum() == 0)
                .isTrue();
    }

    @Test
    void a_budget_and_the_models_of_a_key_hold() {
        String keys = "/api/v1/keys";
        String budgeted = ada.client()
                .post(
                        keys,
                        "{\"name\":\"a\",\"limits\":{\"budget\":{\"amount\":4,\"currency\":\"EUR\",\"period\":\"day\"}}}")
                .text("key");
        String narrow = ada.client()
                .post(keys, "{\"name\":\"b\",\"models\":[\"paid\"]}")
                .text("key");
        String body = "{\"model\":\"paid\",\"input\":\"four\"}";

        Client job = server.client().bearing(budgeted);
        assertThat(job.post(BASE + "audio/speech", body).status()).isEqualTo(200);
        assertThat(job.post(BASE + "audio/speech", body).status()).isEqualTo(429);
        Client unpriced = server.client()
                .bearing(ada.client()
                        .post(
                                keys,
                                "{\"name\":\"c\",\"limits\":{\"budget\":{\"amount\":4,\"currency\":\"EUR\","
                                        + "\"period\":\"day\"}}}")
                        .text("key"));
        assertThat(unpriced.post(BASE + "audio/speech", "{\"model\":\"m\",\"input\":\"a\"}")
                        .status())
                .isEqualTo(400);

        Client few = server.client().bearing(narrow);
        assertThat(few.post(BASE + "audio/speech", body).status()).isEqualTo(200);
        assertThat(few.post(BASE + "audio/speech", "{\"model\":\"m\",\"input\":\"a\"}")
                        .status())
                .isEqualTo(403);
        assertThat(few.post(BASE + "moderations", "{\"input\":\"a\"}").status()).isEqualTo(403);
    }

    @Test
    void a_bad_request_names_its_field() {
        String documents = "[" + "\"a\",".repeat(100_000) + "\"a\"]";

        Client.Answer many = ada.client().post(BASE + "rerank", "{\"query\":\"q\",\"documents\":" + documents + "}");
        Client.Answer model = ada.client().post(BASE + "moderations", "{\"model\":1,\"input\":\"a\"}");
        Client.Answer list = ada.client().post(BASE + "moderations", "[]");
        Client.Answer form = ada.client()
                .with("Content-Type", "multipart/form-data; boundary=b")
                .post(BASE + "images/edits", "--b\r\nno form");

        assertThat(List.of(many, model, list, form)).allMatch(answer -> answer.status() == 400);
        assertThat(many.text("error.param")).isEqualTo("documents");
        assertThat(many.text("error.message")).contains("at most 10000 documents");
        assertThat(model.text("error.param")).isEqualTo("model");
        assertThat(form.text("error.message")).contains("well-formed form");
        assertThat(second.asked).isEmpty();
    }

    @Test
    void the_most_documents_pass() {
        String documents = "[" + "\"a\",".repeat(9_999) + "\"a\"]";

        Client.Answer answer = ada.client().post(BASE + "rerank", "{\"query\":\"q\",\"documents\":" + documents + "}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void a_sound_over_the_bound_is_refused_and_the_bound_is_named() {
        String head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n";

        Client.Answer answer = ada.client()
                .with("Content-Type", "multipart/form-data; boundary=b")
                .post(BASE + "audio/transcriptions", head + "x".repeat(32 << 20) + "\r\n--b--\r\n");

        assertThat(answer.status()).as(answer.body()).isEqualTo(413);
        assertThat(answer.text("error.message")).contains("at most " + (32 << 20) + " bytes");
        assertThat(second.asked).isEmpty();
    }

    @Test
    void without_a_provider_that_has_it_the_endpoint_is_unknown() {
        try (TestServer bare = TestServer.start(parts -> parts.chatModel(first))) {
            Client.Answer answer = bare.client().stranger().client().post(BASE + "moderations", "{\"input\":\"a\"}");

            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text("error.message")).contains("moderations");
        }
    }
}
