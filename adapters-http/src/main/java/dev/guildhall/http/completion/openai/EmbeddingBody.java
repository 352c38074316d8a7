package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The body of a request to {@code embeddings}.
 *
 * @param texts the texts to embed
 * @param encoding how the response writes the numbers
 * @param dimensions how many numbers an embedding must have; absent means the model's own number
 */
record EmbeddingBody(String model, List<String> texts, Encoding encoding, Optional<Integer> dimensions) {
    /** How the response writes the numbers of an embedding. */
    enum Encoding {
        /** As an array. */
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
