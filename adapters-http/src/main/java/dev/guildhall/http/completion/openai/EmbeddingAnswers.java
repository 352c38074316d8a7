package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.completion.TokenHeaders;
import dev.guildhall.ports.completion.EmbeddingResult;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Embeds texts. Thread-safe. */
final class EmbeddingAnswers {
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
