package dev.guildhall.ports.completion;

import dev.guildhall.ports.Caller;
import java.util.Optional;

/**
 * Driving port: the language models for a signed-in caller (models-1 to models-14). Blocks. Refuses
 * with {@code CommonProblem.Unauthenticated}, {@code CommonProblem.RateLimited} when the caller has used all tokens of
 * the minute or has too many concurrent requests, {@code CommonProblem.Unavailable} when the server cannot record
 * usage, or a {@code CompletionProblem}. The server records the usage of every request, also of a failed one.
 */
public interface Completions {
    /** Asks, and waits for the whole answer. */
    Completion complete(Caller caller, CompletionRequest request);

    /**
     * The number of tokens of a request to the requested model; an estimate unless the model's provider counts them. The
     * server records no usage.
     */
    long countTokens(Caller caller, CompletionRequest request);

    /** Asks, and passes the answer to the sink while it arrives; see {@link ChatModel#stream}. */
    Completion stream(Caller caller, CompletionRequest request, ChunkSink sink);

    /**
     * How many tokens the caller may use now. A request is refused when none are left, and is charged when it ends, so
     * a request may use more than is left. Empty when tokens are not limited.
     */
    Optional<TokenAllowance> allowance(Caller caller);

    /** The models that requests can name. */
    ModelCatalogue models(Caller caller);
}
