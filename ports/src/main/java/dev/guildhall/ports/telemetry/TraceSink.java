package dev.guildhall.ports.telemetry;

/**
 * Driven port: is told of what has ended, so that it can be watched from outside. Does not block, and loses what it has no
 * room for: nobody waits for it, and whoever was answered never learns of its troubles. Thread-safe.
 */
public interface TraceSink {
    /** The agent has answered, or broken off; told after the answer was kept. */
    void answered(TracedAnswer answer);

    /** A model has answered, or failed to; told for every request that a provider was asked with. */
    void asked(TracedModelCall call);

    /** A request was answered; told behind everything that was done for it. */
    void served(TracedRequest request);
}
