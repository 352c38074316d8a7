package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.Origin;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ProxyAddress;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Transport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The address of a provider and the settings of its calls. Immutable.
 *
 * @param baseUrl the address before the paths of the protocol, for example {@code https://api.openai.com/v1}
 * @param apiKey absent when the provider needs none, or a gateway adds it
 * @param defaultModel the model of requests that name none
 * @param timeouts how long each phase may take
 * @param maxBodyBytes the most bytes of one answer
 * @param network how the address is reached
 */
public record ProviderOptions(
        String baseUrl,
        Optional<String> apiKey,
        String defaultModel,
        ProviderTimeouts timeouts,
        long maxBodyBytes,
        Network network) {
    /** The default bound of a body: 16 MiB. */
    public static final long DEFAULT_MAX_BODY_BYTES = 16L * 1024 * 1024;

    /**
     * Checks the values; no message of an exception contains the key.
     *
     * @throws IllegalArgumentException when the address is not an http or https URL, the key has characters that no header
     *     may have, the model is blank, or the bound is not positive
     */
    public ProviderOptions {
        base(baseUrl);
        if (apiKey.isPresent() && !apiKey.get().matches("[\\x21-\\x7e]+")) {
            throw new IllegalArgumentException("the API key must be visible ASCII characters");
        }
        if (defaultModel.isBlank() || maxBodyBytes < 1) {
            throw new IllegalArgumentException("a default model and a positive bound for bodies are needed");
        }
    }

    /** Values for an address that is reached over the default network. */
    public ProviderOptions(
            String baseUrl,
            Optional<String> apiKey,
            String defaultModel,
            ProviderTimeouts timeouts,
            long maxBodyBytes) {
        this(baseUrl, apiKey, defaultModel, timeouts, maxBodyBytes, Network.DEFAULT);
    }

    public static ProviderOptions of(String baseUrl, Optional<String> apiKey, String defaultModel) {
        return new ProviderOptions(
                baseUrl, apiKey, defaultModel, ProviderTimeouts.DEFAULT, DEFAULT_MAX_BODY_BYTES, Network.DEFAULT);
    }

    public ProviderOptions withTimeouts(ProviderTimeouts others) {
        return new ProviderOptions(baseUrl, apiKey, defaultModel, others, maxBodyBytes, network);
    }

    ProviderOptions withBaseUrl(String other) {
        return new ProviderOptions(other, apiKey, defaultModel, timeouts, maxBodyBytes, network);
    }

    public ProviderOptions withNetwork(Network other) {
        return new ProviderOptions(baseUrl, apiKey, defaultModel, timeouts, maxBodyBytes, other);
    }

    Transport transport() {
        return new Transport(origin(), network);
    }

    private static Address base(String url) {
        return Address.parse(url)
                .orElseThrow(
                        () -> new IllegalArgumentException("the base address must be http(s)://host[:port][/path]"));
    }

    public Origin origin() {
        return base(baseUrl).origin();
    }

    public Address address(String path) {
        return base(baseUrl).below(path);
    }

    /** A request to a path, without a body, with the key as a bearer token. */
    public Request to(String path) {
        return Request.get(
                address(path),
                apiKey.map(key -> Map.of("Authorization", "Bearer " + key)).orElse(Map.of()));
    }

    /** The secrets that requests contain: the provider's key and the proxy's password. */
    public List<String> secrets() {
        Optional<String> password = network.proxy().flatMap(ProxyAddress::login).map(ProxyAddress.Login::password);
        return Stream.concat(apiKey.stream(), password.stream()).toList();
    }

    /** The model of the request, or the default model. */
    public String model(CompletionRequest request) {
        return request.sampling().model().orElse(defaultModel);
    }

    /** All values except the key. */
    @Override
    public String toString() {
        return "ProviderOptions[baseUrl=" + baseUrl + ", apiKey=" + (apiKey.isPresent() ? "***" : "none")
                + ", defaultModel=" + defaultModel + ", timeouts=" + timeouts + ", maxBodyBytes=" + maxBodyBytes + "]";
    }
}
