package dev.guildhall.app.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The providers of language models, each with its protocol. */
public enum LlmProvider {
    /** The built-in demo, which answers by fixed rules. */
    DEMO("", ""),
    /** OpenAI, or a server with a compatible API. */
    OPENAI("https://api.openai.com/v1", "gpt-4o-mini"),
    ANTHROPIC("https://api.anthropic.com", "claude-sonnet-4-5"),
    OLLAMA("http://localhost:11434", "llama3.2"),
    GEMINI("https://generativelanguage.googleapis.com", "gemini-2.5-flash"),
    /** Azure OpenAI, whose address is that of a resource, and whose models are deployments. */
    AZURE("", "gpt-4o-mini"),
    /** Amazon Bedrock, whose address is that of a region. */
    BEDROCK("", "amazon.nova-lite-v1:0");

    static final String KEY = "API_KEY";

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

    public static Optional<LlmProvider> fromWire(String name) {
        return Arrays.stream(values())
                .filter(provider -> provider.wireName().equals(name))
                .findFirst();
    }

    /** The provider's usual address; empty for the demo, and where there is no usual one. */
    public String usualAddress() {
        return address;
    }

    /** The default model of the provider; the demo has its own. */
    String usualModel() {
        return model;
    }

    /** Whether requests to that address need a key: the provider's own address does, another server may not. */
    public boolean needsKeyAt(String baseUrl) {
        return switch (this) {
            case OPENAI, ANTHROPIC, GEMINI -> baseUrl.equals(address);
            case AZURE -> true;
            case DEMO, OLLAMA, BEDROCK -> false;
        };
    }

    /** The first variable that the provider's own tools read too, for example {@code OPENAI_API_KEY}. */
    public String variable(String what) {
        return variables(what).getFirst();
    }

    /** The variables that the provider's own tools read too, in the order in which they count. */
    List<String> variables(String what) {
        boolean isKey = what.equals(KEY);
        return switch (this) {
            case AZURE ->
                isKey ? List.of("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN") : List.of("AZURE_OPENAI_ENDPOINT");
            case BEDROCK -> List.of(isKey ? "AWS_BEARER_TOKEN_BEDROCK" : "AWS_ENDPOINT_URL_BEDROCK_RUNTIME");
            case DEMO, OPENAI, ANTHROPIC, OLLAMA, GEMINI -> List.of(name() + "_" + what);
        };
    }
}
