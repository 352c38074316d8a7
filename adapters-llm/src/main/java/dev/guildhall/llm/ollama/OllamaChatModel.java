package dev.guildhall.llm.ollama;

import dev.guildhall.llm.wire.Clients;
import dev.guildhall.llm.wire.FunctionNames;
import dev.guildhall.llm.wire.Handover;
import dev.guildhall.llm.wire.Json;
import dev.guildhall.llm.wire.Limits;
import dev.guildhall.llm.wire.LineReader;
import dev.guildhall.llm.wire.OpenCall;
import dev.guildhall.llm.wire.PartialAnswer;
import dev.guildhall.llm.wire.Provider;
import dev.guildhall.llm.wire.ProviderErrors;
import dev.guildhall.llm.wire.Request;
import dev.guildhall.llm.wire.Slice;
import dev.guildhall.llm.wire.TimedClient;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Asks the models of an Ollama server through its own API, one try a call. Thread-safe; keeps connections open between
 * calls.
 *
 * <p>Where the protocol differs from what a request can say:
 *
 * <ul>
 *   <li>A model cannot be made to call, nor kept from it. Where it must not, nothing is offered; where it must call one
 *       function, that one alone is; where it must call any, all are, and it may answer in words after all.
 *   <li>Where an answer may hold one call at most, those behind the first are left out.
 *   <li>A schema is kept to by the server, whether that is asked for or not. JSON of any form should be asked for in
 *       words as well, or some models write blanks until they reach their limit.
 *   <li>Arguments are not held to their schema, though that be asked for.
 *   <li>Calls of older servers have no ids; they get one.
 *   <li>No model need be loaded to be listed, so the list is waited for no longer than an idle stream.
 * </ul>
 *
 * <p>The model's thoughts are not handed on.
 */
public final class OllamaChatModel implements ChatModel {
    private final OllamaOptions options;
    private final ChatRequests requests;
    private final ProviderErrors errors;
    private final Provider provider;
    private final Clients clients;
    private final TimedClient listing;
    private final Request chat;
    private final Request tags;

    /** A model at that address. */
    public OllamaChatModel(OllamaOptions options) {
        this(options, InstantSource.system());
    }

    OllamaChatModel(OllamaOptions options, InstantSource clock) {
        this.options = options;
        this.requests = new ChatRequests(options);
        this.errors = new ProviderErrors(clock, options.apiKey());
        this.provider = new Provider(errors);
        this.clients = Clients.of(options.endpoint().origin(), options.timeouts());
        this.listing = clients.listing().withTotal(options.timeouts().idle());
        this.chat = to("api/chat");
        this.tags = to("api/tags");
    }

    @Override
    public String provider() {
        return "ollama";
    }

    @Override
    public String defaultModel() {
        return options.defaultModel();
    }

    @Override
    public List<ModelInfo> models() {
        return Handover.call(_ -> provider.exchange(listing, tags, OllamaChatModel::models), chunk -> {});
    }

    @Override
    public Completion complete(CompletionRequest request) {
        WireNames names = FunctionNames.of(request);
        Request question = question(request, names, false);
        return Handover.call(
                _ -> provider.exchange(clients.whole().within(request), question, call -> whole(call, request, names)),
                chunk -> {});
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        WireNames names = FunctionNames.of(request);
        Request question = question(request, names, true);
        return Handover.call(
                taker -> provider.exchange(
                        clients.streamed().within(request), question, call -> streamed(call, request, names, taker)),
                sink);
    }

    private Request question(CompletionRequest request, WireNames names, boolean stream) {
        return chat.post(requests.json(request, names, stream));
    }

    private Request to(String path) {
        Map<String, String> authorization = options.apiKey()
                .map(key -> Map.of("Authorization", "Bearer " + key))
                .orElse(Map.of());
        return Request.get(options.endpoint().address(path), authorization);
    }

    private Completion whole(OpenCall call, CompletionRequest request, WireNames names) throws IOException {
        PartialAnswer answer = new PartialAnswer(request, names, chunk -> {});
        AnswerLines lines = lines(answer, request);
        lines.add(call.json(options.maxBodyBytes(), AnswerJson.class));
        return finished(lines, answer, request);
    }

    private Completion streamed(OpenCall call, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        PartialAnswer answer = new PartialAnswer(request, names, call.keeping(sink));
        AnswerLines lines = lines(answer, request);
        LineReader reader = call.lines(options.timeouts(), options.maxBodyBytes(), sink);
        Optional<Slice> line = reader.next();
        while (line.isPresent()) {
            if (!line.get().is("")) {
                lines.add(Json.read(line.get(), AnswerJson.class));
                call.tokenArrived();
            }
            line = lines.isDone() ? Optional.empty() : reader.next();
        }
        Completion whole = finished(lines, answer, request);
        call.finish();
        return whole;
    }

    private AnswerLines lines(PartialAnswer answer, CompletionRequest request) {
        return new AnswerLines(answer, errors, request.offer().parallel());
    }

    private Completion finished(AnswerLines lines, PartialAnswer answer, CompletionRequest request)
            throws UnreadableAnswer {
        if (!lines.isDone()) {
            throw new UnreadableAnswer("the provider's answer broke off");
        }
        return answer.whole(requests.model(request));
    }

    private static List<ModelInfo> models(OpenCall call) throws IOException {
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
