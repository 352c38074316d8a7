package dev.guildhall.ports.completion;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: a provider of language models.
 *
 * <p>Every method blocks. Each wait has a timeout, and {@link CompletionRequest#within} limits the whole call. An
 * interrupt of the calling thread, or a sink that throws, ends the request to the provider at once. Failures are
 * {@code Refusal}s with a {@code CompletionProblem}; an interrupt is one with {@code CommonProblem.Cancelled}; an
 * exception of the sink is thrown unchanged.
 */
public interface ChatModel {
    /** The name of the provider, for example {@code openai}. */
    String provider();

    /** The address that the adapter sends requests to; empty for a model in this process. */
    default Optional<URI> address() {
        return Optional.empty();
    }

    /** The protocol in which it passes requests and answers on unchanged; empty when it always translates. */
    default Optional<Protocol> protocol() {
        return Optional.empty();
    }

    /**
     * Those settings of a request that the provider does not support and the adapter leaves out, by their names in JSON:
     * unless an adapter says otherwise, all that have a meaning in some protocols alone.
     */
    default List<String> leftOut(CompletionRequest request) {
        List<String> left = new ArrayList<>();
        request.sampling().decoding().others().forEach(setting -> left.add(setting.field()));
        if (request.hasDetail()) {
            left.add("detail");
        }
        if (request.hasCacheBreakpoint()) {
            left.add("cache_control");
        }
        return left;
    }

    /** Whether the provider has an endpoint whose requests pass unchanged; a provider that cannot know it says so. */
    default boolean has(PassedEndpoint endpoint) {
        return false;
    }

    /**
     * Passes a request to an endpoint that the provider {@link #has}, and its answer to the sink. One attempt; the caller
     * decides about retries.
     */
    default PassedAnswer pass(PassedRequest request, PassedSink sink) {
        throw new UnsupportedOperationException(
                provider() + " has no " + request.endpoint().path());
    }

    /** The model for requests that name none. */
    String defaultModel();

    /** The models of the provider, in its order. */
    List<ModelInfo> models();

    /** Asks, and waits for the whole answer. */
    Completion complete(CompletionRequest request);

    /** The number of tokens of a request; an estimate unless the provider counts them. */
    default long countTokens(CompletionRequest request) {
        return TokenEstimate.of(request.messages()).tokens();
    }

    /**
     * Asks, and passes the answer to the sink while it arrives: on the calling thread, in order; while the sink runs,
     * nothing is read from the provider. One attempt; the caller decides about retries.
     *
     * @param sink receives each piece; when it throws, the request to the provider ends
     * @return the whole answer; its content is the joined text of all pieces, unless the sink does not want it
     */
    Completion stream(CompletionRequest request, ChunkSink sink);
}
