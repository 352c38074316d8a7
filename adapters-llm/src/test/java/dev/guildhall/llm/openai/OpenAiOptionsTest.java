package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.guildhall.llm.provider.HttpChatModel;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiOptionsTest {
    @ParameterizedTest
    @ValueSource(strings = {"https://host/v1", "https://host/v1/"})
    void address_may_end_in_a_slash(String baseUrl) {
        OpenAiOptions options = OpenAiOptions.of(baseUrl, Optional.empty(), "m");

        assertThat(options.address("chat/completions")).hasToString("https://host/v1/chat/completions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host/v1", "ftp://host", "https://host/v1?x=y", "https://user:pw@host/v1"})
    void invalid_addresses_are_refused(String baseUrl) {
        assertThatIllegalArgumentException().isThrownBy(() -> OpenAiOptions.of(baseUrl, Optional.empty(), "m"));
    }

    @Test
    void key_is_never_printed() {
        OpenAiOptions options = OpenAiOptions.of("https://host", Optional.of("sk-secret"), "m");

        assertThat(options.toString()).contains("apiKey=***").doesNotContain("sk-secret");
    }

    @Test
    void key_with_characters_of_no_header_is_refused_without_printing_it() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OpenAiOptions.of("https://host", Optional.of("sk-secret\n"), "m"))
                .withMessageNotContaining("sk-secret");
    }

    @Test
    void openai_itself_gets_the_bound_under_the_name_of_its_newer_models() {
        Sampling ten = new Sampling(Optional.empty(), OptionalDouble.empty(), OptionalInt.of(10));
        CompletionRequest request = new CompletionRequest(List.of(new ChatMessage.User("Hi")), ten, List.of());
        OpenAiOptions openAi = OpenAiOptions.of("https://api.openai.com/v1", Optional.empty(), "m");

        OpenAiRequestJson json = new OpenAiRequests(openAi).json(request, HttpChatModel.names(request), false);

        assertThat(json.maxCompletionTokens()).isEqualTo(10);
        assertThat(json.maxTokens()).isNull();
    }
}
