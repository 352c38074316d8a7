package dev.guildhall.http.server;

import dev.guildhall.http.Listener;

public final class PortTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortTaken(Listener listener, Throwable cause) {
        super("cannot listen on " + listener.host() + ":" + listener.port() + ": the port is in use", cause);
    }
}
