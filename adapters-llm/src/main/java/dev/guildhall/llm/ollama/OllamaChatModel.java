package dev.guildhall.llm.ollama;

import dev.guildhall.llm.http.InterruptibleIo;
import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.http.TimedClient;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.llm.provider.ChatCalls;
import dev.guildhall.llm.provider.Clients;
import dev.guildhall.llm.provider.Provider;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import java.io.IOException;
import java.net.URI;
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
public final class OllamaChatModel implements ChatModel {
    private final OllamaOptions options;
    private final Provider provider;
    private final TimedClient listing;
    private final ChatCalls calls;
    private final Request tags;

    /** The models at the address of the options. */
    public OllamaChatModel(OllamaOptions options) {
        this(options, InstantSource.system());
    }

    OllamaChatModel(OllamaOptions options, InstantSource clock) {
        ProviderErrors errors = new ProviderErrors(clock, options.apiKey());
        Clients clients = Clients.of(options.endpoint().origin(), options.timeouts());
        this.options = options;
        this.provider = new Provider(errors);
        this.listing = clients.listing().withTotal(options.timeouts().idle());
        this.calls = new ChatCalls(provider, clients, new LinesProtocol(options, errors));
        this.tags = options.to("api/tags");
    }

    @Override
    public String provider() {
        return "ollama";
    }

    @Override
    public Optional<URI> address() {
        return Optional.of(URI.create(options.baseUrl()));
    }

    @Override
    public String defaultModel() {
        return options.defaultModel();
    }

    @Override
    public List<ModelInfo> models() {
        return InterruptibleIo.call(_ -> provider.exchange(listing, tags, OllamaChatModel::models), chunk -> {});
    }

    @Override
    public Completion complete(CompletionRequest request) {
        return calls.complete(request);
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        return calls.stream(request, sink);
    }

    private static List<ModelInfo> models(OpenResponse call) throws IOException {
        TagsJson json = call.json(Limits.MODELS_BYTES, TagsJson.class);
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
