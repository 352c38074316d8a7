package dev.guildhall.llm.wire;

import java.time.Duration;
import okhttp3.OkHttpClient;

/**
 * A client, and how long what it does may take.
 *
 * @param client has no timeouts of its own but that of connecting: those of its calls are kept where they wait
 * @param answer until the answer begins, from the sending of the request
 * @param total the whole call
 */
public record TimedClient(OkHttpClient client, Duration answer, Duration total) {
    /** The same with another bound of the whole. */
    public TimedClient withTotal(Duration other) {
        return new TimedClient(client, answer.compareTo(other) < 0 ? answer : other, other);
    }

    Duration connect() {
        return Duration.ofMillis(client.connectTimeoutMillis());
    }
}
