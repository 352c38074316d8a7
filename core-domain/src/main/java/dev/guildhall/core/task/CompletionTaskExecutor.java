package dev.guildhall.core.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.usage.Usage;
import java.util.Locale;
import java.util.Map;

/**
 * Asks a language model: the input is a {@link CompletionInput}, the output {@code {content, model, finishReason, usage}}.
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
        Completion answer = completions.complete(owner, CompletionInput.of(task));
        return Map.of(
                "content", answer.content(),
                "model", answer.model(),
                "finishReason", answer.finish().name().toLowerCase(Locale.ROOT),
                "usage", usage(answer.usage()));
    }

    /** The same names as in the responses of the completion service. */
    public static Map<String, Object> usage(Usage usage) {
        return Map.of("promptTokens", usage.promptTokens(), "completionTokens", usage.completionTokens());
    }
}
