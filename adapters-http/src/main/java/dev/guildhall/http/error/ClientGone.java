package dev.guildhall.http.error;

/** The client has left: nobody reads an answer any more. */
public final class ClientGone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClientGone(Throwable cause) {
        super("the client has left", cause, false, false);
    }
}
