package dev.guildhall.http.server;

/** A listener cannot get its port. */
public final class PortTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PortTaken(String host, int port, String reason) {
        super("cannot listen on " + host + ":" + port + ": " + reason);
    }
}
