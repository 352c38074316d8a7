package dev.guildhall.llm.wire;

import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * Where a provider is, and what opens its door. Immutable.
 *
 * @param baseUrl the address before the protocol's own paths
 * @param apiKey absent when the provider wants none
 */
public record Endpoint(String baseUrl, Optional<String> apiKey) {
    /**
     * Checks the values; no message of an exception contains the key.
     *
     * @throws IllegalArgumentException when the address is no http or https one, or the key has characters that no
     *     header may have
     */
    public Endpoint {
        HttpUrl parsed = HttpUrl.parse(baseUrl);
        if (parsed == null || parsed.query() != null || !parsed.username().isEmpty()) {
            throw new IllegalArgumentException("the base address must be http(s)://host[:port][/path]");
        }
        if (apiKey.isPresent() && !apiKey.get().matches("[\\x21-\\x7e]+")) {
            throw new IllegalArgumentException("the API key must be visible ASCII characters");
        }
    }

    /** A path below the base address. */
    public HttpUrl address(String path) {
        return HttpUrl.get(baseUrl).newBuilder().addPathSegments(path).build();
    }

    /** Everything but the key. */
    @Override
    public String toString() {
        return "Endpoint[baseUrl=" + baseUrl + ", apiKey=" + (apiKey.isPresent() ? "***" : "none") + "]";
    }
}
