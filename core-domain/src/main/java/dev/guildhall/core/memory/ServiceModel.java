package dev.guildhall.core.memory;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Asks a model for the service itself, on the account of the user whom the result is for. Callers can continue without
 * an answer.
 */
public final class ServiceModel {
    private static final Logger LOG = System.getLogger(ServiceModel.class.getName());

    /** Providers that repeat or script answers, but understand nothing. */
    private static final Set<String> NO_MODELS = Set.of("scripted", "demo");

    private final Completions completions;
    private final Supplier<String> provider;

    /** The provider is that of the default model now. */
    public ServiceModel(Completions completions, Supplier<String> provider) {
        this.completions = completions;
        this.provider = provider;
    }

    /** A task with its name in the log and a time limit; the default model is asked when none is named. */
    public record Task(
            String name,
            String instructions,
            String material,
            ResponseFormat format,
            Optional<String> model,
            int answerTokens,
            Duration within) {
        private CompletionRequest request() {
            return new CompletionRequest(
                    List.of(new ChatMessage.Instruction(instructions), new ChatMessage.User(material)),
                    new Sampling(model, OptionalDouble.empty(), OptionalInt.of(answerTokens)),
                    FunctionOffer.NOTHING,
                    format,
                    Optional.of(within));
        }
    }

    /**
     * The answer; empty when no real model is available, it failed, or the answer is empty. Refuses as
     * {@code CommonProblem.Cancelled} when the thread was interrupted.
     */
    public Optional<String> complete(Caller.User caller, Task task) {
        if (NO_MODELS.contains(provider.get())) {
            return Optional.empty();
        }
        try {
            String answer =
                    completions.complete(caller, task.request()).content().strip();
            return answer.isEmpty() ? Optional.empty() : Optional.of(answer);
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof CommonProblem.Cancelled) {
                throw refusal;
            }
            LOG.log(
                    Level.WARNING,
                    "{0} without a model: {1}",
                    task.name(),
                    refusal.problem().message());
            return Optional.empty();
        }
    }
}
