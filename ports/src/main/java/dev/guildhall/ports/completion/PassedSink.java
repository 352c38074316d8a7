package dev.guildhall.ports.completion;

import java.nio.ByteBuffer;

/** Receives an answer that passes unchanged, on one thread. When it throws, the request to the provider ends. */
public interface PassedSink {
    /**
     * The provider has begun a successful answer; called once, before the bytes.
     *
     * @param contentType as the provider sent it; empty when it sent none
     */
    void begin(String contentType);

    /**
     * The next bytes of the answer, which the provider has no more of at the moment.
     *
     * @param bytes valid until the call returns
     */
    void bytes(ByteBuffer bytes);
}
