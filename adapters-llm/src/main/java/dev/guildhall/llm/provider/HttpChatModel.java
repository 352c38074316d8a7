package dev.guildhall.llm.provider;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.CallTimeouts;
import dev.guildhall.wire.http.InterruptibleIo;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Asks one provider over HTTP for whole or streamed answers, with one attempt per call. */
public abstract class HttpChatModel implements ModelClient {
    final ProviderOptions options;
    final ProviderErrors errors;

    private final Optional<URI> address;
    private final Provider provider;
    private final CallTimeouts ofWhole;
    private final CallTimeouts ofStream;

    /**
     * The models of a provider.
     *
     * @param clock for the times that the provider sends
     */
    HttpChatModel(ProviderOptions options, InstantSource clock) {
        this(options, clock, List.of());
    }

    /** @param secrets those that requests contain besides the secrets of the options */
    HttpChatModel(ProviderOptions options, InstantSource clock, List<String> secrets) {
        this(
                options,
                new ProviderErrors(
                        clock,
                        Stream.concat(options.secrets().stream(), secrets.stream())
                                .toList()));
    }

    /** @param errors reads the errors of the provider */
    HttpChatModel(ProviderOptions options, ProviderErrors errors) {
        this.options = options;
        this.address = Optional.of(URI.create(options.baseUrl()));
        this.errors = errors;
        this.provider = new Provider(options, errors);
        this.ofWhole = options.timeouts().whole();
        this.ofStream = options.timeouts().streamed();
    }

    /**
     * The request in the protocol of the provider.
     *
     * @param stream whether the answer is streamed
     */
    abstract Request request(CompletionRequest request, WireNames names, boolean stream);

    /** The reader of the answer to a request. */
    abstract AnswerReader reader(CompletionRequest request, PartialAnswer answer);

    /** Whether the response to a request for a stream is one: some servers send a whole answer nevertheless. */
    boolean isStream(Response response) {
        return !response.isJson();
    }

    interface Events {
        /** Empty at the end of the stream. */
        Optional<Slice> next() throws IOException;
    }

    /** The events of a stream; unless the protocol says otherwise, server-sent ones. */
    Events events(Response response, ChunkSink sink) {
        return response.events(options.maxBodyBytes(), sink)::next;
    }

    private Completion whole(Response response, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        AnswerReader reader = reader(request, new PartialAnswer(request, options.model(request), names, sink));
        Slice json = response.whole(options.maxBodyBytes());
        reader.whole(json);
        Completion answer = reader.end();
        response.finish();
        return request.original().isPresent() ? answer.withOriginal(json.view()) : answer;
    }

    private Completion streamed(Response response, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException {
        if (!isStream(response)) {
            return whole(response, request, names, sink);
        }
        AnswerReader reader =
                reader(request, new PartialAnswer(request, options.model(request), names, response.keeping(sink)));
        Events events = events(response, sink);
        Optional<Slice> event = events.next();
        while (event.isPresent()) {
            boolean more = reader.event(event.get());
            if (reader.hasBegun()) {
                response.tokenArrived();
            }
            event = more ? events.next() : Optional.empty();
        }
        Completion answer = reader.end();
        response.finish();
        return answer;
    }

    @Override
    public final Optional<URI> address() {
        return address;
    }

    @Override
    public final String defaultModel() {
        return options.defaultModel();
    }

    @Override
    public final Completion complete(CompletionRequest request) {
        WireNames names = names(request);
        Request message = identified(request, request(request, names, false));
        Completion answer = InterruptibleIo.call(
                sink -> provider.exchange(
                        ofWhole.within(request), message, response -> whole(response, request, names, sink)),
                chunk -> {});
        return request.original().isPresent() ? answer : TextChunks.separated(answer);
    }

    @Override
    public final Completion stream(CompletionRequest request, ChunkSink sink) {
        WireNames names = names(request);
        Request message = identified(request, request(request, names, true));
        if (request.original().isPresent()) {
            return stream(request, message, names, sink);
        }
        TextChunks chunks = new TextChunks(sink);
        Completion answer = stream(request, message, names, chunks);
        chunks.end();
        return TextChunks.separated(answer);
    }

    private Completion stream(CompletionRequest request, Request message, WireNames names, ChunkSink sink) {
        return InterruptibleIo.call(
                receiver -> provider.exchange(
                        ofStream.within(request), message, response -> streamed(response, request, names, receiver)),
                sink);
    }

    /** Passes a request unchanged to that address, with the timeouts of a whole answer until its first byte. */
    final PassedAnswer pass(Request to, PassedRequest request, PassedSink sink) {
        Request message = identified(request.origin(), PassedExchange.request(to, request));
        CallTimeouts timeouts = request.within()
                .filter(left -> left.compareTo(ofWhole.total()) < 0)
                .map(ofWhole::withTotal)
                .orElse(ofWhole);
        return InterruptibleIo.call(
                () -> provider.exchange(timeouts, message, response -> PassedExchange.pass(response, request, sink)));
    }

    private static Request identified(CompletionRequest request, Request message) {
        return identified(request.origin(), message);
    }

    private static Request identified(Optional<CallOrigin> origin, Request message) {
        return origin.flatMap(CallOrigin::requestId)
                .map(id -> message.with(Map.of("X-Request-Id", id)))
                .orElse(message);
    }

    /** The names of the offered tools and of those that earlier messages call, in the characters that providers allow. */
    public static WireNames names(CompletionRequest request) {
        List<String> tools = new ArrayList<>();
        request.offer().functions().forEach(function -> tools.add(function.name()));
        for (ChatMessage message : request.messages()) {
            if (message instanceof ChatMessage.Assistant assistant) {
                assistant.toolCalls().stream().map(ToolCall::tool).forEach(tools::add);
            }
        }
        return WireNames.of(tools);
    }

    final ModelsJson listed(Request request) {
        ModelsJson json = answered(options.timeouts().listing(), request, ModelsJson.class);
        if (json.data() == null) {
            throw new Refusal(new CompletionProblem.ProviderFailed("the provider's answer lists no models"));
        }
        return json;
    }

    /** Asks for a value that is no answer of a model. */
    final <T> T answered(CallTimeouts timeouts, Request request, Class<T> type) {
        return InterruptibleIo.call(
                _ -> provider.exchange(timeouts, request, response -> response.json(Limits.MODELS_BYTES, type)),
                chunk -> {});
    }

    @Override
    public final void close() {
        provider.close();
    }
}
