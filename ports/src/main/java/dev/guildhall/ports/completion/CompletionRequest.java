package dev.guildhall.ports.completion;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A request to a model.
 *
 * @param messages the conversation so far, at least one message
 * @param sampling which model answers, and with which settings
 * @param offer the functions that the model may call
 * @param format the form of the text
 * @param within the time limit of the whole answer from now on, more than zero; absent means no limit by the caller.
 *     The limits of the provider's adapter apply as well
 * @param origin the trace and conversation of the call; absent when unknown. Providers do not receive it
 */
public record CompletionRequest(
        List<ChatMessage> messages,
        Sampling sampling,
        FunctionOffer offer,
        AnswerFormat format,
        Optional<Duration> within,
        Optional<CallOrigin> origin) {
    public CompletionRequest {
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw Refusal.invalid("messages", "must be a non-empty array of {role, content}");
        }
    }

    /** A request without an origin. */
    public CompletionRequest(
            List<ChatMessage> messages,
            Sampling sampling,
            FunctionOffer offer,
            AnswerFormat format,
            Optional<Duration> within) {
        this(messages, sampling, offer, format, within, Optional.empty());
    }

    /** A request without a time limit. */
    public CompletionRequest(List<ChatMessage> messages, Sampling sampling, FunctionOffer offer, AnswerFormat format) {
        this(messages, sampling, offer, format, Optional.empty());
    }

    /** A request that the model answers with text, or with calls of these functions. */
    public CompletionRequest(List<ChatMessage> messages, Sampling sampling, List<FunctionSpec> functions) {
        this(messages, sampling, FunctionOffer.of(functions), new AnswerFormat.Words());
    }

    /** One question to the default model. */
    public static CompletionRequest of(String question) {
        return new CompletionRequest(List.of(new ChatMessage.User(question)), Sampling.DEFAULT, List.of());
    }

    /** The same request to that model. */
    public CompletionRequest withModel(String model) {
        return new CompletionRequest(messages, sampling.withModel(model), offer, format, within, origin);
    }

    /** The same request with at most that time limit. */
    public CompletionRequest within(Duration left) {
        return new CompletionRequest(messages, sampling, offer, format, Optional.of(left), origin);
    }

    /** The same request with that origin. */
    public CompletionRequest partOf(Optional<CallOrigin> whole) {
        return new CompletionRequest(messages, sampling, offer, format, within, whole);
    }
}
