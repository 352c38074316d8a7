package dev.guildhall.llm.embedding;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.llm.provider.Provider;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.PassedEmbeddings;
import dev.guildhall.wire.completion.PassedBody;
import dev.guildhall.wire.http.InterruptibleIo;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.openai.EmbeddingsJson;
import dev.guildhall.wire.openai.OpenAiAnswerParser;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls any provider with the OpenAI embeddings protocol. Every failure makes the embedder unavailable, and the log names
 * the problem. Connections stay open between calls.
 */
public final class OpenAiEmbedder implements Embedder, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(OpenAiEmbedder.class.getName());

    private final ProviderOptions options;
    private final Provider provider;

    /**
     * The embedder at the address of the options.
     *
     * @param options whose default model computes the embeddings
     */
    public OpenAiEmbedder(ProviderOptions options) {
        this.options = options;
        this.provider = new Provider(options, new ProviderErrors(InstantSource.system(), options.secrets()));
    }

    @Override
    public Optional<URI> address() {
        return Optional.of(URI.create(options.baseUrl()));
    }

    @Override
    public String model() {
        return options.defaultModel();
    }

    @Override
    public List<Embedding> embed(List<String> texts) {
        if (texts.size() > MOST_TEXTS) {
            throw new IllegalArgumentException("at most " + MOST_TEXTS + " texts at once, not " + texts.size());
        }
        if (texts.isEmpty()) {
            return List.of();
        }
        Request request = request(texts.stream().map(OpenAiEmbedder::accepted).toList());
        return ask(request, response -> read(response, texts.size()));
    }

    @Override
    public Optional<PassedEmbeddings> pass(ByteBuffer body) {
        TextNode model = TextNode.valueOf(options.defaultModel());
        List<ByteBuffer> parts = PassedBody.with(body, Map.of("model", ignored -> model));
        return Optional.of(ask(options.to("embeddings").postParts(parts), OpenAiEmbedder::passed));
    }

    private static PassedEmbeddings passed(Response response) throws IOException {
        Slice json = response.whole(Limits.EMBEDDINGS_BYTES);
        PassedEmbeddings passed =
                new PassedEmbeddings(json.view(), ProviderJson.read(json, OpenAiAnswerParser::promptTokens));
        response.finish();
        return passed;
    }

    private <T> T ask(Request request, Provider.Reading<T> reading) {
        try {
            return InterruptibleIo.call(
                    _ -> provider.exchange(options.timeouts().whole(), request, reading), chunk -> {});
        } catch (Refusal refusal) {
            if (!(refusal.problem() instanceof CommonProblem.Cancelled)) {
                LOG.log(
                        Level.WARNING,
                        "no embeddings: {0}",
                        refusal.problem().getClass().getSimpleName());
            }
            throw refusal;
        }
    }

    /** Providers refuse an empty text and bill long ones: the beginning represents the whole text. */
    private static String accepted(String text) {
        String cut = text.length() <= Limits.EMBEDDED_CHARACTERS
                ? text
                : text.substring(
                        0,
                        Limits.EMBEDDED_CHARACTERS
                                - (Character.isHighSurrogate(text.charAt(Limits.EMBEDDED_CHARACTERS - 1)) ? 1 : 0));
        return cut.isBlank() ? "." : cut;
    }

    private Request request(List<String> texts) {
        return options.to("embeddings")
                .post(Map.of("model", options.defaultModel(), "input", texts, "encoding_format", "float"));
    }

    private List<Embedding> read(Response response, int texts) throws IOException {
        return response.json(options.maxBodyBytes(), EmbeddingsJson.class).inOrder(texts);
    }

    /** Ends the calls that run as cancelled, and closes all connections. */
    @Override
    public void close() {
        provider.close();
    }
}
