package dev.guildhall.http.completion;

import dev.guildhall.http.Exchange;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.wire.completion.StreamDialect;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Responds with the answers of models. Headers report how many tokens the caller may still use, where they are limited.
 */
public final class CompletionAnswers {
    private final Completions completions;

    public CompletionAnswers(Completions completions) {
        this.completions = completions;
    }

    /**
     * Responds with a whole answer.
     *
     * @param json the body, unless the provider's own is passed on
     */
    public void whole(Exchange exchange, CompletionRequest request, Function<Completion, Object> json) {
        Completion completion = complete(exchange, request);
        completion
                .original()
                .ifPresentOrElse(
                        original -> exchange.jsonBytes(200, original),
                        () -> exchange.json(200, json.apply(completion)));
    }

    /** A whole answer, before the response. */
    public Completion complete(Exchange exchange, CompletionRequest request) {
        exchange.watch().cancelWhenClientLeaves();
        CompletionRequest traced = request.partOf(exchange.origin());
        return counted(exchange, () -> completions.complete(exchange.caller(), traced));
    }

    /** Responds with a stream. */
    public void stream(Exchange exchange, CompletionRequest request, StreamDialect dialect, ErrorForm errors) {
        set(exchange);
        CompletionRequest traced = request.partOf(exchange.origin());
        AnswerStream.answer(exchange, dialect, errors, sink -> completions.stream(exchange.caller(), traced, sink));
    }

    /** Reports the remaining tokens; before a response begins. */
    public void set(Exchange exchange) {
        completions.allowance(exchange.caller()).ifPresent(allowance -> set(exchange, allowance));
    }

    /** Does the work and then reports the remaining tokens, also when the work failed. */
    public <T> T counted(Exchange exchange, Supplier<T> work) {
        try {
            return work.get();
        } finally {
            set(exchange);
        }
    }

    private static void set(Exchange exchange, TokenAllowance allowance) {
        exchange.header("X-RateLimit-Limit-Tokens", Integer.toString(allowance.perMinute()));
        exchange.header(
                "X-RateLimit-Remaining-Tokens", Long.toString(allowance.now().remaining()));
        exchange.header(
                "X-RateLimit-Reset-Tokens",
                Long.toString(wholeSeconds(allowance.now().reset())));
    }

    private static long wholeSeconds(Duration time) {
        return time.plusNanos(999_999_999).toSeconds();
    }
}
