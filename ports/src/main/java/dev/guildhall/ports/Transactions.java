package dev.guildhall.ports;

import java.util.function.Supplier;

/**
 * Driven port: makes several writes atomic. All stores of one installation take part: either all writes of the work are
 * kept or none.
 *
 * <p>The work never calls a model, a tool, a browser or any network service: write the intent, commit, call, then write
 * the outcome. The work must not start threads that write.
 */
public interface Transactions {
    /**
     * Runs the work in a transaction, or in the one that is already open on this call stack. Blocks.
     *
     * @return what the work returns, after the writes are durable (in an open transaction: before)
     * @throws RuntimeException whatever the work throws, after all its writes were undone; {@code Refusal} with
     *     {@code CommonProblem.Unavailable} when the store cannot be reached
     */
    <T> T inTransaction(Supplier<T> work);

    /** As {@link #inTransaction(Supplier)}, for work without a result. */
    default void run(Runnable work) {
        inTransaction(() -> {
            work.run();
            return true;
        });
    }
}
