package dev.guildhall.llm.anthropic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.guildhall.llm.http.ProviderTimeouts;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicOptionsTest {
    @ParameterizedTest
    @ValueSource(strings = {"https://host/proxy", "https://host/proxy/"})
    void address_may_end_in_a_slash(String baseUrl) {
        AnthropicOptions options = AnthropicOptions.of(baseUrl, Optional.empty(), "m");

        assertThat(options.endpoint().address("v1/messages")).hasToString("https://host/proxy/v1/messages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "ftp://host", "https://host?x=y", "https://user:pw@host"})
    void invalid_addresses_are_refused(String baseUrl) {
        assertThatIllegalArgumentException().isThrownBy(() -> AnthropicOptions.of(baseUrl, Optional.empty(), "m"));
    }

    @Test
    void key_is_never_printed() {
        AnthropicOptions options =
                AnthropicOptions.of(AnthropicOptions.DEFAULT_BASE_URL, Optional.of("sk-secret"), "m");

        assertThat(options.toString()).contains("apiKey=***").doesNotContain("sk-secret");
    }

    @Test
    void key_with_characters_of_no_header_is_refused_without_printing_it() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AnthropicOptions.of("https://host", Optional.of("sk-secret\n"), "m"))
                .withMessageNotContaining("sk-secret");
    }

    @Test
    void bounds_are_positive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new AnthropicOptions("https://host", Optional.empty(), "m", 0, ProviderTimeouts.DEFAULT, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AnthropicOptions.of("https://host", Optional.empty(), " "));
    }
}
