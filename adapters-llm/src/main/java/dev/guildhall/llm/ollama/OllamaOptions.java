package dev.guildhall.llm.ollama;

import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.provider.ProviderEndpoint;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The address of the server and the settings of its calls. Immutable.
 *
 * @param baseUrl the address before {@code /api/chat}, usually {@value #DEFAULT_BASE_URL}
 * @param apiKey sent as a bearer token; absent when the server needs none
 * @param defaultModel the model of requests that name none
 * @param timeouts how long each phase may take
 * @param maxBodyBytes the most bytes of one answer
 */
public record OllamaOptions(
        String baseUrl, Optional<String> apiKey, String defaultModel, ProviderTimeouts timeouts, long maxBodyBytes) {
    /** The address of a server on the same machine. */
    public static final String DEFAULT_BASE_URL = "http://localhost:11434";

    /** The default bound of a body: 16 MiB. */
    public static final long DEFAULT_MAX_BODY_BYTES = 16L * 1024 * 1024;

    /** The usual timeouts, but three minutes to the first token and five to a whole answer: the server may load the model first. */
    public static final ProviderTimeouts DEFAULT_TIMEOUTS = new ProviderTimeouts(
            ProviderTimeouts.DEFAULT.connect(),
            Duration.ofMinutes(3),
            Duration.ofMinutes(5),
            ProviderTimeouts.DEFAULT.idle(),
            ProviderTimeouts.DEFAULT.total());

    /**
     * Checks the values; no message of an exception contains the key.
     *
     * @throws IllegalArgumentException when the address is not an http or https URL, the key has characters that no header
     *     may have, the model is blank, or the bound is not positive
     */
    public OllamaOptions {
        new ProviderEndpoint(baseUrl, apiKey);
        if (defaultModel.isBlank() || maxBodyBytes < 1) {
            throw new IllegalArgumentException("a default model and a positive bound for bodies are needed");
        }
    }

    /** These values with the default timeouts and bound. */
    public static OllamaOptions of(String baseUrl, Optional<String> apiKey, String defaultModel) {
        return new OllamaOptions(baseUrl, apiKey, defaultModel, DEFAULT_TIMEOUTS, DEFAULT_MAX_BODY_BYTES);
    }

    /** The same options with other timeouts. */
    public OllamaOptions withTimeouts(ProviderTimeouts others) {
        return new OllamaOptions(baseUrl, apiKey, defaultModel, others, maxBodyBytes);
    }

    /** A request to a path, without a body. */
    Request to(String path) {
        Map<String, String> authorization =
                apiKey.map(key -> Map.of("Authorization", "Bearer " + key)).orElse(Map.of());
        return Request.get(endpoint().address(path), authorization);
    }

    ProviderEndpoint endpoint() {
        return new ProviderEndpoint(baseUrl, apiKey);
    }

    /** All values except the key. */
    @Override
    public String toString() {
        return "OllamaOptions[" + endpoint() + ", defaultModel=" + defaultModel + ", timeouts=" + timeouts
                + ", maxBodyBytes=" + maxBodyBytes + "]";
    }
}
