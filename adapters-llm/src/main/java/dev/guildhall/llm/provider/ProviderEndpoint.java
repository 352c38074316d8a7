package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.Address;
import dev.guildhall.llm.http.Origin;
import java.util.Optional;

/**
 * The address of a provider and its key. Immutable.
 *
 * @param baseUrl the address before the paths of the protocol
 * @param apiKey absent when the provider needs none
 */
public record ProviderEndpoint(String baseUrl, Optional<String> apiKey) {
    /**
     * Checks the values; no message of an exception contains the key.
     *
     * @throws IllegalArgumentException when the address is not an http or https URL, or the key has characters that no
     *     header may have
     */
    public ProviderEndpoint {
        base(baseUrl);
        if (apiKey.isPresent() && !apiKey.get().matches("[\\x21-\\x7e]+")) {
            throw new IllegalArgumentException("the API key must be visible ASCII characters");
        }
    }

    private static Address base(String url) {
        return Address.parse(url)
                .orElseThrow(
                        () -> new IllegalArgumentException("the base address must be http(s)://host[:port][/path]"));
    }

    /** Where connections are opened to. */
    public Origin origin() {
        return base(baseUrl).origin();
    }

    /** The address of a path below the base address. */
    public Address address(String path) {
        return base(baseUrl).below(path);
    }

    /** All values except the key. */
    @Override
    public String toString() {
        return "Endpoint[baseUrl=" + baseUrl + ", apiKey=" + (apiKey.isPresent() ? "***" : "none") + "]";
    }
}
