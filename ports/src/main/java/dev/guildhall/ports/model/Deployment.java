package dev.guildhall.ports.model;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One place where a model runs. Its text form masks the key.
 *
 * @param id names it within its model, at most 100 letters, digits, dots, dashes and underscores; empty for a new one, which gets an identifier
 * @param provider the name of the protocol, for example {@code openai}
 * @param baseUrl the address before the paths of the protocol, at most {@value #MAX_URL} characters; empty means the
 *     usual address of the provider
 * @param apiKey the key of the provider, visible ASCII characters, at most {@value #MAX_KEY}; absent when it needs none
 * @param model what the provider calls the model, 1 to {@value #MAX_NAME} characters
 * @param dialect which protocol of OpenAI a provider of that kind is asked in
 * @param weight its share of the requests, 1 to {@value #MAX_WEIGHT}
 */
public record Deployment(
        String id,
        String provider,
        String baseUrl,
        Optional<String> apiKey,
        String model,
        Dialect dialect,
        int weight) {
    public static final int MAX_NAME = 200;
    public static final int MAX_WEIGHT = 1_000;
    static final int MAX_URL = 2_000;
    static final int MAX_KEY = 4_096;
    private static final int MAX_PROVIDER = 100;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{0,100}");

    /** A protocol of OpenAI. */
    public enum Dialect {
        /** Chat completions. */
        CHAT,
        /** Responses, which clients of responses are passed on to byte for byte (models-21). */
        RESPONSES;

        /** The name in JSON: {@code chat}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The dialect of that name in JSON; empty when there is none. */
        public static Optional<Dialect> fromWire(String name) {
            return Arrays.stream(values())
                    .filter(dialect -> dialect.wireName().equals(name))
                    .findFirst();
        }
    }

    /**
     * Checks the values; no message contains the key.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    public Deployment {
        if (!ID.matcher(id).matches()) {
            throw Refusal.invalid("id", "must be 1 to 100 letters of ASCII, digits, dots, dashes and underscores");
        }
        provider = Text.requireLine("provider", provider, 1, MAX_PROVIDER);
        baseUrl = Text.requireLine("baseUrl", baseUrl, 0, MAX_URL);
        apiKey.filter(key -> key.isEmpty() || key.length() > MAX_KEY || !Text.isVisibleAscii(key))
                .ifPresent(key -> {
                    throw Refusal.invalid("apiKey", "must be 1 to " + MAX_KEY + " visible ASCII characters");
                });
        model = Text.requireLine("model", model, 1, MAX_NAME);
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw Refusal.invalid("weight", "must be an integer between 1 and " + MAX_WEIGHT);
        }
    }

    /** The same with that identifier. */
    public Deployment withId(String other) {
        return new Deployment(other, provider, baseUrl, apiKey, model, dialect, weight);
    }

    /** The same at that address. */
    public Deployment withBaseUrl(String other) {
        return new Deployment(id, provider, other, apiKey, model, dialect, weight);
    }

    /** The same with that key. */
    public Deployment withApiKey(Optional<String> other) {
        return new Deployment(id, provider, baseUrl, other, model, dialect, weight);
    }

    @Override
    public String toString() {
        return "Deployment[" + id + ", " + provider + ", " + baseUrl + ", " + (apiKey.isPresent() ? "***" : "no key")
                + ", " + model + ", " + dialect + ", " + weight + "]";
    }
}
