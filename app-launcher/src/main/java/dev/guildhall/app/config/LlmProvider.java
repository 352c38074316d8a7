package dev.guildhall.app.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Whose protocol is spoken with language models. */
public enum LlmProvider {
    /** Nobody's: the demo answers by rule. */
    DEMO("", ""),
    /** That of OpenAI and of the many who are compatible with it. */
    OPENAI("https://api.openai.com/v1", "gpt-4o-mini"),
    /** Anthropic's. */
    ANTHROPIC("https://api.anthropic.com", "claude-sonnet-4-5"),
    /** Ollama's. */
    OLLAMA("http://localhost:11434", "llama3.2");

    private final String address;
    private final String model;

    LlmProvider(String address, String model) {
        this.address = address;
        this.model = model;
    }

    /** The name in the configuration. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The provider of that name; empty when there is none. */
    static Optional<LlmProvider> fromWire(String name) {
        return Arrays.stream(values())
                .filter(provider -> provider.wireName().equals(name))
                .findFirst();
    }

    /** All names. */
    static String[] names() {
        return Arrays.stream(values()).map(LlmProvider::wireName).toArray(String[]::new);
    }

    /** Where it usually is; nowhere for the demo. */
    String usualAddress() {
        return address;
    }

    /** The model that is asked when nothing else is configured; the demo has its own. */
    String usualModel() {
        return model;
    }

    /** Whether requests to that address fail without a key: the provider's own does, that of another server may not. */
    public boolean needsKeyAt(String baseUrl) {
        return switch (this) {
            case OPENAI, ANTHROPIC -> baseUrl.equals(address);
            case DEMO, OLLAMA -> false;
        };
    }

    /** A variable that its own tools read, too: {@code OPENAI_API_KEY}. */
    public String variable(String what) {
        return name() + "_" + what;
    }
}
