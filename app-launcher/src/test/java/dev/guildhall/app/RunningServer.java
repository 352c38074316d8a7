package dev.guildhall.app;

/** A server that accepts requests. */
interface RunningServer extends AutoCloseable {
    /** The address of a service. */
    String address(String service);

    /** The address of the main listener. */
    String root();

    @Override
    void close();
}
