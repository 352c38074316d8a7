package dev.guildhall.ports.connection;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The result of a request to connect. */
public sealed interface BegunConnection {
    /** The integration is connected and needs no consent. */
    record Connected() implements BegunConnection {}

    /**
     * The user must give consent at the provider.
     *
     * @param authorizationUrl the address for the browser
     * @param state ties the provider's answer to this request
     * @param life how long the server waits for the answer
     */
    record ConsentNeeded(URI authorizationUrl, String state, Duration life) implements BegunConnection {}

    /** The address for the browser; absent when no consent is needed. */
    default Optional<URI> address() {
        return switch (this) {
            case Connected ignored -> Optional.empty();
            case ConsentNeeded(URI url, String ignored, Duration life) -> Optional.of(url);
        };
    }
}
