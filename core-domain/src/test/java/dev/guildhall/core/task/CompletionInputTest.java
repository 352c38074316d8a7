package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CompletionInputTest {
    private static Task task(Map<String, Object> input) {
        return new Task(
                new TaskId("task_1"),
                new UserId("usr_1"),
                new Actor(new ProfileId("prf_1"), Optional.empty(), Optional.empty()),
                TaskSpec.of(TaskTypes.COMPLETION, input),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                List.of(),
                new TaskState.Queued());
    }

    private static Map<String, Object> said(String role, String content) {
        return Map.of("role", role, "content", content);
    }

    @Test
    void messages_are_asked_as_the_completion_service_takes_them() {
        Map<String, Object> input = Map.of(
                "messages",
                List.of(
                        said("system", "be brief"),
                        said("user", "hello"),
                        said("assistant", "hi"),
                        said("user", "how?")),
                "model",
                "small",
                "temperature",
                0.5,
                "maxTokens",
                20);

        CompletionRequest request = CompletionInput.of(task(input));

        assertThat(request.messages())
                .containsExactly(
                        new ChatMessage.Instruction("be brief"),
                        new ChatMessage.User("hello"),
                        new ChatMessage.Assistant("hi"),
                        new ChatMessage.User("how?"));
        assertThat(request.sampling())
                .isEqualTo(new Sampling(Optional.of("small"), OptionalDouble.of(0.5), OptionalInt.of(20)));
    }

    @Test
    void a_prompt_stands_for_one_message_behind_its_instructions() {
        CompletionRequest request = CompletionInput.of(task(Map.of("prompt", "hello", "system", "be brief")));

        assertThat(request.messages())
                .containsExactly(new ChatMessage.Instruction("be brief"), new ChatMessage.User("hello"));
        assertThat(request.sampling()).isEqualTo(Sampling.DEFAULT);
    }

    private static Stream<Arguments> bad() {
        List<Map<String, Object>> one = List.of(said("user", "hello"));
        return Stream.of(
                Arguments.of("input.messages", Map.of()),
                Arguments.of("input.messages", Map.of("messages", List.of())),
                Arguments.of("input.messages", Map.of("messages", "hello")),
                Arguments.of("input.messages[0]", Map.of("messages", List.of("hello"))),
                Arguments.of("input.messages[0]", Map.of("messages", List.of(Map.of("role", "user", "content", 1)))),
                Arguments.of("input.messages[0].role", Map.of("messages", List.of(said("tool", "hello")))),
                Arguments.of("input.messages[0].role", Map.of("messages", List.of(Map.of("content", "hello")))),
                Arguments.of("input.model", Map.of("messages", one, "model", 1)),
                Arguments.of("input.temperature", Map.of("messages", one, "temperature", 2.5)),
                Arguments.of("input.temperature", Map.of("messages", one, "temperature", "hot")),
                Arguments.of("input.maxTokens", Map.of("messages", one, "maxTokens", 0)),
                Arguments.of("input.maxTokens", Map.of("messages", one, "maxTokens", 1.5)));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void what_does_not_fit_is_named(String field, Map<String, Object> input) {
        assertThat(Refused.by(() -> CompletionInput.of(task(input))).message()).startsWith(field + ": ");
    }
}
