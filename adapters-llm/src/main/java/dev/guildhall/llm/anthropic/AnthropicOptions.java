package dev.guildhall.llm.anthropic;

import dev.guildhall.llm.http.Address;
import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.provider.ProviderEndpoint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The address of the provider and the settings of its calls. Immutable.
 *
 * @param baseUrl the address before {@code /v1/messages}, usually {@value #DEFAULT_BASE_URL}
 * @param apiKey sent as {@code x-api-key}; absent when a gateway adds it
 * @param defaultModel the model of requests that name none
 * @param defaultMaxTokens the bound of answers whose request has none, since this provider requires one
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

    /** Every model of the provider can write so many tokens; the tokens of reasoning count as well. */
    public static final int DEFAULT_MAX_TOKENS = 8192;

    /** The default bound of a body: 16 MiB. */
    public static final long DEFAULT_MAX_BODY_BYTES = 16L * 1024 * 1024;

    private static final String VERSION = "2023-06-01";

    /**
     * Checks the values; no message of an exception contains the key.
     *
     * @throws IllegalArgumentException when the address is not an http or https URL, the key has characters that no header
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

    /** The same options with other timeouts. */
    public AnthropicOptions withTimeouts(ProviderTimeouts others) {
        return new AnthropicOptions(baseUrl, apiKey, defaultModel, defaultMaxTokens, others, maxBodyBytes);
    }

    /** A request to an address, without a body. */
    Request to(Address address) {
        Map<String, String> fields = new LinkedHashMap<>(Map.of("anthropic-version", VERSION));
        apiKey.ifPresent(key -> fields.put("x-api-key", key));
        return Request.get(address, fields);
    }

    ProviderEndpoint endpoint() {
        return new ProviderEndpoint(baseUrl, apiKey);
    }

    /** All values except the key. */
    @Override
    public String toString() {
        return "AnthropicOptions[" + endpoint() + ", defaultModel=" + defaultModel + ", defaultMaxTokens="
                + defaultMaxTokens + ", timeouts=" + timeouts + ", maxBodyBytes=" + maxBodyBytes + "]";
    }
}
