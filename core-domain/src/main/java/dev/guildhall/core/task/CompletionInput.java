package dev.guildhall.core.task;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Reads the input of a {@code completion} task: a request of the completion service, {@code {messages, model?, temperature?, maxTokens?}}, or {@code {prompt, system?, …}} for one question.
 */
final class CompletionInput {
    private static final int MOST_MESSAGES = 1_000;

    private CompletionInput() {}

    static CompletionRequest of(Task task) {
        return new CompletionRequest(messages(task), sampling(task), List.of());
    }

    private static List<ChatMessage> messages(Task task) {
        Object given = task.spec().input().get("messages");
        if (given == null) {
            return prompt(task);
        }
        if (!(given instanceof List<?> list) || list.isEmpty() || list.size() > MOST_MESSAGES) {
            throw TaskErrors.invalid(
                    "input.messages", "must be an array of 1 to " + MOST_MESSAGES + " {role, content}");
        }
        List<ChatMessage> messages = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            messages.add(message("input.messages[" + i + "]", list.get(i)));
        }
        return messages;
    }

    private static List<ChatMessage> prompt(Task task) {
        List<ChatMessage> messages = new ArrayList<>();
        Inputs.optionalText(task, "system").map(ChatMessage.Instruction::new).ifPresent(messages::add);
        messages.add(new ChatMessage.User(Inputs.optionalText(task, "prompt")
                .orElseThrow(() -> TaskErrors.invalid("input.messages", "is required, or a prompt in its place"))));
        return messages;
    }

    private static ChatMessage message(String path, Object given) {
        if (!(given instanceof Map<?, ?> message && message.get("content") instanceof String content)) {
            throw TaskErrors.invalid(path, "must be {role, content}, both strings");
        }
        return switch (String.valueOf(message.get("role"))) {
            case "system" -> new ChatMessage.Instruction(content);
            case "user" -> new ChatMessage.User(content);
            case "assistant" -> new ChatMessage.Assistant(content);
            default -> throw TaskErrors.invalid(path + ".role", "must be one of system, user, assistant");
        };
    }

    private static Sampling sampling(Task task) {
        Optional<String> model = Inputs.optionalText(task, "model");
        OptionalDouble temperature = temperature(task);
        OptionalInt maxTokens = task.spec().input().get("maxTokens") == null
                ? OptionalInt.empty()
                : OptionalInt.of(Math.toIntExact(Inputs.wholeNumber(task, "maxTokens", 1, Integer.MAX_VALUE)));
        return new Sampling(model, temperature, maxTokens);
    }

    private static OptionalDouble temperature(Task task) {
        Object given = task.spec().input().get("temperature");
        if (given == null) {
            return OptionalDouble.empty();
        }
        if (given instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= 2) {
            return OptionalDouble.of(number.doubleValue());
        }
        throw TaskErrors.invalid("input.temperature", "must be a number of 0 to 2");
    }
}
