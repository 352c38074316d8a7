package dev.guildhall.ports.telemetry;

/**
 * Driven port: receives what has ended, for monitoring. Does not block; a sink drops what exceeds its buffer, and its
 * failures never affect callers.
 */
public interface TraceSink {
    /** Is called when an answer of the agent has ended, also when it failed, after the answer was stored. */
    void answered(TracedReply answer);

    /**
     * Is called when a request to a model has ended, also when it failed; once for every request that reached a
     * provider.
     */
    void asked(TracedModelCall call);

    /** Is called when an HTTP request was answered, after all calls that belong to it. */
    void served(TracedRequest request);

    /** Is called when a request of the Model Context Protocol has ended. */
    void exchanged(TracedMcpRequest request);
}
