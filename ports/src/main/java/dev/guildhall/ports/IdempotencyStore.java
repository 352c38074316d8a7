package dev.guildhall.ports;

import java.time.Instant;
import java.util.Map;

/** Driven port: requests that are to happen once (contract 0). Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface IdempotencyStore {
    /**
     * Names a request that is to happen once.
     *
     * @param userId whose
     * @param operation what kind, for example {@code tool.execute}
     * @param key the caller's
     */
    record Key(UserId userId, String operation, IdempotencyKey key) {}

    /**
     * A request that comes with a key.
     *
     * @param key its name
     * @param digest SHA-256 over everything that it asks for, lower-case hexadecimal
     * @param reference what will come of it, for example the identifier of an execution
     */
    record Entry(Key key, String digest, String reference) {}

    /** What a claim found. */
    sealed interface Claim {
        /** The key is new: the request is to be carried out, and {@link #answer} to be told. */
        record Fresh() implements Claim {}

        /** The key was used for something else. */
        record Mismatch() implements Claim {}

        /**
         * The first request has not been answered yet.
         *
         * @param reference that of the first request
         * @param claimedAt when that came
         */
        record Unanswered(String reference, Instant claimedAt) implements Claim {}

        /**
         * The first request has been answered.
         *
         * @param reference that of the first request
         * @param answer what was answered
         */
        record Answered(String reference, Map<String, Object> answer) implements Claim {}
    }

    /**
     * Claims a key. Of many calls at once, on all nodes, exactly one finds it fresh.
     *
     * @param expired claims before this time do not count any more
     */
    Claim claim(Entry entry, Instant now, Instant expired);

    /** Keeps the answer to the request that claimed a key, for as long as the claim counts. */
    void answer(Key key, String reference, Map<String, Object> answer);

    /** Gives a key up whose request came to nothing, so that it may be tried again. */
    void release(Key key, String reference);

    /**
     * Forgets claims before a time.
     *
     * @param most how many at most in this call
     * @return how many were forgotten
     */
    int sweep(Instant before, int most);
}
