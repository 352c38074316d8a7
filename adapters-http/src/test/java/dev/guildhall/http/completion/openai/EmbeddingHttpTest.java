package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.EmbeddingRequest;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.PassedEmbeddings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddingHttpTest {
    private static final String PATH = OpenAiFixture.BASE + "/embeddings";

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("yes"));

    private Client.Answer embedded(String fields) {
        return fixture.post(PATH, "{\"model\":\"hashing\"," + fields + "}");
    }

    private static float[] meaning(String text) {
        return new HashingEmbedder().embed(List.of(text)).getFirst().values();
    }

    private static float[] numbers(JsonNode array) {
        float[] numbers = new float[array.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = array.get(i).floatValue();
        }
        return numbers;
    }

    @Test
    void texts_are_embedded_in_their_order_with_what_they_cost() {
        JsonNode json = embedded("\"input\":[\"good morning\",\"good night\"],\"dimensions\":256,\"user\":\"u\"")
                .json();

        assertThat(json.get("object").asText()).isEqualTo("list");
        assertThat(json.get("model").asText()).isEqualTo("hashing");
        assertThat(json.get("data").findValuesAsText("index")).containsExactly("0", "1");
        assertThat(numbers(json.at("/data/0/embedding"))).containsExactly(meaning("good morning"));
        assertThat(numbers(json.at("/data/1/embedding"))).containsExactly(meaning("good night"));
        assertThat(json.get("usage").toString()).isEqualTo("{\"prompt_tokens\":4,\"total_tokens\":4}");
    }

    @Test
    void base64_is_the_same_numbers_the_lowest_byte_first() {
        JsonNode json = embedded("\"input\":\"good morning\",\"encoding_format\":\"base64\"")
                .json();

        ByteBuffer bytes = ByteBuffer.wrap(
                        Base64.getDecoder().decode(json.at("/data/0/embedding").asText()))
                .order(ByteOrder.LITTLE_ENDIAN);
        float[] decoded = new float[bytes.remaining() / Float.BYTES];
        bytes.asFloatBuffer().get(decoded);
        assertThat(decoded).containsExactly(meaning("good morning"));
    }

    @Test
    void as_many_texts_are_taken_as_one_request_may_have_and_no_more() {
        String most = Stream.generate(() -> "\"x\"")
                .limit(EmbeddingRequest.MOST_TEXTS)
                .collect(Collectors.joining(","));

        Client.Answer taken = embedded("\"input\":[" + most + "]");
        Client.Answer refused = embedded("\"input\":[" + most + ",\"x\"]");

        assertThat(taken.json().get("data")).hasSize(EmbeddingRequest.MOST_TEXTS);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/error/message").asText()).isEqualTo("input: must have at most 2048 items");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        "user":"u"|input|is required
        "input":""|input|must not be empty
        "input":[]|input|non-empty array
        "input":["a",""]|input[1]|must not be empty
        "input":[1,2]|input|is not supported by the embedding model
        "input":[[1,2],[3]]|input|is not supported by the embedding model
        "input":[1,-2]|input[1]|must be an integer between 0
        "input":[[1],[]]|input[1]|must not be empty
        "input":[[1],"a"]|input[1]|must be an array
        "input":"a","dimensions":0|dimensions|must be an integer between 1
        "input":["a",5]|input[1]|must be a string
        "input":{}|input|must be a string
        "input":"a","encoding_format":"hex"|encoding_format|float or base64
        "input":"a","dimensions":"256"|dimensions|must be an integer
        "input":"a","dimensions":255|dimensions|must be 256
        """)
    void what_is_wrong_is_400_and_named(String fields, String param, String message) {
        Client.Answer answer = embedded(fields);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().at("/error/param").asText()).isEqualTo(param);
        assertThat(answer.json().at("/error/message").asText()).contains(message);
    }

    @Test
    void a_provider_of_the_same_protocol_receives_and_sends_every_byte() {
        AtomicReference<String> received = new AtomicReference<>("");
        String sent =
                "{\"object\":\"list\", \"model\":\"m\",\"data\":[],\"usage\":{\"prompt_tokens\":9,\"total_tokens\":9}}";
        Embedder provider = new Embedder() {
            @Override
            public String model() {
                return "remote";
            }

            @Override
            public List<Embedding> embed(List<String> texts) {
                return new HashingEmbedder().embed(texts);
            }

            @Override
            public Optional<PassedEmbeddings> pass(ByteBuffer body) {
                received.set(StandardCharsets.UTF_8.decode(body).toString());
                return Optional.of(new PassedEmbeddings(
                        ByteBuffer.wrap(sent.getBytes(StandardCharsets.UTF_8)), OptionalLong.of(9)));
            }
        };
        String body = "{ \"model\":\"remote\",\"input\":[[1,2],[3]],\"dimensions\":7,\"encoding_format\":\"base64\","
                + "\"input_type\":\"query\"}";
        try (TestServer server = TestServer.start(parts -> parts.embedder(provider))) {
            Client client = server.client().stranger().client();

            assertThat(client.post(PATH, body).body()).isEqualTo(sent);
            assertThat(received.get()).isEqualTo(body);
            assertThat(client.get("/completion/api/usage?days=1")
                            .json()
                            .at("/data/totalPromptTokens")
                            .asLong())
                    .isEqualTo(9);
        }
    }

    @Test
    void another_model_does_not_embed() {
        Client.Answer answer = fixture.post(PATH, "{\"model\":\"piecewise\",\"input\":\"a\"}");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().at("/error/code").asText()).isEqualTo("model_not_found");
        assertThat(answer.json().at("/error/param").asText()).isEqualTo("model");
    }

    @Test
    void embeddings_are_part_of_the_usage() {
        try (OpenAiFixture own = new OpenAiFixture(PiecewiseModel.saying("yes"))) {
            own.post(PATH, "{\"model\":\"hashing\",\"input\":\"good morning\"}");

            JsonNode data = own.person
                    .client()
                    .get("/completion/api/usage?days=1")
                    .json()
                    .get("data");

            assertThat(data.get("byModel").toString())
                    .isEqualTo(
                            "{\"hashing\":{\"promptTokens\":2,\"completionTokens\":0,\"requests\":1,\"cost\":null}}");
        }
    }
}
