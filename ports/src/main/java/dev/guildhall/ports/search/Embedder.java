package dev.guildhall.ports.search;

import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: turns texts into directions of meaning. Blocks, within bounds of time; never called inside a transaction.
 * Thread-safe.
 */
public interface Embedder {
    /** Which model it is. Embeddings of two models say nothing about each other; what is stored keeps this name beside it. */
    String model();

    /** The address that requests go to; empty for a model in this process. */
    default Optional<URI> address() {
        return Optional.empty();
    }

    /**
     * The meanings of texts that are to be found, in the order given; the same text always means the same. A text that is
     * too long for the model counts with its beginning.
     *
     * @param texts at most {@value #MOST_TEXTS}
     * @throws IllegalArgumentException when there are more
     * @throws Refusal with a {@code CompletionProblem} or {@code CommonProblem.Unavailable} when the model does not
     *     answer, or {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    List<Embedding> embed(List<String> texts);

    /**
     * The meanings of what somebody looks for, in the order given. Some models want to be told which of the two a text is.
     *
     * @param queries at most {@value #MOST_TEXTS}
     * @throws Refusal as {@link #embed}
     */
    default List<Embedding> embedQueries(List<String> queries) {
        return embed(queries);
    }

    /** The most texts of one call. */
    int MOST_TEXTS = 64;
}
