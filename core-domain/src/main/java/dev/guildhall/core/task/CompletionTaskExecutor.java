package dev.guildhall.core.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Asks a language model: the input is {@code {prompt, system?, model?}}, the output {@code {content, model, finishReason,
 * usage}}. Thread-safe.
 */
public final class CompletionTaskExecutor implements TaskExecutor {
    private final Completions completions;

    public CompletionTaskExecutor(Completions completions) {
        this.completions = completions;
    }

    @Override
    public boolean takes(TaskType type) {
        return type.equals(TaskTypes.COMPLETION);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) {
        List<ChatMessage> messages = new ArrayList<>();
        Inputs.optionalText(task, "system").map(ChatMessage.Instruction::new).ifPresent(messages::add);
        messages.add(new ChatMessage.User(Inputs.text(task, "prompt")));
        Sampling sampling =
                Inputs.optionalText(task, "model").map(Sampling::model).orElse(Sampling.DEFAULT);
        Completion answer = completions.complete(owner, new CompletionRequest(messages, sampling, List.of()));
        return Map.of(
                "content", answer.content(),
                "model", answer.model(),
                "finishReason", answer.finish().name().toLowerCase(Locale.ROOT),
                "usage", usage(answer.usage()));
    }

    /** As the answers of the completion service tell it. */
    public static Map<String, Object> usage(Usage usage) {
        return Map.of("promptTokens", usage.promptTokens(), "completionTokens", usage.completionTokens());
    }
}
