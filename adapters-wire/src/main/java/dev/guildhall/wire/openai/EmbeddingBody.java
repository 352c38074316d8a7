package dev.guildhall.wire.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.completion.EmbeddingRequest;
import dev.guildhall.ports.completion.EmbeddingResult;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The body of a request to {@code embeddings}.
 *
 * @param encoding how the response writes the numbers
 * @param warnings what a model of another protocol does not receive
 */
public record EmbeddingBody(EmbeddingRequest request, Encoding encoding, List<String> warnings) {
    public enum Encoding {
        FLOAT,
        /** As base64 of their bytes: four bytes for each number, the lowest byte first. */
        BASE64
    }

    private static final int MOST_TOKENS = 300_000;
    private static final RequestReader<List<String>> TEXTS =
            RequestReader.list(RequestReader.text(EmbeddingBody::filled), EmbeddingRequest.MOST_TEXTS);
    private static final RequestReader<List<Integer>> TOKENS =
            filled(RequestReader.list(RequestReader.integer(0, Integer.MAX_VALUE), MOST_TOKENS));
    private static final RequestReader<List<List<Integer>>> TOKEN_LISTS =
            RequestReader.list(TOKENS, EmbeddingRequest.MOST_TEXTS);

    /** @param bytes the same body as it was received */
    public static EmbeddingBody read(JsonBody body, ByteBuffer bytes) {
        Translation translation = new Translation();
        Supplier<String> model = body.required("model", RequestReader.text());
        Supplier<List<String>> texts = body.required("input", (node, path) -> texts(node, path, translation));
        Supplier<Encoding> encoding =
                body.optional("encoding_format", RequestReader.text(EmbeddingBody::encoding), Encoding.FLOAT);
        Supplier<Optional<Integer>> dimensions =
                body.optional("dimensions", RequestReader.integer(1, Integer.MAX_VALUE));
        body.check();
        translation.canOmitUnread(body);
        OriginalRequest original = translation.original(Protocol.OPENAI_CHAT, bytes, Map.of());
        return new EmbeddingBody(
                new EmbeddingRequest(model.get(), texts.get(), dimensions.get(), Optional.of(original)),
                encoding.get(),
                original.warnings());
    }

    /** None for tokens, which only a provider of the same protocol understands. */
    private static List<String> texts(JsonNode node, String path, Translation translation) {
        if (node.isTextual()) {
            return List.of(RequestReader.text(EmbeddingBody::filled).read(node, path));
        }
        if (!node.isArray() || node.isEmpty()) {
            throw Refusal.invalid(path, "must be a string, or a non-empty array of strings or of tokens");
        }
        if (node.get(0).isTextual()) {
            return TEXTS.read(node, path);
        }
        (node.get(0).isArray() ? TOKEN_LISTS : TOKENS).read(node, path);
        translation.cannotHave(path);
        return List.of();
    }

    private static <T> RequestReader<List<T>> filled(RequestReader<List<T>> reader) {
        return (node, path) -> {
            List<T> items = reader.read(node, path);
            if (items.isEmpty()) {
                throw Refusal.invalid(path, "must not be empty");
            }
            return items;
        };
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

    private record EmbeddingJson(String object, int index, Object embedding) {}

    @JsonNaming(SnakeCaseStrategy.class)
    private record TokensJson(long promptTokens, long totalTokens) {}

    private record ListJson(
            String object,
            List<EmbeddingJson> data,
            String model,
            TokensJson usage,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {}

    /** The answer with these embeddings. */
    public Object answer(EmbeddingResult embedded) {
        List<EmbeddingJson> data = new ArrayList<>();
        for (Embedding embedding : embedded.embeddings()) {
            data.add(new EmbeddingJson("embedding", data.size(), encoded(embedding, encoding)));
        }
        long used = embedded.usage().promptTokens();
        return new ListJson("list", data, request.model(), new TokensJson(used, used), warnings);
    }

    private static Object encoded(Embedding embedding, Encoding encoding) {
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
