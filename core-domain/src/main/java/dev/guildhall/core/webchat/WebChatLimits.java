package dev.guildhall.core.webchat;

import java.time.Duration;

/**
 * Bounds of the chat front-end.
 *
 * @param sessions of browser sessions
 * @param answers of answers that are being given
 */
public record WebChatLimits(Sessions sessions, Answers answers) {
    /** What holds where nothing else was asked for. */
    public static final WebChatLimits DEFAULT = new WebChatLimits(
            new Sessions(Duration.ofHours(12), Duration.ofDays(7), Duration.ofMinutes(1), Duration.ofMinutes(1)),
            new Answers(
                    2000,
                    4,
                    Duration.ofMillis(200),
                    Duration.ofMillis(200),
                    Duration.ofSeconds(15),
                    Duration.ofMinutes(10)));

    /**
     * Of browser sessions.
     *
     * @param idle how long a session lives without a request (contract 5: 12 hours)
     * @param life how long it lives at most (contract 5: 7 days)
     * @param touchAfter how old the note of its last request may become
     * @param renewBefore how long before its expiry an access token is renewed
     */
    public record Sessions(Duration idle, Duration life, Duration touchAfter, Duration renewBefore) {}

    /**
     * Of answers that are being given.
     *
     * @param atOnce how many this node gives at once
     * @param atOnceOfUser how many of one user
     * @param flush how often this node stores new events, for clients on other nodes, and looks for requests to stop
     * @param poll how often a client's stream looks for events of an answer that another node gives
     * @param lease how long a node counts as alive after its last sign
     * @param kept how long events are kept after the answer's end
     */
    public record Answers(int atOnce, int atOnceOfUser, Duration flush, Duration poll, Duration lease, Duration kept) {}
}
