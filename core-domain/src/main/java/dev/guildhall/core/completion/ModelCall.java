package dev.guildhall.core.completion;

/** A request to a model; decorators add limits, usage, fallbacks and retries. Blocks until the answer is complete. */
interface ModelCall<Q, T> {
    T call(Q request, UsageMeter meter);
}
