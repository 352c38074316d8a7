package dev.guildhall.llm.openai;

import dev.guildhall.llm.http.Address;
import dev.guildhall.llm.http.Origin;
import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.provider.ProviderEndpoint;
import java.util.Map;
import java.util.Optional;

/**
 * The address of the provider and the settings of its calls. Immutable.
 *
 * @param baseUrl the address before {@code /chat/completions}, for example {@code https://api.openai.com/v1}
 * @param apiKey sent as a bearer token; absent when the provider needs none
 * @param defaultModel the model of requests that name none
 * @param timeouts how long each phase may take
 * @param maxBodyBytes the most bytes of one answer
 */
public record OpenAiOptions(
        String baseUrl, Optional<String> apiKey, String defaultModel, ProviderTimeouts timeouts, long maxBodyBytes) {
    /** The default bound of a body: 16 MiB. */
    public static final long DEFAULT_MAX_BODY_BYTES = 16L * 1024 * 1024;

    private static final String OPENAI_HOST = "api.openai.com";

    /**
     * Checks the values; no message of an exception contains the key.
     *
     * @throws IllegalArgumentException when the address is not an http or https URL, the key has characters that no header
     *     may have, the model is blank, or the bound is not positive
     */
    public OpenAiOptions {
        new ProviderEndpoint(baseUrl, apiKey);
        if (defaultModel.isBlank() || maxBodyBytes < 1) {
            throw new IllegalArgumentException("a default model and a positive bound for bodies are needed");
        }
    }

    /** These values with the default timeouts and bound. */
    public static OpenAiOptions of(String baseUrl, Optional<String> apiKey, String defaultModel) {
        return new OpenAiOptions(baseUrl, apiKey, defaultModel, ProviderTimeouts.DEFAULT, DEFAULT_MAX_BODY_BYTES);
    }

    /** The same options with other timeouts. */
    public OpenAiOptions withTimeouts(ProviderTimeouts others) {
        return new OpenAiOptions(baseUrl, apiKey, defaultModel, others, maxBodyBytes);
    }

    /** A request to a path, without a body. */
    Request to(String path) {
        Map<String, String> authorization =
                apiKey.map(key -> Map.of("Authorization", "Bearer " + key)).orElse(Map.of());
        return Request.get(address(path), authorization);
    }

    Origin origin() {
        return new ProviderEndpoint(baseUrl, apiKey).origin();
    }

    Address address(String path) {
        return new ProviderEndpoint(baseUrl, apiKey).address(path);
    }

    /** Whether this is OpenAI itself and not another server with its protocol. */
    boolean isOpenAi() {
        return origin().host().equals(OPENAI_HOST);
    }

    /** All values except the key. */
    @Override
    public String toString() {
        return "OpenAiOptions[baseUrl=" + baseUrl + ", apiKey=" + (apiKey.isPresent() ? "***" : "none")
                + ", defaultModel=" + defaultModel + ", timeouts=" + timeouts + ", maxBodyBytes=" + maxBodyBytes + "]";
    }
}
