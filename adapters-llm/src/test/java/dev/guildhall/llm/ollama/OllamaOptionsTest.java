package dev.guildhall.llm.ollama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OllamaOptionsTest {
    @Test
    void server_on_this_machine_is_the_default() {
        OllamaOptions options = OllamaOptions.of(OllamaOptions.DEFAULT_BASE_URL, Optional.empty(), "m");

        assertThat(options.endpoint().address("api/chat")).hasToString("http://localhost:11434/api/chat");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "ftp://host", "https://host?x=y", "https://user:pw@host"})
    void invalid_addresses_are_refused(String baseUrl) {
        assertThatIllegalArgumentException().isThrownBy(() -> OllamaOptions.of(baseUrl, Optional.empty(), "m"));
    }

    @Test
    void key_is_never_printed() {
        OllamaOptions options = OllamaOptions.of("https://host", Optional.of("sk-secret"), "m");

        assertThat(options.toString()).contains("apiKey=***").doesNotContain("sk-secret");
    }

    @Test
    void key_with_characters_of_no_header_is_refused_without_printing_it() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OllamaOptions.of("https://host", Optional.of("sk-secret\n"), "m"))
                .withMessageNotContaining("sk-secret");
    }

    @Test
    void model_without_a_name_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> OllamaOptions.of("https://host", Optional.empty(), " "));
    }
}
