package dev.guildhall.ports.session;

/** A call whose caller loses the right to it when the session ends. Thread-safe. */
@FunctionalInterface
public interface OpenCall extends AutoCloseable {
    /** Ends the watch. After this method returns, the listener is not called again. Does not block. */
    @Override
    void close();
}
