package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.guildhall.wire.http.ProviderTimeouts;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderOptionsTest {
    private static ProviderOptions options(String baseUrl) {
        return ProviderOptions.of(baseUrl, Optional.empty(), "m");
    }

    @ParameterizedTest
    @CsvSource({
        "https://host/v1, https://host/v1/chat",
        "https://host/v1/, https://host/v1/chat",
        OllamaChatModel.DEFAULT_BASE_URL + ", http://localhost:11434/chat"
    })
    void address_may_end_in_a_slash(String baseUrl, String address) {
        assertThat(options(baseUrl).address("chat")).hasToString(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "host/v1", "ftp://host", "https://host/v1?x=y", "https://user:pw@host/v1"})
    void invalid_addresses_are_refused(String baseUrl) {
        assertThatIllegalArgumentException().isThrownBy(() -> options(baseUrl));
    }

    @Test
    void key_is_never_printed() {
        assertThat(ProviderOptions.of("https://host", Optional.of("sk-secret"), "m")
                        .toString())
                .contains("apiKey=***")
                .doesNotContain("sk-secret");
    }

    @Test
    void key_with_characters_of_no_header_is_refused_without_printing_it() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProviderOptions.of("https://host", Optional.of("sk-secret\n"), "m"))
                .withMessageNotContaining("sk-secret");
    }

    @ParameterizedTest
    @CsvSource({"' ',1", "m,0"})
    void blank_model_and_a_bound_that_is_not_positive_are_refused(String model, long maxBodyBytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProviderOptions(
                        "https://host", Optional.empty(), model, ProviderTimeouts.DEFAULT, maxBodyBytes));
    }
}
