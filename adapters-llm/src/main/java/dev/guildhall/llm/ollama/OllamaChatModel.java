package dev.guildhall.llm.ollama;

import dev.guildhall.llm.http.InterruptibleIo;
import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.LineReader;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.http.Response;
import dev.guildhall.llm.http.Slice;
import dev.guildhall.llm.http.Transport;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.llm.provider.HttpChatModel;
import dev.guildhall.llm.provider.PartialAnswer;
import dev.guildhall.llm.provider.Provider;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.tool.WireNames;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Calls the models of an Ollama server through its own API, with one attempt per call. Thread-safe; connections stay open
 * between calls.
 *
 * <p>Where the protocol differs from the requests of the port:
 *
 * <ul>
 *   <li>A request can neither force nor forbid calls. When the model must not call, the request offers no tools; when it
 *       must call one function, the request offers only that one; when it must call any, the request offers all, and the
 *       model may answer with text nevertheless.
 *   <li>When an answer may have only one call, those after the first are ignored.
 *   <li>The server always keeps the answer to a schema, strict or not. A request for JSON without a schema should also say
 *       so in the text, since some models otherwise write white space until they reach their limit.
 *   <li>Arguments are not kept to their schema, even if it is strict.
 *   <li>Calls of older servers have no ids; they get one.
 *   <li>The server loads no model to list its models, so that the list has the idle timeout.
 * </ul>
 *
 * <p>The reasoning of the model is not passed on.
 */
public final class OllamaChatModel extends HttpChatModel {
    private final OllamaOptions options;
    private final OllamaRequests requests;
    private final ProviderErrors errors;
    private final Provider provider;
    private final Request chat;
    private final Request tags;

    /** The models at the address of the options. */
    public OllamaChatModel(OllamaOptions options) {
        this(options, InstantSource.system());
    }

    OllamaChatModel(OllamaOptions options, InstantSource clock) {
        this(options, new ProviderErrors(clock, options.apiKey()));
    }

    private OllamaChatModel(OllamaOptions options, ProviderErrors errors) {
        this(options, errors, new Provider(Transport.to(options.endpoint().origin()), errors));
    }

    private OllamaChatModel(OllamaOptions options, ProviderErrors errors, Provider provider) {
        super(provider, options.timeouts(), options.baseUrl(), options.defaultModel());
        this.options = options;
        this.requests = new OllamaRequests(options);
        this.errors = errors;
        this.provider = provider;
        this.chat = options.to("api/chat");
        this.tags = options.to("api/tags");
    }

    @Override
    public String provider() {
        return "ollama";
    }

    @Override
    protected Request request(CompletionRequest request, WireNames names, boolean stream) {
        return chat.post(requests.json(request, names, stream));
    }

    @Override
    protected Completion whole(Response response, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        AnswerLines lines = lines(request, names, sink);
        lines.add(response.json(options.maxBodyBytes(), OllamaAnswerJson.class));
        return lines.whole(model(request));
    }

    /** A whole answer is a stream of one line. */
    @Override
    protected Completion streamed(Response response, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        AnswerLines lines = lines(request, names, response.keeping(sink));
        LineReader reader = response.lines(options.maxBodyBytes(), sink);
        Optional<Slice> line = reader.next();
        while (line.isPresent()) {
            if (!line.get().is("")) {
                lines.add(ProviderJson.read(line.get(), OllamaAnswerJson.class));
                response.tokenArrived();
            }
            line = lines.isDone() ? Optional.empty() : reader.next();
        }
        Completion whole = lines.whole(model(request));
        response.finish();
        return whole;
    }

    private AnswerLines lines(CompletionRequest request, WireNames names, ChunkSink sink) {
        return new AnswerLines(
                new PartialAnswer(request, names, sink), errors, request.offer().parallel());
    }

    @Override
    public List<ModelInfo> models() {
        ProviderTimeouts timeouts = options.timeouts();
        return InterruptibleIo.call(
                _ -> provider.exchange(timeouts.listing().withTotal(timeouts.idle()), tags, OllamaChatModel::models),
                chunk -> {});
    }

    private static List<ModelInfo> models(Response response) throws IOException {
        TagsJson json = response.json(Limits.MODELS_BYTES, TagsJson.class);
        if (json.models() == null) {
            throw new UnreadableAnswer("the provider's answer lists no models");
        }
        return json.models().stream()
                .filter(Objects::nonNull)
                .flatMap(OllamaChatModel::id)
                .distinct()
                .map(id -> new ModelInfo(id, id))
                .limit(Limits.MODELS)
                .toList();
    }

    private static Stream<String> id(TagsJson.TagJson tag) {
        return Stream.of(Optional.ofNullable(tag.model()), Optional.ofNullable(tag.name()))
                .flatMap(Optional::stream)
                .filter(id -> !id.isBlank())
                .limit(1);
    }
}
