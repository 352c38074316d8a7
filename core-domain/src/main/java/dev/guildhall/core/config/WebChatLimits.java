package dev.guildhall.core.config;

import java.time.Duration;

public record WebChatLimits(Sessions sessions, Replies replies) {

    public static final WebChatLimits DEFAULT = new WebChatLimits(
            new Sessions(Duration.ofHours(12), Duration.ofDays(7), Duration.ofMinutes(1), Duration.ofMinutes(1)),
            new Replies(
                    2000,
                    4,
                    Duration.ofMillis(50),
                    Duration.ofMillis(200),
                    Duration.ofMillis(200),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(15),
                    Duration.ofMinutes(10)));

    /**
     * Limits of browser sessions.
     *
     * @param idle how long a session lives without a request (chat-2: 12 hours)
     * @param life how long it lives at most (chat-2: 7 days)
     * @param touchAfter how old the stored time of its last request may become
     * @param renewBefore how long before its expiry an access token is refreshed
     */
    public record Sessions(Duration idle, Duration life, Duration touchAfter, Duration renewBefore) {}

    /**
     * Limits of running replies.
     *
     * @param atOnce how many this node runs at once
     * @param atOnceOfUser how many of one user
     * @param flush the pause between two writes of new events, which clients receive after the write: short enough
     *     that text still appears to flow, and at most 20 statements a second of a node, for all its replies together
     * @param renew how often this node extends the leases of its replies, and reads requests to stop
     * @param poll how often a client's stream reads events of a reply that another node runs
     * @param pollWaiting the same of a reply that waits for an approval
     * @param lease how long a node counts as alive after its last renewal
     * @param kept how long events are kept after the reply's end
     */
    public record Replies(
            int atOnce,
            int atOnceOfUser,
            Duration flush,
            Duration renew,
            Duration poll,
            Duration pollWaiting,
            Duration lease,
            Duration kept) {}
}
