package dev.guildhall.ports;

import java.time.Instant;
import java.util.Map;

/** Driven port: requests that the server carries out once (general-33). Blocks. Takes part in {@code Transactions}. */
public interface IdempotencyStore extends UserData {
    /**
     * Identifies a request that the server carries out once.
     *
     * @param userId the user who sends it
     * @param operation the kind of request, for example {@code tool.execute}
     * @param key the key that the client chose
     */
    record Key(UserId userId, String operation, IdempotencyKey key) {}

    /**
     * A request that comes with a key.
     *
     * @param key its name
     * @param digest SHA-256 over the content of the request, lower-case hexadecimal
     * @param reference what the request creates, for example the identifier of an execution
     */
    record Entry(Key key, String digest, String reference) {}

    /** What a claim found. */
    sealed interface Claim {
        /** The key is new: the caller carries the request out and then calls {@link #answer}. */
        record Fresh() implements Claim {}

        /** The key was used for another request. */
        record Mismatch() implements Claim {}

        /**
         * The first request has not been answered yet.
         *
         * @param reference that of the first request
         * @param claimedAt when the first request claimed the key
         */
        record Unanswered(String reference, Instant claimedAt) implements Claim {}

        /**
         * The first request has been answered.
         *
         * @param reference that of the first request
         * @param answer the answer to the first request
         */
        record Answered(String reference, Map<String, Object> answer) implements Claim {}
    }

    /**
     * Claims a key. When several nodes claim one key at once, exactly one of them gets {@link Claim.Fresh}.
     *
     * @param expired claims from before this time do not count any more
     */
    Claim claim(Entry entry, Instant now, Instant expired);

    /** Keeps the answer to the request that claimed a key until the claim expires. */
    void answer(Key key, String reference, Map<String, Object> answer);

    /** Releases a key whose request failed, so that the client may send it again. */
    void release(Key key, String reference);

    /**
     * Removes claims from before a time.
     *
     * @param most how many claims this call removes at most
     * @return how many it removed
     */
    int sweep(Instant before, int most);
}
