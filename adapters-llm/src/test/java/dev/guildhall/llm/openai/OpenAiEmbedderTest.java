package dev.guildhall.llm.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.embedding.OpenAiEmbedder;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.PassedEmbeddings;
import dev.guildhall.testkit.contract.EmbedderContract;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiEmbedderTest implements EmbedderContract {
    private static final int DIMENSIONS = 64;
    private static final long MAX_BODY_BYTES = 4L * 1024 * 1024;
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(20);

    @AutoClose
    private final ScriptedServer provider = new ScriptedServer();

    private final List<JsonNode> questions = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void counts_words() {
        provider.answersEach(this::answer);
    }

    @Override
    public Embedder embedder() {
        return embedder(LONG);
    }

    @Test
    void texts_model_and_key_are_sent_in_the_protocol() throws Exception {
        embedder().embed(List.of("one", " "));

        RecordedRequest request = provider.taken();
        assertThat(request.getUrl().encodedPath()).isEqualTo("/v1/embeddings");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + ScriptedServer.KEY);
        assertThat(questions.getFirst().path("model").asText()).isEqualTo("test-embedding");
        assertThat(questions.getFirst().path("encoding_format").asText()).isEqualTo("float");
        assertThat(questions.getFirst().path("input"))
                .extracting(JsonNode::asText)
                .containsExactly("one", ".");
    }

    @Test
    void a_request_of_a_client_and_its_answer_are_passed_on() throws Exception {
        String answer = "{\"data\": [{\"embedding\":\"AACAPw==\"}],\"usage\":{\"prompt_tokens\":5}, \"x\":1.50}";
        provider.answersEach(request -> ScriptedServer.ok("application/json", answer));
        String body = "{\"model\":\"alias\",\"input\":[[1, 2],[3]],\"dimensions\":1}";

        PassedEmbeddings passed = embedder()
                .pass(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)))
                .orElseThrow();

        assertThat(StandardCharsets.UTF_8.decode(passed.answer()).toString()).isEqualTo(answer);
        assertThat(passed.tokens()).hasValue(5);
        assertThat(requireNonNull(provider.taken().getBody()).utf8())
                .isEqualTo(body.replace("alias", "test-embedding"));
    }

    @Test
    void a_long_text_is_cut_between_two_characters() {
        embedder().embed(List.of("x" + "🎉".repeat(Limits.EMBEDDED_CHARACTERS)));

        String sent = questions.getFirst().path("input").get(0).asText();
        assertThat(sent).hasSize(Limits.EMBEDDED_CHARACTERS - 1).doesNotContain("?");
    }

    @Test
    void embeddings_are_ordered_by_their_index() {
        provider.answersEach(request -> json("[" + item(1, "0,1") + "," + item(0, "1,0") + "]"));

        assertThat(embedder().embed(List.of("a", "b")))
                .containsExactly(new Embedding(new float[] {1, 0}), new Embedding(new float[] {0, 1}));
    }

    @Test
    void embeddings_without_an_index_keep_their_order() {
        provider.answersEach(request -> json("[{\"embedding\":[1,0]},{\"embedding\":[0,2]}]"));

        assertThat(embedder().embed(List.of("a", "b")).getLast()).isEqualTo(new Embedding(new float[] {0, 1}));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"data\":null}",
                "{\"data\":[]}",
                "{\"data\":[null,null]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":0,\"embedding\":[1,0]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":2,\"embedding\":[1,0]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":-1,\"embedding\":[1,0]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[1,0,0]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":null}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[1,NaN]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[1,\"NaN\"]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[1,1e99]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":\"AACAPw==\"}]}",
                "{\"error\":{\"message\":\"no such model\"}}",
                "[]",
                "<html>",
                ""
            })
    void a_malformed_answer_makes_the_embedder_unavailable(String odd) {
        provider.answersEach(request -> OpenAiServer.json(odd));

        assertUnavailable(LONG);
        assertThat(provider.requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 413, 429, 500, 503, 302, 204})
    void a_refusal_makes_the_embedder_unavailable_at_once(int status) {
        provider.answersEach(request -> ScriptedServer.status(status)
                .body(status == 204 ? "" : "{\"error\":{\"message\":\"no\"}}")
                .build());

        assertUnavailable(LONG);
        assertThat(provider.requests()).isEqualTo(1);
    }

    @Test
    void an_answer_over_the_bound_is_not_read() {
        provider.answersEach(request -> OpenAiServer.json("[" + " ".repeat((int) MAX_BODY_BYTES) + "]"));

        assertUnavailable(LONG);
    }

    @Test
    void an_incomplete_answer_makes_the_embedder_unavailable() {
        provider.answersEach(request -> ScriptedServer.status(200)
                .body("{\"data\":" + " ".repeat(100_000) + "[]}")
                .onResponseBody(SocketEffect.ShutdownConnection.INSTANCE)
                .build());

        assertUnavailable(LONG);
    }

    @Test
    void a_silent_provider_times_out_and_makes_the_embedder_unavailable() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        provider.answersEach(request -> ScriptedServer.silentAfter(OpenAiServer.EVENTS, "{\"data\":", ended));

        assertUnavailable(SHORT);
        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void an_unreachable_provider_makes_the_embedder_unavailable() {
        Embedder embedder = embedder();
        provider.close();

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> embedder.embed(List.of("mail")));

        assertThat(refusal.problem()).isInstanceOf(CompletionProblem.class);
    }

    private void assertUnavailable(Duration total) {
        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> embedder(total).embed(List.of("a", "b")));

        assertThat(refusal.problem()).isInstanceOf(CompletionProblem.class);
        assertThat(refusal).hasMessageNotContaining(ScriptedServer.KEY);
    }

    private Embedder embedder(Duration total) {
        ProviderTimeouts timeouts = new ProviderTimeouts(LONG, LONG, LONG, total);
        return new OpenAiEmbedder(new ProviderOptions(
                OpenAiServer.baseUrl(provider),
                Optional.of(ScriptedServer.KEY),
                "test-embedding",
                timeouts,
                MAX_BODY_BYTES));
    }

    /** A vector with the count of each word at the index of its hash. */
    private MockResponse answer(RecordedRequest request) {
        JsonNode question = read(request);
        questions.add(question);
        List<String> items = new ArrayList<>();
        for (JsonNode text : question.path("input")) {
            items.add(item(items.size(), counts(text.asText())));
        }
        Collections.reverse(items);
        return json("[" + String.join(",", items) + "]");
    }

    private static String counts(String text) {
        int[] counts = new int[DIMENSIONS];
        for (String word : text.toLowerCase(Locale.ROOT).split("\\s+")) {
            counts[Math.floorMod(word.hashCode(), DIMENSIONS)]++;
        }
        return String.join(
                ",", Arrays.stream(counts).mapToObj(Integer::toString).toList());
    }

    private static String item(int index, String coordinates) {
        return "{\"object\":\"embedding\",\"index\":" + index + ",\"embedding\":[" + coordinates + "]}";
    }

    private static MockResponse json(String data) {
        return OpenAiServer.json("{\"object\":\"list\",\"data\":" + data + ",\"model\":\"test-embedding\"}");
    }

    private static JsonNode read(RecordedRequest request) {
        try {
            return ProviderJson.MAPPER.readTree(
                    Optional.ofNullable(request.getBody()).orElseThrow().utf8());
        } catch (IOException garbage) {
            throw new IllegalStateException(garbage);
        }
    }
}
