package dev.guildhall.http.completion;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.TokenAllowance;
import java.time.Duration;
import java.util.function.Supplier;

/** Reports in headers how many model tokens the caller may still use, where they are limited. */
public final class TokenHeaders {
    private final Completions completions;

    public TokenHeaders(Completions completions) {
        this.completions = completions;
    }

    /** Sets the headers of a response whose status line has not been sent. */
    public void set(Exchange exchange) {
        completions.allowance(exchange.caller()).ifPresent(allowance -> set(exchange, allowance));
    }

    /** Does the work and then reports the remaining tokens, also when the work failed. */
    public <T> T behind(Exchange exchange, Supplier<T> work) {
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
