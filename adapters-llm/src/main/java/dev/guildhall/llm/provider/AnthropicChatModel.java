package dev.guildhall.llm.provider;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.anthropic.AnthropicAnswerReader;
import dev.guildhall.wire.anthropic.MessagesRequests;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.completion.PassedBody;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Request;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls the models of Anthropic's Messages API, with one attempt per call. Connections stay open between
 * calls.
 */
public final class AnthropicChatModel extends HttpChatModel {
    /** The most models that the provider lists on one page. */
    private static final int PAGE_OF_MODELS = 1000;

    private static final int MODEL_PAGES = 10;

    private static final String VERSION = "2023-06-01";

    private final Request messages;

    /** The response to {@code POST /v1/messages/count_tokens}. */
    record CountJson(@Nullable Long inputTokens) {}

    /**
     * A model that asks with the default options.
     *
     * @param baseUrl the address before the paths of the protocol, for example {@code https://api.anthropic.com}
     * @param model the model of requests that name none
     */
    public static AnthropicChatModel of(URI baseUrl, String apiKey, String model) {
        return new AnthropicChatModel(ProviderOptions.of(baseUrl.toString(), Optional.of(apiKey), model));
    }

    public AnthropicChatModel(ProviderOptions options) {
        this(options, InstantSource.system());
    }

    public AnthropicChatModel(ProviderOptions options, InstantSource clock) {
        super(options, clock);
        this.messages = to(options.address("v1/messages"));
    }

    private Request to(Address address) {
        Map<String, String> fields = new LinkedHashMap<>(Map.of("anthropic-version", VERSION));
        options.apiKey().ifPresent(key -> fields.put("x-api-key", key));
        return Request.get(address, fields);
    }

    @Override
    public String provider() {
        return "anthropic";
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        return MessagesRequests.leftOut(request);
    }

    @Override
    Request request(CompletionRequest request, WireNames names, boolean stream) {
        return request.original()
                .map(original -> passed(messages, original, request))
                .orElseGet(() -> messages.post(MessagesRequests.json(request, options.model(request), names, stream)));
    }

    private Request passed(Request to, OriginalRequest original, CompletionRequest request) {
        TextNode model = TextNode.valueOf(options.model(request));
        return to.with(original.headers())
                .postParts(PassedBody.with(original.body(), Map.of("model", ignored -> model)));
    }

    @Override
    public Optional<Protocol> protocol() {
        return Optional.of(Protocol.ANTHROPIC_MESSAGES);
    }

    /** The count of the provider for a request of its protocol, which alone can have a count without an answer. */
    @Override
    public long countTokens(CompletionRequest request) {
        if (request.original().isEmpty()) {
            return super.countTokens(request);
        }
        Request counting = passed(
                to(options.address("v1/messages/count_tokens")),
                request.original().get(),
                request);
        CountJson count = answered(options.timeouts().whole().within(request), counting, CountJson.class);
        return Optional.ofNullable(count.inputTokens())
                .orElseThrow(
                        () -> new Refusal(new CompletionProblem.ProviderFailed("the provider's answer has no count")));
    }

    @Override
    AnswerReader reader(CompletionRequest request, PartialAnswer answer) {
        return new AnthropicAnswerReader(request, answer, errors::inStream);
    }

    @Override
    public List<ModelInfo> models() {
        Map<String, ModelInfo> models = new LinkedHashMap<>();
        Optional<String> after = Optional.of("");
        for (int page = 0; page < MODEL_PAGES && after.isPresent(); page++) {
            ModelsJson json = listed(modelsAfter(after.get()));
            json.models().forEach(model -> models.putIfAbsent(model.id(), model));
            after = json.hasMore() ? Optional.ofNullable(json.lastId()) : Optional.empty();
        }
        return models.values().stream().limit(Limits.MODELS).toList();
    }

    private Request modelsAfter(String id) {
        Address address = options.address("v1/models").with("limit", String.valueOf(PAGE_OF_MODELS));
        return to(id.isEmpty() ? address : address.with("after_id", id));
    }
}
