package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.ollama.OllamaAnswerReader;
import dev.guildhall.wire.ollama.OllamaRequests;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls the models of an Ollama server through its own API, with one attempt per call. Connections stay open
 * between calls.
 */
public final class OllamaChatModel extends HttpChatModel {
    public static final String DEFAULT_BASE_URL = "http://localhost:11434";

    /** A context of this size needs no question how long that of the model may be. */
    private static final long USUAL_TOKENS = 4_096;

    private final ContextLengths lengths;
    private final Request chat;
    private final Request tags;

    /**
     * A model that asks with the default options.
     *
     * @param baseUrl for example {@code http://localhost:11434}
     * @param model the model of requests that name none
     */
    public static OllamaChatModel of(URI baseUrl, String model) {
        return new OllamaChatModel(ProviderOptions.of(baseUrl.toString(), Optional.empty(), model));
    }

    public OllamaChatModel(ProviderOptions options) {
        this(options, InstantSource.system());
    }

    public OllamaChatModel(ProviderOptions options, InstantSource clock) {
        super(options, clock);
        this.chat = options.to("api/chat");
        this.tags = options.to("api/tags");
        Request show = options.to("api/show");
        this.lengths = new ContextLengths(
                clock,
                model -> answered(
                        options.timeouts().listing(),
                        show.post(Map.of("model", model)),
                        ContextLengths.ShowJson.class));
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        List<String> passed = request.sampling().decoding().others().stream()
                .filter(OllamaRequests::isPassed)
                .map(DecodingOptions.Setting::field)
                .toList();
        return super.leftOut(request).stream()
                .filter(field -> !passed.contains(field))
                .toList();
    }

    @Override
    public String provider() {
        return "ollama";
    }

    @Override
    Request request(CompletionRequest request, WireNames names, boolean stream) {
        long wanted = OllamaRequests.contextTokens(request);
        long tokens = wanted <= USUAL_TOKENS ? wanted : lengths.limited(options.model(request), wanted);
        return chat.post(OllamaRequests.json(request, options.model(request), names, stream, tokens));
    }

    @Override
    AnswerReader reader(CompletionRequest request, PartialAnswer answer) {
        return new OllamaAnswerReader(answer, errors::inStream, request.offer().parallel());
    }

    @Override
    boolean isStream(Response response) {
        return true;
    }

    @Override
    Events events(Response response, ChunkSink sink) {
        return response.lines(options.maxBodyBytes(), sink)::next;
    }

    @Override
    public List<ModelInfo> models() {
        return listed(tags).models().limit(Limits.MODELS).toList();
    }
}
