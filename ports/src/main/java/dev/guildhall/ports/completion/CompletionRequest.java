package dev.guildhall.ports.completion;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a model is asked.
 *
 * @param messages the conversation so far, at least one message
 * @param sampling which model, and how
 * @param offer what the model may call
 * @param format the form of its words
 * @param within how long the whole answer may take from now on, more than zero; absent where nobody counts. A provider's
 *     own bound holds as well
 * @param origin what the call is part of; absent where nobody told. No provider needs it
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

    /** A conversation that is part of nothing that is known. */
    public CompletionRequest(
            List<ChatMessage> messages,
            Sampling sampling,
            FunctionOffer offer,
            AnswerFormat format,
            Optional<Duration> within) {
        this(messages, sampling, offer, format, within, Optional.empty());
    }

    /** A conversation that nobody counts the time of. */
    public CompletionRequest(List<ChatMessage> messages, Sampling sampling, FunctionOffer offer, AnswerFormat format) {
        this(messages, sampling, offer, format, Optional.empty());
    }

    /** A conversation that is answered in words, or with calls of these functions as the model sees fit. */
    public CompletionRequest(List<ChatMessage> messages, Sampling sampling, List<FunctionSpec> functions) {
        this(messages, sampling, FunctionOffer.of(functions), new AnswerFormat.Words());
    }

    /** One question to the default model. */
    public static CompletionRequest of(String question) {
        return new CompletionRequest(List.of(new ChatMessage.User(question)), Sampling.DEFAULT, List.of());
    }

    /** The same question to that model. */
    public CompletionRequest withModel(String model) {
        return new CompletionRequest(messages, sampling.withModel(model), offer, format, within, origin);
    }

    /** The same question with no more time than that. */
    public CompletionRequest within(Duration left) {
        return new CompletionRequest(messages, sampling, offer, format, Optional.of(left), origin);
    }

    /** The same question as a part of something. */
    public CompletionRequest partOf(Optional<CallOrigin> whole) {
        return new CompletionRequest(messages, sampling, offer, format, within, whole);
    }
}
