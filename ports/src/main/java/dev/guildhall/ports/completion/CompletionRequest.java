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
 * @param origin the trace and conversation of the call; absent when unknown. Providers receive its request id
 *     alone
 * @param original the request as the client sent it; absent when the request did not come in a provider's protocol
 */
public record CompletionRequest(
        List<ChatMessage> messages,
        Sampling sampling,
        FunctionOffer offer,
        ResponseFormat format,
        Optional<Duration> within,
        Optional<CallOrigin> origin,
        Optional<OriginalRequest> original) {
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
            ResponseFormat format,
            Optional<Duration> within) {
        this(messages, sampling, offer, format, within, Optional.empty(), Optional.empty());
    }

    /** A request without a time limit. */
    public CompletionRequest(
            List<ChatMessage> messages, Sampling sampling, FunctionOffer offer, ResponseFormat format) {
        this(messages, sampling, offer, format, Optional.empty());
    }

    /** A request that the model answers with text, or with calls of these functions. */
    public CompletionRequest(List<ChatMessage> messages, Sampling sampling, List<FunctionSpec> functions) {
        this(messages, sampling, FunctionOffer.of(functions), new ResponseFormat.Words());
    }

    /** One question to the default model. */
    public static CompletionRequest of(String question) {
        return new CompletionRequest(List.of(new ChatMessage.User(question)), Sampling.DEFAULT, List.of());
    }

    /** The same request to that model. */
    public CompletionRequest withModel(String model) {
        return new CompletionRequest(messages, sampling.withModel(model), offer, format, within, origin, original);
    }

    /** The same request with at most that time limit. */
    public CompletionRequest within(Duration left) {
        return new CompletionRequest(messages, sampling, offer, format, Optional.of(left), origin, original);
    }

    /** The same request with that origin. */
    public CompletionRequest partOf(Optional<CallOrigin> whole) {
        return new CompletionRequest(messages, sampling, offer, format, within, whole, original);
    }

    /** The same request, as the client sent it. */
    public CompletionRequest withOriginal(OriginalRequest sent) {
        return new CompletionRequest(messages, sampling, offer, format, within, origin, Optional.of(sent));
    }

    /** Whether a provider is asked to cache a part of the request. */
    public boolean hasCacheBreakpoint() {
        return offer.functions().stream().anyMatch(function -> function.cache().isPresent())
                || messages.stream().anyMatch(ChatMessage::hasCacheBreakpoint);
    }

    /** Whether the request says how closely the model looks at a picture. */
    public boolean hasDetail() {
        return messages.stream()
                .flatMap(message -> message.media().stream())
                .anyMatch(media -> media.detail().isPresent());
    }

    /**
     * The request for a model with that protocol: with the original where the protocol is the same, otherwise the
     * translation alone.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the first field that cannot be translated
     */
    public CompletionRequest in(Optional<Protocol> protocol) {
        if (original.isEmpty()
                || protocol.filter(original.get().protocol()::equals).isPresent()) {
            return this;
        }
        original.get().untranslated().stream().findFirst().ifPresent(field -> {
            throw Refusal.invalid(field, "is not supported by the model's provider");
        });
        return new CompletionRequest(messages, sampling, offer, format, within, origin, Optional.empty());
    }
}
