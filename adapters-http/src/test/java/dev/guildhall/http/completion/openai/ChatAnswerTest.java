package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that are not streamed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChatAnswerTest {
    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("yes"));

    private Client.Answer answered(Completion completion) {
        fixture.model.plays((request, sink) -> completion);
        return fixture.post(OpenAiFixture.CHAT, OpenAiFixture.ASKING);
    }

    @Test
    void an_answer_in_words_has_the_form_of_openai() {
        Client.Answer answer = answered(PiecewiseModel.said("Hello \"you\""));

        JsonNode json = answer.json();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(json.get("id").asText())
                .isEqualTo("chatcmpl-" + answer.header("X-Request-Id").replace("-", ""));
        assertThat(json.get("created").asLong()).isBetween(1_700_000_000L, 100_000_000_000L);
        assertThat(json.get("model").asText()).isEqualTo("piecewise-1");
        assertThat(json.get("choices").toString())
                .isEqualTo("[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Hello \\\"you\\\"\","
                        + "\"refusal\":null},\"logprobs\":null,\"finish_reason\":\"stop\"}]");
        assertThat(json.get("usage").toString())
                .isEqualTo("{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":10,\"prompt_tokens_details\":"
                        + "{\"cached_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0}}");
    }

    @Test
    void calls_are_there_with_their_arguments_as_text_and_words_are_null_where_there_are_none() {
        List<ToolCall> calls = List.of(
                new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("city", "Łódź"))),
                new ToolCall("c2", "time", new ToolArguments.Malformed("{oops", "no JSON")));

        JsonNode choice = answered(new Completion("", calls, "m", new Usage(1, 1), FinishReason.TOOL_CALLS))
                .json()
                .at("/choices/0");

        assertThat(choice.at("/message/content").isNull()).isTrue();
        assertThat(choice.get("finish_reason").asText()).isEqualTo("tool_calls");
        assertThat(choice.at("/message/tool_calls").toString())
                .isEqualTo(
                        "[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"weather\",\"arguments\":"
                            + "\"{\\\"city\\\":\\\"Łódź\\\"}\"}},"
                            + "{\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"time\",\"arguments\":\"{oops\"}}]");
    }

    @Test
    void a_refusal_is_no_content() {
        Completion refused = new Completion(
                "I won't.", Optional.of("I won't."), "", List.of(), "m", new Usage(1, 1), FinishReason.STOP);

        JsonNode message = answered(refused).json().at("/choices/0/message");

        assertThat(message.toString()).isEqualTo("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"I won't.\"}");
    }

    @Test
    void reasoning_is_no_content() {
        Completion reasoned =
                new Completion("Hi", Optional.empty(), "Hm.", List.of(), "m", new Usage(1, 1), FinishReason.STOP);

        JsonNode message = answered(reasoned).json().at("/choices/0/message");

        assertThat(message.toString())
                .isEqualTo(
                        "{\"role\":\"assistant\",\"content\":\"Hi\",\"reasoning_content\":\"Hm.\",\"refusal\":null}");
    }

    @Test
    void words_before_a_refusal_stay_content() {
        Completion refused =
                new Completion("Well, no.", Optional.of("no."), "", List.of(), "m", new Usage(1, 1), FinishReason.STOP);

        JsonNode message = answered(refused).json().at("/choices/0/message");

        assertThat(message.get("content").asText()).isEqualTo("Well, ");
        assertThat(message.get("refusal").asText()).isEqualTo("no.");
    }

    @Test
    void words_beside_calls_stay() {
        List<ToolCall> calls = List.of(new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of())));

        JsonNode message = answered(new Completion("Let me see.", calls, "m", new Usage(1, 1), FinishReason.TOOL_CALLS))
                .json()
                .at("/choices/0/message");

        assertThat(message.get("content").asText()).isEqualTo("Let me see.");
        assertThat(message.get("tool_calls")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"STOP,stop", "LENGTH,length", "TOOL_CALLS,tool_calls", "CONTENT_FILTER,content_filter"})
    void an_answer_says_why_it_ended(FinishReason reason, String name) {
        Completion completion = new Completion("x", List.of(), "m", new Usage(1, 1), reason);

        assertThat(answered(completion).json().at("/choices/0/finish_reason").asText())
                .isEqualTo(name);
    }
}
