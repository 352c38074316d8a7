package dev.guildhall.llm.anthropic;

import dev.guildhall.llm.http.Address;
import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.provider.ProviderEndpoint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the provider is and how it is asked. Immutable.
 *
 * @param baseUrl the address before {@code /v1/messages}, usually {@value #DEFAULT_BASE_URL}
 * @param apiKey sent as {@code x-api-key}; absent when a gateway on the way adds one
 * @param defaultModel the model of requests that name none
 * @param defaultMaxTokens the bound of answers whose request has none, for this provider wants one always
 * @param timeouts how long each phase may take
 * @param maxBodyBytes the most bytes of one answer
 */
public record AnthropicOptions(
        String baseUrl,
        Optional<String> apiKey,
        String defaultModel,
        int defaultMaxTokens,
        ProviderTimeouts timeouts,
        long maxBodyBytes) {
    /** Anthropic itself. */
    public static final String DEFAULT_BASE_URL = "https://api.anthropic.com";

    /** What every model on offer can write; the thoughts of models that think count as well. */
    public static final int DEFAULT_MAX_TOKENS = 8192;

    /** What is taken when nothing else is configured: 16 MiB. */
    public static final long DEFAULT_MAX_BODY_BYTES = 16L * 1024 * 1024;

    private static final String VERSION = "2023-06-01";

    /**
     * Checks the values; no message of an exception contains the key.
     *
     * @throws IllegalArgumentException when the address is no http or https one, the key has characters that no header
     *     may have, the model is blank, or a bound is not positive
     */
    public AnthropicOptions {
        new ProviderEndpoint(baseUrl, apiKey);
        if (defaultModel.isBlank() || defaultMaxTokens < 1 || maxBodyBytes < 1) {
            throw new IllegalArgumentException("a default model and positive bounds are needed");
        }
    }

    /** These values with the default timeouts and bounds. */
    public static AnthropicOptions of(String baseUrl, Optional<String> apiKey, String defaultModel) {
        return new AnthropicOptions(
                baseUrl, apiKey, defaultModel, DEFAULT_MAX_TOKENS, ProviderTimeouts.DEFAULT, DEFAULT_MAX_BODY_BYTES);
    }

    /** The same with other timeouts. */
    public AnthropicOptions withTimeouts(ProviderTimeouts others) {
        return new AnthropicOptions(baseUrl, apiKey, defaultModel, defaultMaxTokens, others, maxBodyBytes);
    }

    /** A request to there, which has no body yet. */
    Request to(Address address) {
        Map<String, String> fields = new LinkedHashMap<>(Map.of("anthropic-version", VERSION));
        apiKey.ifPresent(key -> fields.put("x-api-key", key));
        return Request.get(address, fields);
    }

    ProviderEndpoint endpoint() {
        return new ProviderEndpoint(baseUrl, apiKey);
    }

    /** Everything but the key. */
    @Override
    public String toString() {
        return "AnthropicOptions[" + endpoint() + ", defaultModel=" + defaultModel + ", defaultMaxTokens="
                + defaultMaxTokens + ", timeouts=" + timeouts + ", maxBodyBytes=" + maxBodyBytes + "]";
    }
}
