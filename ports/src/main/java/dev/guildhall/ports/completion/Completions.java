package dev.guildhall.ports.completion;

import dev.guildhall.ports.Caller;
import java.util.function.Consumer;

/**
 * Driving port: the language models for a signed-in caller (spec/2, completion service). Blocks. Thread-safe. Refuses with
 * {@code CommonProblem.Unauthenticated} or a {@code CompletionProblem}.
 */
public interface Completions {
    /** Asks, and waits for the whole answer. */
    Completion complete(Caller caller, CompletionRequest request);

    /** Asks, and hands on the answer while it comes; see {@link ChatModel#stream}. */
    Completion stream(Caller caller, CompletionRequest request, Consumer<Chunk> sink);

    /** What can be asked here. */
    ModelCatalogue models(Caller caller);
}
