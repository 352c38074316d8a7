package dev.guildhall.llm.http;

import dev.guildhall.ports.completion.CompletionRequest;
import java.time.Duration;

/**
 * A client, and how long what it does may take.
 *
 * @param calls makes the calls
 * @param timeouts of their connections
 * @param awaited what begins the answer, for example {@code first token}
 * @param answer until the answer begins, from the sending of the request
 * @param total the whole call
 */
public record TimedClient(HttpCalls calls, ProviderTimeouts timeouts, String awaited, Duration answer, Duration total) {
    /** The same with no more time than that question has. */
    public TimedClient within(CompletionRequest request) {
        return request.within()
                .filter(left -> left.compareTo(total) < 0)
                .map(this::withTotal)
                .orElse(this);
    }

    /** The same with another bound of the whole. */
    public TimedClient withTotal(Duration other) {
        return new TimedClient(calls, timeouts, awaited, answer.compareTo(other) < 0 ? answer : other, other);
    }
}
