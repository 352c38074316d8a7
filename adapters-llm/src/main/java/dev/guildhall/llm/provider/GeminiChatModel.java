package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.gemini.GeminiAnswerReader;
import dev.guildhall.wire.gemini.GeminiModelListJson;
import dev.guildhall.wire.gemini.GeminiRequests;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Request;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls the models of Google's Gemini API, with one attempt per call. Connections stay open between calls.
 */
public final class GeminiChatModel extends HttpChatModel {
    /** The most models that the provider lists on one page. */
    private static final int PAGE_OF_MODELS = 1000;

    private static final int MODEL_PAGES = 10;
    private static final String PREFIX = "models/";

    /**
     * A model that asks with the default options.
     *
     * @param baseUrl the address before the paths of the protocol, for example
     *     {@code https://generativelanguage.googleapis.com}
     * @param model the model of requests that name none
     */
    public static GeminiChatModel of(URI baseUrl, String apiKey, String model) {
        return new GeminiChatModel(ProviderOptions.of(baseUrl.toString(), Optional.of(apiKey), model));
    }

    public GeminiChatModel(ProviderOptions options) {
        this(options, InstantSource.system());
    }

    public GeminiChatModel(ProviderOptions options, InstantSource clock) {
        super(options, clock);
    }

    @Override
    public String provider() {
        return "gemini";
    }

    @Override
    public Optional<Protocol> protocol() {
        return Optional.of(Protocol.GEMINI_CONTENT);
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        return GeminiRequests.leftOut(request);
    }

    private Request to(Address address) {
        return Request.get(
                address,
                options.apiKey().map(key -> Map.of("x-goog-api-key", key)).orElse(Map.of()));
    }

    /** The method of the model of a request. */
    private Address address(CompletionRequest request, String method) {
        String model = options.model(request);
        String named = model.startsWith(PREFIX) || model.startsWith("tunedModels/") ? model : PREFIX + model;
        return options.address("v1beta/" + ModelPath.encoded(named) + ":" + method);
    }

    @Override
    Request request(CompletionRequest request, WireNames names, boolean stream) {
        Request to = to(
                stream
                        ? address(request, "streamGenerateContent").with("alt", "sse")
                        : address(request, "generateContent"));
        return request.original()
                .map(original -> to.postParts(List.of(original.body())))
                .orElseGet(() -> to.post(GeminiRequests.json(request, options.model(request), names)));
    }

    @Override
    AnswerReader reader(CompletionRequest request, PartialAnswer answer) {
        return new GeminiAnswerReader(answer, errors::inStream);
    }

    /** The count of the provider for a request of its protocol, which alone can have a count without an answer. */
    @Override
    public long countTokens(CompletionRequest request) {
        Optional<OriginalRequest> original = request.original();
        if (original.isEmpty()) {
            return super.countTokens(request);
        }
        Request counting = to(address(request, "countTokens"))
                .postParts(List.of(original.get().body()));
        GeminiModelListJson.CountJson count =
                answered(options.timeouts().whole().within(request), counting, GeminiModelListJson.CountJson.class);
        return Optional.ofNullable(count.totalTokens())
                .orElseThrow(
                        () -> new Refusal(new CompletionProblem.ProviderFailed("the provider's answer has no count")));
    }

    @Override
    public List<ModelInfo> models() {
        Map<String, ModelInfo> models = new LinkedHashMap<>();
        Optional<String> token = Optional.of("");
        for (int page = 0; page < MODEL_PAGES && token.isPresent(); page++) {
            Address address = options.address("v1beta/models").with("pageSize", String.valueOf(PAGE_OF_MODELS));
            Request asked = to(token.get().isEmpty() ? address : address.with("pageToken", token.get()));
            GeminiModelListJson json = answered(options.timeouts().listing(), asked, GeminiModelListJson.class);
            json.answering().forEach(model -> models.putIfAbsent(model.id(), model));
            token = json.next();
        }
        return models.values().stream().limit(Limits.MODELS).toList();
    }
}
