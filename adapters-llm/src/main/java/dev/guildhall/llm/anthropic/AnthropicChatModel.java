package dev.guildhall.llm.anthropic;

import dev.guildhall.llm.http.Address;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Asks the models of Anthropic's Messages API, one try a call. Thread-safe; keeps connections open between calls.
 *
 * <p>Where the protocol differs from what a request can say:
 *
 * <ul>
 *   <li>Instructions, wherever they stand, go before the conversation, joined by blank lines.
 *   <li>The temperature goes from 0 to 1 here. What is above becomes 1, and nothing is scaled: 1 is what a model does by
 *       itself on either scale, and 0.7 should not mean 0.35.
 *   <li>{@code top_p} goes only where no temperature is given, for newer models refuse the two together. The newest ones
 *       take neither; the provider then refuses the request in its own words.
 *   <li>Seed and penalties do not exist and are left out, as are stops of blanks alone, which are refused.
 *   <li>A schema that must be kept to goes to the provider as the form of the words, which holds models of since late
 *       2025 to it; others refuse the request. A schema that need not be kept to, and JSON of any form, become an
 *       instruction. A call that is forced, the old way to such answers, is refused by the newest models.
 *   <li>Arguments that must keep to their schema are held to it by models of since late 2025.
 *   <li>Where a conversation has calls in it and nothing is offered, the called functions are named and forbidden, for
 *       without them the conversation is refused.
 * </ul>
 *
 * <p>The model's thoughts are not handed on, and so do not come back with the results of its calls, where the provider
 * asks for them: a message has no place for them. Some models think in silence, so once a message has begun every event
 * keeps a stream from being idle, the provider's signs of life included.
 */
public final class AnthropicChatModel implements ChatModel {
    /** The most models that the provider lists on one page. */
    private static final int PAGE_OF_MODELS = 1000;

    private static final int MODEL_PAGES = 10;

    private final AnthropicOptions options;
    private final Provider provider;
    private final Clients clients;
    private final ChatCalls calls;

    /** A model at that address. */
    public AnthropicChatModel(AnthropicOptions options) {
        this(options, InstantSource.system());
    }

    AnthropicChatModel(AnthropicOptions options, InstantSource clock) {
        ProviderErrors told = new ProviderErrors(clock, options.apiKey());
        this.options = options;
        this.provider = new Provider(told);
        this.clients = Clients.of(options.endpoint().origin(), options.timeouts());
        this.calls = new ChatCalls(provider, clients, new MessagesProtocol(options, new AnthropicErrors(told)));
    }

    @Override
    public String provider() {
        return "anthropic";
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
        return InterruptibleIo.call(_ -> allModels(), chunk -> {});
    }

    @Override
    public Completion complete(CompletionRequest request) {
        return calls.complete(request);
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        return calls.stream(request, sink);
    }

    private List<ModelInfo> allModels() {
        Map<String, ModelInfo> models = new LinkedHashMap<>();
        Optional<String> after = Optional.of("");
        for (int page = 0; page < MODEL_PAGES && after.isPresent(); page++) {
            AnthropicModelsJson json =
                    provider.exchange(clients.listing(), modelsAfter(after.get()), AnthropicChatModel::page);
            models(json).forEach(model -> models.putIfAbsent(model.id(), model));
            after = json.hasMore() ? Optional.ofNullable(json.lastId()) : Optional.empty();
        }
        return models.values().stream().limit(Limits.MODELS).toList();
    }

    private Request modelsAfter(String id) {
        Address address = options.endpoint().address("v1/models").with("limit", String.valueOf(PAGE_OF_MODELS));
        return options.to(id.isEmpty() ? address : address.with("after_id", id));
    }

    private static AnthropicModelsJson page(OpenResponse call) throws IOException {
        AnthropicModelsJson json = call.json(Limits.MODELS_BYTES, AnthropicModelsJson.class);
        if (json.data() == null) {
            throw new UnreadableAnswer("the provider's answer lists no models");
        }
        return json;
    }

    private static List<ModelInfo> models(AnthropicModelsJson page) {
        return Optional.ofNullable(page.data()).orElse(List.of()).stream()
                .filter(Objects::nonNull)
                .flatMap(model -> Optional.ofNullable(model.id()).filter(id -> !id.isBlank()).stream()
                        .map(id -> new ModelInfo(id, name(model).orElse(id))))
                .toList();
    }

    private static Optional<String> name(AnthropicModelsJson.ModelJson model) {
        return Optional.ofNullable(model.displayName()).filter(name -> !name.isBlank());
    }
}
