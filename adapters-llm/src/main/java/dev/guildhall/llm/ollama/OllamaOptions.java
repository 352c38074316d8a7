package dev.guildhall.llm.ollama;

import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.provider.ProviderEndpoint;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Where the server is and how it is asked. Immutable.
 *
 * @param baseUrl the address before {@code /api/chat}, usually {@value #DEFAULT_BASE_URL}
 * @param apiKey sent as a bearer token; absent for a server of one's own, which wants none
 * @param defaultModel the model of requests that name none
 * @param timeouts how long each phase may take
 * @param maxBodyBytes the most bytes of one answer
 */
public record OllamaOptions(
        String baseUrl, Optional<String> apiKey, String defaultModel, ProviderTimeouts timeouts, long maxBodyBytes) {
    /** A server on the same machine. */
    public static final String DEFAULT_BASE_URL = "http://localhost:11434";

    /** What is taken when nothing else is configured: 16 MiB. */
    public static final long DEFAULT_MAX_BODY_BYTES = 16L * 1024 * 1024;

    /** As elsewhere, but three minutes to the first token and five to a whole answer: the model may be loaded first. */
    public static final ProviderTimeouts DEFAULT_TIMEOUTS = new ProviderTimeouts(
            ProviderTimeouts.DEFAULT.connect(),
            Duration.ofMinutes(3),
            Duration.ofMinutes(5),
            ProviderTimeouts.DEFAULT.idle(),
            ProviderTimeouts.DEFAULT.total());

    /**
     * Checks the values; no message of an exception contains the key.
     *
     * @throws IllegalArgumentException when the address is no http or https one, the key has characters that no header
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

    /** The same with other timeouts. */
    public OllamaOptions withTimeouts(ProviderTimeouts others) {
        return new OllamaOptions(baseUrl, apiKey, defaultModel, others, maxBodyBytes);
    }

    /** A request to a path, which has no body yet. */
    Request to(String path) {
        Map<String, String> authorization =
                apiKey.map(key -> Map.of("Authorization", "Bearer " + key)).orElse(Map.of());
        return Request.get(endpoint().address(path), authorization);
    }

    ProviderEndpoint endpoint() {
        return new ProviderEndpoint(baseUrl, apiKey);
    }

    /** Everything but the key. */
    @Override
    public String toString() {
        return "OllamaOptions[" + endpoint() + ", defaultModel=" + defaultModel + ", timeouts=" + timeouts
                + ", maxBodyBytes=" + maxBodyBytes + "]";
    }
}
