package dev.guildhall.http.error;

/** The client has disconnected and reads no more of the response. */
public final class ClientDisconnected extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClientDisconnected(Throwable cause) {
        super("the client has disconnected", cause, false, false);
    }
}
