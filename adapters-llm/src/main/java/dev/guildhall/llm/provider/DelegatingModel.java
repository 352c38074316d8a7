package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedEndpoint;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.completion.Protocol;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/** Passes everything on to a model, and lets a subclass decide how often it is asked. */
abstract class DelegatingModel implements ModelClient {
    final ModelClient model;

    DelegatingModel(ModelClient model) {
        this.model = model;
    }

    /**
     * One request of a caller.
     *
     * @param way asks a model for a whole or a streamed answer
     * @param begun whether the caller has received a piece of an answer
     * @param since when the caller asked, in nanoseconds
     */
    record Call(
            CompletionRequest request,
            BiFunction<ChatModel, CompletionRequest, Completion> way,
            BooleanSupplier begun,
            long since) {
        /** The time that is left; empty when the request has no limit. */
        Optional<Duration> left() {
            return request.within().map(limit -> limit.minusNanos(System.nanoTime() - since));
        }

        /** Whether that wait and a further attempt fit into the time limit. */
        boolean permits(Duration wait) {
            return !begun.getAsBoolean()
                    && left().filter(left -> left.compareTo(wait) <= 0).isEmpty();
        }

        Completion ask(ChatModel asked, CompletionRequest changed) {
            return way.apply(asked, left().map(changed::within).orElse(changed));
        }
    }

    abstract Completion answer(Call call);

    @Override
    public final Completion complete(CompletionRequest request) {
        return answer(new Call(request, ChatModel::complete, () -> false, System.nanoTime()));
    }

    @Override
    public final Completion stream(CompletionRequest request, ChunkSink sink) {
        NoticingSink noticing = new NoticingSink(sink);
        return answer(new Call(
                request, (asked, timed) -> asked.stream(timed, noticing), () -> noticing.begun, System.nanoTime()));
    }

    private static final class NoticingSink implements ChunkSink {
        private final ChunkSink sink;
        private boolean begun;

        NoticingSink(ChunkSink sink) {
            this.sink = sink;
        }

        @Override
        public void accept(Chunk chunk) {
            begun = true;
            sink.accept(chunk);
        }

        @Override
        public void settle() {
            sink.settle();
        }

        @Override
        public boolean wantsWhole() {
            return sink.wantsWhole();
        }
    }

    @Override
    public String provider() {
        return model.provider();
    }

    @Override
    public Optional<URI> address() {
        return model.address();
    }

    @Override
    public Optional<Protocol> protocol() {
        return model.protocol();
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        return model.leftOut(request);
    }

    @Override
    public String defaultModel() {
        return model.defaultModel();
    }

    @Override
    public List<ModelInfo> models() {
        return model.models();
    }

    @Override
    public boolean has(PassedEndpoint endpoint) {
        return model.has(endpoint);
    }

    @Override
    public PassedAnswer pass(PassedRequest request, PassedSink sink) {
        return model.pass(request, sink);
    }

    @Override
    public long countTokens(CompletionRequest request) {
        return model.countTokens(request);
    }

    @Override
    public void close() {
        model.close();
    }
}
