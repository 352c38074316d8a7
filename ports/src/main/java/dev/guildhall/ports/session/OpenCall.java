package dev.guildhall.ports.session;

/** A call that ends with the caller's session. */
@FunctionalInterface
public interface OpenCall extends AutoCloseable {
    /** Ends the watch. After this method returns, the listener is not called again. Does not block. */
    @Override
    void close();
}
