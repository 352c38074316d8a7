package dev.guildhall.wire.http;

import java.io.InputStream;
import java.util.Optional;

/** A response as its client library gives it, whose head has come. */
interface Received {
    /** The status, 200 to 599. */
    int status();

    Optional<String> header(String name);

    /** The bytes of the body; negative when the head does not say. */
    long length();

    /** The body; a read waits only when no byte of it has come. */
    InputStream body();

    /**
     * The rest of the body is not needed.
     *
     * @param complete whether the answer is complete, so that the connection can serve another request; otherwise the
     *     provider stops
     */
    void end(boolean complete);
}
