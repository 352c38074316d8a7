package dev.guildhall.ports.completion;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: a provider of language models. Thread-safe.
 *
 * <p>Every method blocks, with a bound on each wait, and with {@link CompletionRequest#within} on all of them together. Interrupting the calling thread, or a sink that throws, ends the call
 * upstream at once. Failures are {@code Refusal}s with a {@code CompletionProblem}; an interrupt is one with
 * {@code CommonProblem.Cancelled}; what the sink throws comes out unchanged.
 */
public interface ChatModel {
    /** Who answers, for example {@code openai}. */
    String provider();

    /** The address that requests go to; empty for a model in this process. */
    default Optional<URI> address() {
        return Optional.empty();
    }

    /** The model of requests that name none. */
    String defaultModel();

    /** The models that can be asked, in the provider's order. */
    List<ModelInfo> models();

    /** Asks, and waits for the whole answer. */
    Completion complete(CompletionRequest request);

    /**
     * Asks, and hands on the answer while it comes: the sink is called on the calling thread, in order, and nothing is
     * read from the provider while it runs. One try: whoever calls tries again where that can help.
     *
     * @param sink takes each piece; when it throws, the call upstream is ended
     * @return the whole answer; its content is the joined text of all pieces, unless the sink does not want it
     */
    Completion stream(CompletionRequest request, ChunkSink sink);
}
