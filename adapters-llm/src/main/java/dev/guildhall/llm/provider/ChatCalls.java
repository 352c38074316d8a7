package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.InterruptibleIo;
import dev.guildhall.llm.http.Request;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;

/** Asks one provider for whole or streamed answers, with one attempt per call. Thread-safe. */
public final class ChatCalls {
    private final Provider provider;
    private final Clients clients;
    private final ChatProtocol protocol;

    /** Calls to a provider with that protocol. */
    public ChatCalls(Provider provider, Clients clients, ChatProtocol protocol) {
        this.provider = provider;
        this.clients = clients;
        this.protocol = protocol;
    }

    /** As {@link dev.guildhall.ports.completion.ChatModel#complete}. */
    public Completion complete(CompletionRequest request) {
        WireNames names = FunctionNames.of(request);
        Request message = protocol.request(request, names, false);
        AnswerContext context = new AnswerContext(request, names, chunk -> {});
        return InterruptibleIo.call(
                _ -> provider.exchange(clients.whole().within(request), message, call -> protocol.whole(call, context)),
                chunk -> {});
    }

    /** As {@link dev.guildhall.ports.completion.ChatModel#stream}. */
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        WireNames names = FunctionNames.of(request);
        Request message = protocol.request(request, names, true);
        return InterruptibleIo.call(
                receiver -> provider.exchange(
                        clients.streamed().within(request),
                        message,
                        call -> protocol.streamed(call, new AnswerContext(request, names, receiver))),
                sink);
    }
}
