package dev.guildhall.ports.completion;

import dev.guildhall.ports.Caller;

/** Driving port: requests to models that pass unchanged (models-31). Blocks. */
public interface PassedRequests {
    /**
     * Passes a request to the first provider that has the endpoint, and its answer to the sink. The server records the
     * usage as for a completion. Before the answer has begun, a provider is asked again, or the next one is asked.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CompletionProblem.UnknownModel} when no provider has the
     *     endpoint or the model, or with the problem of a completion
     */
    void pass(Caller caller, PassedRequest request, PassedSink sink);
}
