package dev.guildhall.llm.openai;

import dev.guildhall.llm.wire.Clients;
import dev.guildhall.llm.wire.EstimatedUsage;
import dev.guildhall.llm.wire.FunctionNames;
import dev.guildhall.llm.wire.Handover;
import dev.guildhall.llm.wire.Json;
import dev.guildhall.llm.wire.Limits;
import dev.guildhall.llm.wire.OpenCall;
import dev.guildhall.llm.wire.Provider;
import dev.guildhall.llm.wire.ProviderErrors;
import dev.guildhall.llm.wire.Request;
import dev.guildhall.llm.wire.Slice;
import dev.guildhall.llm.wire.SseReader;
import dev.guildhall.llm.wire.UnreadableAnswer;
import dev.guildhall.ports.completion.ChatModel;
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
 * Asks any provider that speaks the OpenAI chat completions protocol, one try a call. Thread-safe; keeps connections open between
 * calls.
 */
public final class OpenAiChatModel implements ChatModel {
    private static final String DONE = "[DONE]";

    private final OpenAiOptions options;
    private final ChatRequests requests;
    private final ProviderErrors errors;
    private final Provider provider;
    private final Clients clients;
    private final Request chat;
    private final Request models;

    /** A model at that address. */
    public OpenAiChatModel(OpenAiOptions options) {
        this(options, InstantSource.system());
    }

    OpenAiChatModel(OpenAiOptions options, InstantSource clock) {
        this.options = options;
        this.requests = new ChatRequests(options);
        this.errors = new ProviderErrors(clock, options.apiKey());
        this.provider = new Provider(errors);
        this.clients = Clients.of(options.origin(), options.timeouts());
        this.chat = options.to("chat/completions");
        this.models = options.to("models");
    }

    @Override
    public String provider() {
        return "openai";
    }

    @Override
    public String defaultModel() {
        return options.defaultModel();
    }

    @Override
    public List<ModelInfo> models() {
        return Handover.call(_ -> provider.exchange(clients.listing(), models, OpenAiChatModel::models), chunk -> {});
    }

    @Override
    public Completion complete(CompletionRequest request) {
        WireNames names = FunctionNames.of(request);
        Request question = question(request, names, false);
        return Handover.call(
                _ -> provider.exchange(
                        clients.whole().within(request), question, call -> whole(call, request, names, chunk -> {})),
                chunk -> {});
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        WireNames names = FunctionNames.of(request);
        Request question = question(request, names, true);
        return Handover.call(
                taker -> provider.exchange(
                        clients.streamed().within(request),
                        question,
                        call -> call.isJson()
                                ? whole(call, request, names, taker)
                                : streamed(call, request, names, taker)),
                sink);
    }

    private Request question(CompletionRequest request, WireNames names, boolean stream) {
        return chat.post(requests.json(request, names, stream));
    }

    /** An answer in one piece; some servers send one although a stream was asked for. */
    private Completion whole(OpenCall call, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        AnswerParts parts = new AnswerParts(errors, names, sink);
        parts.add(call.json(options.maxBodyBytes(), AnswerReader::answer));
        return whole(parts, request, sink);
    }

    private Completion streamed(OpenCall call, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        AnswerParts parts = new AnswerParts(errors, names, call.keeping(sink));
        SseReader events = call.events(options.timeouts(), options.maxBodyBytes(), sink);
        Optional<Slice> data = events.next();
        while (data.isPresent() && !data.get().is(DONE)) {
            AnswerJson event = Json.read(data.get(), AnswerReader::answer);
            if (event.isToken()) {
                call.tokenArrived();
            }
            parts.add(event);
            data = events.next();
        }
        if (data.isEmpty() && !parts.isFinished()) {
            throw new UnreadableAnswer("the provider's answer broke off");
        }
        call.finish();
        return whole(parts, request, sink);
    }

    private Completion whole(AnswerParts parts, CompletionRequest request, ChunkSink sink) throws UnreadableAnswer {
        if (!parts.hasBegun()) {
            throw new UnreadableAnswer("the provider's answer has no choices");
        }
        Completion completion = parts.whole(requests.model(request), new EstimatedUsage(request));
        sink.settle();
        return completion;
    }

    private static List<ModelInfo> models(OpenCall call) throws IOException {
        ModelsJson json = call.json(Limits.MODELS_BYTES, ModelsJson.class);
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
