package dev.guildhall.llm.provider;

import static java.util.Objects.requireNonNullElse;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.openai.OpenAiAnswerReader;
import dev.guildhall.wire.openai.OpenAiRequests;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls any provider with the OpenAI chat completions protocol, with one attempt per call. Connections stay
 * open between calls.
 */
public final class OpenAiChatModel extends HttpChatModel {
    private static final String OPENAI_HOST = "api.openai.com";

    private final boolean ofOpenAi;
    private final Request chat;
    private final Request models;

    /** The response to {@code GET /models}. */
    record ModelsJson(@Nullable List<@Nullable ModelJson> data) {}

    /** One model; few providers give it a name beside its id. */
    record ModelJson(@Nullable String id, @Nullable String name) {}

    public OpenAiChatModel(ProviderOptions options) {
        this(options, InstantSource.system());
    }

    public OpenAiChatModel(ProviderOptions options, InstantSource clock) {
        super(options, clock);
        this.ofOpenAi = options.origin().host().equals(OPENAI_HOST);
        this.chat = options.to("chat/completions");
        this.models = options.to("models");
    }

    @Override
    public String provider() {
        return "openai";
    }

    @Override
    public Optional<Protocol> protocol() {
        return Optional.of(Protocol.OPENAI_CHAT);
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        return OpenAiRequests.leftOut(request);
    }

    @Override
    protected Request request(CompletionRequest request, WireNames names, boolean stream) {
        return request.original()
                .map(original -> chat.postParts(OpenAiRequests.passed(original.body(), options.model(request), stream)))
                .orElseGet(
                        () -> chat.post(OpenAiRequests.json(request, options.model(request), ofOpenAi, names, stream)));
    }

    @Override
    protected AnswerReader reader(CompletionRequest request, PartialAnswer answer) {
        return new OpenAiAnswerReader(answer, errors::inStream);
    }

    @Override
    public List<ModelInfo> models() {
        ModelsJson json = listed(options.timeouts().listing(), models, ModelsJson.class, ModelsJson::data);
        return requireNonNullElse(json.data(), List.<@Nullable ModelJson>of()).stream()
                .filter(Objects::nonNull)
                .filter(model -> model.id() != null && !model.id().isBlank())
                .map(model -> new ModelInfo(
                        String.valueOf(model.id()),
                        Optional.ofNullable(model.name()).orElse(String.valueOf(model.id()))))
                .limit(Limits.MODELS)
                .toList();
    }
}
