package dev.guildhall.llm.openai;

import dev.guildhall.llm.http.InterruptibleIo;
import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.http.Response;
import dev.guildhall.llm.http.Slice;
import dev.guildhall.llm.http.SseReader;
import dev.guildhall.llm.http.Transport;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.llm.provider.HttpChatModel;
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

/**
 * Calls any provider with the OpenAI chat completions protocol, with one attempt per call. Thread-safe; connections stay
 * open between calls.
 */
public final class OpenAiChatModel extends HttpChatModel {
    private static final String DONE = "[DONE]";

    private final OpenAiOptions options;
    private final OpenAiRequests requests;
    private final ProviderErrors errors;
    private final Provider provider;
    private final Request chat;
    private final Request models;

    /** The models at the address of the options. */
    public OpenAiChatModel(OpenAiOptions options) {
        this(options, InstantSource.system());
    }

    OpenAiChatModel(OpenAiOptions options, InstantSource clock) {
        this(options, new ProviderErrors(clock, options.apiKey()));
    }

    private OpenAiChatModel(OpenAiOptions options, ProviderErrors errors) {
        this(options, errors, new Provider(Transport.to(options.origin()), errors));
    }

    private OpenAiChatModel(OpenAiOptions options, ProviderErrors errors, Provider provider) {
        super(provider, options.timeouts(), options.baseUrl(), options.defaultModel());
        this.options = options;
        this.requests = new OpenAiRequests(options);
        this.errors = errors;
        this.provider = provider;
        this.chat = options.to("chat/completions");
        this.models = options.to("models");
    }

    @Override
    public String provider() {
        return "openai";
    }

    @Override
    protected Request request(CompletionRequest request, WireNames names, boolean stream) {
        return chat.post(requests.json(request, names, stream));
    }

    @Override
    protected Completion whole(Response response, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        AnswerParts parts = new AnswerParts(errors, names, sink);
        parts.add(response.json(options.maxBodyBytes(), OpenAiAnswerReader::answer));
        return whole(parts, request);
    }

    @Override
    protected Completion streamed(Response response, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        if (response.isJson()) {
            return whole(response, request, names, sink);
        }
        AnswerParts parts = new AnswerParts(errors, names, response.keeping(sink));
        SseReader events = response.events(options.maxBodyBytes(), sink);
        Optional<Slice> data = events.next();
        while (data.isPresent() && !data.get().is(DONE)) {
            OpenAiAnswerJson event = ProviderJson.read(data.get(), OpenAiAnswerReader::answer);
            if (event.isToken()) {
                response.tokenArrived();
            }
            parts.add(event);
            data = events.next();
        }
        if (data.isEmpty() && !parts.isFinished()) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        response.finish();
        return whole(parts, request);
    }

    private Completion whole(AnswerParts parts, CompletionRequest request) throws UnreadableAnswer {
        if (!parts.hasBegun()) {
            throw new UnreadableAnswer("the provider's answer has no choices");
        }
        return parts.whole(model(request), request);
    }

    @Override
    public List<ModelInfo> models() {
        return InterruptibleIo.call(
                _ -> provider.exchange(options.timeouts().listing(), models, OpenAiChatModel::models), chunk -> {});
    }

    private static List<ModelInfo> models(Response response) throws IOException {
        OpenAiModelsJson json = response.json(Limits.MODELS_BYTES, OpenAiModelsJson.class);
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
