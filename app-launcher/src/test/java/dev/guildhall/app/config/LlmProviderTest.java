package dev.guildhall.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LlmProviderTest {
    @ParameterizedTest
    @CsvSource({
        "OPENAI,https://api.openai.com/v1,true",
        "OPENAI,http://localhost:8000/v1,false",
        "ANTHROPIC,https://api.anthropic.com,true",
        "ANTHROPIC,https://gateway.example/anthropic,false",
        "GEMINI,https://generativelanguage.googleapis.com,true",
        "OLLAMA,http://localhost:11434,false",
        "DEMO,'',false"
    })
    void the_own_address_of_a_provider_needs_a_key_and_that_of_another_server_may_not(
            LlmProvider provider, String address, boolean needed) {
        assertThat(provider.needsKeyAt(address)).isEqualTo(needed);
    }
}
