package dev.guildhall.llm.openai;

import dev.guildhall.llm.http.InterruptibleIo;
import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.llm.http.Request;
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

/**
 * Calls any provider with the OpenAI chat completions protocol, with one attempt per call. Thread-safe; connections stay
 * open between calls.
 */
public final class OpenAiChatModel implements ChatModel {
    private final OpenAiOptions options;
    private final Provider provider;
    private final Clients clients;
    private final ChatCalls calls;
    private final Request models;

    /** The models at the address of the options. */
    public OpenAiChatModel(OpenAiOptions options) {
        this(options, InstantSource.system());
    }

    OpenAiChatModel(OpenAiOptions options, InstantSource clock) {
        ProviderErrors errors = new ProviderErrors(clock, options.apiKey());
        this.options = options;
        this.provider = new Provider(errors);
        this.clients = Clients.of(options.origin(), options.timeouts());
        this.calls = new ChatCalls(provider, clients, new CompletionsProtocol(options, errors));
        this.models = options.to("models");
    }

    @Override
    public String provider() {
        return "openai";
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
        return InterruptibleIo.call(
                _ -> provider.exchange(clients.listing(), models, OpenAiChatModel::models), chunk -> {});
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
        OpenAiModelsJson json = call.json(Limits.MODELS_BYTES, OpenAiModelsJson.class);
        if (json.data() == null) {
            throw new UnreadableAnswer("the provider's answer lists no models");
        }
        return json.data().stream()
                .filter(Objects::nonNull)
                .filter(model -> model.id() != null && !model.id().isBlank())
                .map(model -> new ModelInfo(
                        String.valueOf(model.id()),
                        Optional.ofNullable(model.name()).orElse(String.valueOf(model.id()))))
                .limit(Limits.MODELS)
                .toList();
    }
}
