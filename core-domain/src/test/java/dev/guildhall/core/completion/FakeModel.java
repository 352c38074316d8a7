package dev.guildhall.core.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A model that follows a script, one attempt after the other, and counts the pieces that it sends. Thread-safe. */
final class FakeModel implements ChatModel {
    static final int PIECES = 50;
    static final Usage COST = new Usage(12, PIECES);

    private final String provider;
    private final Deque<Function<ChunkSink, Completion>> tries = new ArrayDeque<>();
    private final List<CompletionRequest> asked = Collections.synchronizedList(new ArrayList<>());
    private Supplier<List<ModelInfo>> listing = () -> List.of(new ModelInfo("fast", "fast"));
    private int listed;
    private long pieces;

    FakeModel(String provider) {
        this.provider = provider;
    }

    /** The next attempt fails before its first piece. */
    FakeModel fails(Problem problem) {
        tries.add(sink -> {
            throw new Refusal(problem);
        });
        return this;
    }

    /** The next attempt answers, then fails after this many pieces. */
    FakeModel breaksOff(int after, Problem problem) {
        tries.add(sink -> {
            say(after, sink);
            throw new Refusal(problem);
        });
        return this;
    }

    /** The next attempt does that. */
    FakeModel does(Function<ChunkSink, Completion> work) {
        tries.add(work);
        return this;
    }

    /** Removes the rest of the script: from now on the model answers by default. */
    synchronized void forgetsTheRest() {
        tries.clear();
    }

    FakeModel lists(Supplier<List<ModelInfo>> models) {
        listing = models;
        return this;
    }

    /** Its models cannot be listed. */
    FakeModel listsNone(RuntimeException failure) {
        return lists(() -> {
            throw failure;
        });
    }

    /** Sends pieces until it is interrupted. */
    synchronized void say(int count, ChunkSink sink) {
        for (int i = 0; i < count; i++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new Refusal(new CommonProblem.Cancelled());
            }
            pieces++;
            sink.accept(new Chunk.Text("token "));
        }
        sink.settle();
    }

    static Completion whole() {
        return new Completion("token ".repeat(PIECES), List.of(), "fast-2026", COST, FinishReason.STOP);
    }

    List<CompletionRequest> asked() {
        return asked;
    }

    int listed() {
        return listed;
    }

    /** How many pieces this model has sent, received or not. */
    synchronized long pieces() {
        return pieces;
    }

    @Override
    public String provider() {
        return provider;
    }

    @Override
    public String defaultModel() {
        return "fast";
    }

    @Override
    public synchronized List<ModelInfo> models() {
        listed++;
        return listing.get();
    }

    @Override
    public Completion complete(CompletionRequest request) {
        return stream(request, chunk -> {});
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        asked.add(request);
        Function<ChunkSink, Completion> next;
        synchronized (this) {
            next = tries.isEmpty() ? this::sayAll : tries.remove();
        }
        return next.apply(sink);
    }

    private Completion sayAll(ChunkSink sink) {
        say(PIECES, sink);
        return whole();
    }
}
