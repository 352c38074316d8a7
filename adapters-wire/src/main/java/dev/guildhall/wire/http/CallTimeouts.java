package dev.guildhall.wire.http;

import dev.guildhall.ports.completion.CompletionRequest;
import java.time.Duration;

/**
 * How long the phases of one call may take. Immutable.
 *
 * @param connect until a connection is open, for each address of the provider
 * @param awaited the name of the timeout {@code answer}, for example {@code first token}
 * @param answer from sending the request to the start of the answer, and between two reads before it
 * @param idle between two reads of a streamed answer, and for each write
 * @param total the whole call
 */
public record CallTimeouts(Duration connect, String awaited, Duration answer, Duration idle, Duration total) {
    /** The same timeouts with at most the time of that request. */
    public CallTimeouts within(CompletionRequest request) {
        return request.within()
                .filter(left -> left.compareTo(total) < 0)
                .map(this::withTotal)
                .orElse(this);
    }

    public CallTimeouts withTotal(Duration other) {
        return new CallTimeouts(connect, awaited, answer.compareTo(other) < 0 ? answer : other, idle, other);
    }
}
