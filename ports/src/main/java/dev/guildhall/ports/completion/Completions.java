package dev.guildhall.ports.completion;

import dev.guildhall.ports.Caller;
import java.util.Optional;

/**
 * Driving port: the language models for a signed-in caller (spec/2, completion service). Blocks. Thread-safe. Refuses with
 * {@code CommonProblem.Unauthenticated}, {@code CommonProblem.RateLimited} of tokens when the caller has used up those of a
 * minute, or of requests at once when too many of the caller's are with providers, a {@code CommonProblem.Unavailable} when usage cannot be written, or a
 * {@code CompletionProblem}. Every request is accounted for, however it ends.
 */
public interface Completions {
    /** Asks, and waits for the whole answer. */
    Completion complete(Caller caller, CompletionRequest request);

    /** Asks, and hands on the answer while it comes; see {@link ChatModel#stream}. */
    Completion stream(Caller caller, CompletionRequest request, ChunkSink sink);

    /**
     * How many tokens of models the caller may still use now; a request is refused when there are none, and is charged
     * when it has ended, so that the number may be below what it cost. Empty when tokens are not limited.
     */
    Optional<TokenAllowance> allowance(Caller caller);

    /** What can be asked here. */
    ModelCatalogue models(Caller caller);
}
