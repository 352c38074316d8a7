package dev.guildhall.ports.connection;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** What became of a wish to connect. */
public sealed interface BegunConnection {
    /** It is connected, without any consent. */
    record Connected() implements BegunConnection {}

    /**
     * The user must consent at the provider.
     *
     * @param authorizationUrl where the browser is to go
     * @param state ties the answer to this request
     * @param life how long the answer is waited for
     */
    record ConsentNeeded(URI authorizationUrl, String state, Duration life) implements BegunConnection {}

    /** Where the browser is to go; absent when it need not go anywhere. */
    default Optional<URI> address() {
        return switch (this) {
            case Connected ignored -> Optional.empty();
            case ConsentNeeded(URI url, String ignored, Duration life) -> Optional.of(url);
        };
    }
}
