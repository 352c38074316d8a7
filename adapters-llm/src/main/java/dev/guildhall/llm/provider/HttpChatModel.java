package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.CallTimeouts;
import dev.guildhall.llm.http.InterruptibleIo;
import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.http.Response;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.WireNames;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks one provider over HTTP for whole or streamed answers, with one attempt per call. Thread-safe. */
public abstract class HttpChatModel implements ChatModel {
    private final Provider provider;
    private final CallTimeouts ofWhole;
    private final CallTimeouts ofStream;
    private final URI address;
    private final String defaultModel;

    /** The models of a provider at that address. */
    protected HttpChatModel(Provider provider, ProviderTimeouts timeouts, String baseUrl, String defaultModel) {
        this.provider = provider;
        this.ofWhole = timeouts.whole();
        this.ofStream = timeouts.streamed();
        this.address = URI.create(baseUrl);
        this.defaultModel = defaultModel;
    }

    /**
     * The request in the protocol of the provider.
     *
     * @param stream whether the answer is streamed
     */
    protected abstract Request request(CompletionRequest request, WireNames names, boolean stream);

    /** Reads a whole answer. */
    protected abstract Completion whole(Response response, CompletionRequest request, WireNames names, ChunkSink sink)
            throws IOException;

    /** Reads the response to a request for a stream; some servers send a whole answer nevertheless. */
    protected abstract Completion streamed(
            Response response, CompletionRequest request, WireNames names, ChunkSink sink) throws IOException;

    @Override
    public final Optional<URI> address() {
        return Optional.of(address);
    }

    @Override
    public final String defaultModel() {
        return defaultModel;
    }

    @Override
    public final Completion complete(CompletionRequest request) {
        WireNames names = names(request);
        Request message = request(request, names, false);
        return InterruptibleIo.call(
                sink -> provider.exchange(
                        ofWhole.within(request), message, response -> whole(response, request, names, sink)),
                chunk -> {});
    }

    @Override
    public final Completion stream(CompletionRequest request, ChunkSink sink) {
        WireNames names = names(request);
        Request message = request(request, names, true);
        return InterruptibleIo.call(
                receiver -> provider.exchange(
                        ofStream.within(request), message, response -> streamed(response, request, names, receiver)),
                sink);
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

    /** The model of the request, or the default model. */
    protected final String model(CompletionRequest request) {
        return request.sampling().model().orElse(defaultModel);
    }
}
