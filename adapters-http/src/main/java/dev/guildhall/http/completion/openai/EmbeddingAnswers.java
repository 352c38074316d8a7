package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.completion.TokenHeaders;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.EmbeddingResult;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Embeds texts. Thread-safe. */
final class EmbeddingAnswers {
    /**
     * The body of a request to {@code embeddings}.
     *
     * @param texts the texts to embed
     * @param encoding how the response writes the numbers
     * @param dimensions how many numbers an embedding must have; absent means the model's own number
     */
    private record EmbeddingBody(String model, List<String> texts, Encoding encoding, Optional<Integer> dimensions) {
        enum Encoding {
            FLOAT,
            /** As base64 of their bytes: four bytes for each number, the lowest byte first. */
            BASE64
        }

        private static final RequestReader<List<String>> TEXTS =
                RequestReader.list(RequestReader.text(EmbeddingBody::filled), Embeddings.MOST_TEXTS);

        static EmbeddingBody read(JsonBody body) {
            Supplier<String> model = body.required("model", RequestReader.text());
            Supplier<List<String>> texts = body.required("input", EmbeddingBody::texts);
            Supplier<Encoding> encoding =
                    body.optional("encoding_format", RequestReader.text(EmbeddingBody::encoding), Encoding.FLOAT);
            Supplier<Optional<Integer>> dimensions = body.optional("dimensions", RequestReader.integer());
            body.check();
            return new EmbeddingBody(model.get(), texts.get(), encoding.get(), dimensions.get());
        }

        private static List<String> texts(JsonNode node, String path) {
            if (node.isTextual()) {
                return List.of(RequestReader.text(EmbeddingBody::filled).read(node, path));
            }
            if (!node.isArray() || node.isEmpty()) {
                throw Refusal.invalid(path, "must be a string or a non-empty array of strings");
            }
            if (node.get(0).isNumber() || node.get(0).isArray()) {
                throw Refusal.invalid(path, "must be text: token numbers are not supported");
            }
            return TEXTS.read(node, path);
        }

        private static String filled(String text) {
            if (text.isEmpty()) {
                throw Refusal.invalid("input", "must not be empty");
            }
            return text;
        }

        private static Encoding encoding(String name) {
            return switch (name) {
                case "float" -> Encoding.FLOAT;
                case "base64" -> Encoding.BASE64;
                default -> throw Refusal.invalid("encoding_format", "must be float or base64");
            };
        }
    }

    private record EmbeddingJson(String object, int index, Object embedding) {}

    private record TokensJson(
            @JsonProperty("prompt_tokens") long promptTokens,
            @JsonProperty("total_tokens") long totalTokens) {}

    private record ListJson(String object, List<EmbeddingJson> data, String model, TokensJson usage) {}

    private final Embeddings embeddings;
    private final TokenHeaders tokens;

    EmbeddingAnswers(Embeddings embeddings, TokenHeaders tokens) {
        this.embeddings = embeddings;
        this.tokens = tokens;
    }

    void answer(Exchange exchange) {
        EmbeddingBody body = EmbeddingBody.read(exchange.body());
        exchange.watch().cancelWhenClientLeaves();
        EmbeddingResult embedded = tokens.behind(
                exchange, () -> embeddings.embed(exchange.caller(), exchange.origin(), body.model(), body.texts()));
        body.dimensions().ifPresent(wanted -> requireDimensions(embedded, wanted));
        exchange.json(200, list(embedded, body));
    }

    /** The number of dimensions of a model is known only from its result. */
    private static void requireDimensions(EmbeddingResult embedded, int wanted) {
        int made = embedded.embeddings().getFirst().dimensions();
        if (made != wanted) {
            throw Refusal.invalid("dimensions", "must be " + made + ", or left out, for this model");
        }
    }

    private static ListJson list(EmbeddingResult embedded, EmbeddingBody body) {
        List<EmbeddingJson> data = new ArrayList<>();
        for (Embedding embedding : embedded.embeddings()) {
            data.add(new EmbeddingJson("embedding", data.size(), encoded(embedding, body.encoding())));
        }
        long used = embedded.usage().promptTokens();
        return new ListJson("list", data, body.model(), new TokensJson(used, used));
    }

    private static Object encoded(Embedding embedding, EmbeddingBody.Encoding encoding) {
        float[] values = embedding.values();
        return switch (encoding) {
            case FLOAT -> values;
            case BASE64 -> {
                ByteBuffer bytes =
                        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                bytes.asFloatBuffer().put(values);
                yield Base64.getEncoder().encodeToString(bytes.array());
            }
        };
    }
}
