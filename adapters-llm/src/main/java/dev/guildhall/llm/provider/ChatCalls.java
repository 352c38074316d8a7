package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.InterruptibleIo;
import dev.guildhall.llm.http.Request;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;

/** Asks one provider for answers, whole or in pieces, one try a call. Thread-safe. */
public final class ChatCalls {
    private final Provider provider;
    private final Clients clients;
    private final ChatProtocol protocol;

    /** Calls of a provider that speaks that protocol. */
    public ChatCalls(Provider provider, Clients clients, ChatProtocol protocol) {
        this.provider = provider;
        this.clients = clients;
        this.protocol = protocol;
    }

    /** As {@link dev.guildhall.ports.completion.ChatModel#complete}. */
    public Completion complete(CompletionRequest request) {
        WireNames names = FunctionNames.of(request);
        Request question = protocol.question(request, names, false);
        AnswerContext asked = new AnswerContext(request, names, chunk -> {});
        return InterruptibleIo.call(
                _ -> provider.exchange(clients.whole().within(request), question, call -> protocol.whole(call, asked)),
                chunk -> {});
    }

    /** As {@link dev.guildhall.ports.completion.ChatModel#stream}. */
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        WireNames names = FunctionNames.of(request);
        Request question = protocol.question(request, names, true);
        return InterruptibleIo.call(
                taker -> provider.exchange(
                        clients.streamed().within(request),
                        question,
                        call -> protocol.streamed(call, new AnswerContext(request, names, taker))),
                sink);
    }
}
