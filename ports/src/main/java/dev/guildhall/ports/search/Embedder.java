package dev.guildhall.ports.search;

import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Driven port: computes embeddings of texts. Blocks, with time limits; never called inside a transaction. */
public interface Embedder {
    /**
     * The name of the model. Embeddings of two models cannot be compared; stored embeddings have this name beside them.
     */
    String model();

    /** The address that the adapter sends requests to; empty for a model in this process. */
    default Optional<URI> address() {
        return Optional.empty();
    }

    /**
     * The embeddings of texts that searches find, in the order given; the same text always has the same embedding. Of a
     * text that is too long for the model only the beginning counts.
     *
     * @param texts at most {@value #MOST_TEXTS}
     * @throws IllegalArgumentException when there are more
     * @throws Refusal with a {@code CompletionProblem} or {@code CommonProblem.Unavailable} when the model does not
     *     answer, or {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    List<Embedding> embed(List<String> texts);

    /**
     * The embeddings of search queries, in the order given. Some models embed a query in another way than a text.
     *
     * @param queries at most {@value #MOST_TEXTS}
     * @throws Refusal as {@link #embed}
     */
    default List<Embedding> embedQueries(List<String> queries) {
        return embed(queries);
    }

    /**
     * Passes a request of OpenAI's embeddings API on to a provider of the same protocol, for this model.
     *
     * @param body a JSON object in UTF-8
     * @return the provider's answer; empty when the model has another protocol or is in this process
     * @throws Refusal as {@link #embed}
     */
    default Optional<PassedEmbeddings> pass(ByteBuffer body) {
        return Optional.empty();
    }

    /** The most texts of one call. */
    int MOST_TEXTS = 64;
}
