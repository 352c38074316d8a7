package dev.guildhall.http.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

/**
 * A model whose answers a test scripts chunk by chunk, and that records the last request. Thread-safe as its scripts
 * are.
 */
public final class PiecewiseModel implements ChatModel {
    /** The models that it lists. */
    public static final List<ModelInfo> MODELS =
            List.of(new ModelInfo("piecewise", "P"), new ModelInfo("org/big", "B"));

    private final Optional<Protocol> protocol;
    private final AtomicReference<BiFunction<CompletionRequest, ChunkSink, Completion>> script;
    private final AtomicReference<CompletionRequest> asked =
            new AtomicReference<>(CompletionRequest.of("nothing was asked"));

    public PiecewiseModel(BiFunction<CompletionRequest, ChunkSink, Completion> script) {
        this(Optional.empty(), script);
    }

    /** A model of a provider with that protocol. */
    public PiecewiseModel(Optional<Protocol> protocol, BiFunction<CompletionRequest, ChunkSink, Completion> script) {
        this.protocol = protocol;
        this.script = new AtomicReference<>(script);
    }

    /** Replaces the script. */
    public void plays(BiFunction<CompletionRequest, ChunkSink, Completion> other) {
        script.set(other);
    }

    /** A model that answers with these chunks. */
    public static PiecewiseModel saying(String... words) {
        return new PiecewiseModel((request, sink) -> {
            for (String word : words) {
                sink.accept(new Chunk.Text(word));
            }
            sink.settle();
            return said(String.join("", words));
        });
    }

    /** A complete answer with that text. */
    public static Completion said(String content) {
        return new Completion(content, List.of(), "piecewise-1", new Usage(7, 3), FinishReason.STOP);
    }

    /** The last request. */
    public CompletionRequest asked() {
        return asked.get();
    }

    @Override
    public String provider() {
        return "pieces";
    }

    @Override
    public Optional<Protocol> protocol() {
        return protocol;
    }

    @Override
    public String defaultModel() {
        return "piecewise";
    }

    @Override
    public List<ModelInfo> models() {
        return MODELS;
    }

    @Override
    public Completion complete(CompletionRequest request) {
        return stream(request, chunk -> {});
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        asked.set(request);
        return script.get().apply(request, sink);
    }
}
