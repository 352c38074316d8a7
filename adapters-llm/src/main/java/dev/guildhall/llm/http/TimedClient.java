package dev.guildhall.llm.http;

import dev.guildhall.ports.completion.CompletionRequest;
import java.time.Duration;

/**
 * A transport with the timeouts of one kind of call.
 *
 * @param transport sends the requests
 * @param timeouts of connections and streams
 * @param awaited the name of the timeout {@code answer}, for example {@code first token}
 * @param answer from sending the request to the start of the answer
 * @param total the whole call
 */
public record TimedClient(
        Transport transport, ProviderTimeouts timeouts, String awaited, Duration answer, Duration total) {
    /** The same client with at most the time of that request. */
    public TimedClient within(CompletionRequest request) {
        return request.within()
                .filter(left -> left.compareTo(total) < 0)
                .map(this::withTotal)
                .orElse(this);
    }

    /** The same client with another total timeout. */
    public TimedClient withTotal(Duration other) {
        return new TimedClient(transport, timeouts, awaited, answer.compareTo(other) < 0 ? answer : other, other);
    }
}
