package dev.guildhall.ports.response;

/**
 * Consecutive events of a background answer.
 *
 * @param first the number of the first event, 0 or more
 * @param last the number of the last event
 * @param events the server-sent events as text, each with an empty line at its end
 */
public record EventBatch(int first, int last, String events) {
    public EventBatch {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("a batch has at least one event, numbered from 0");
        }
    }
}
