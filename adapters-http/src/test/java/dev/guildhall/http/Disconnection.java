package dev.guildhall.http;

/** The ways in which a client can disconnect. */
public enum Disconnection {
    /** Closes the connection (FIN). */
    CLOSE {
        @Override
        public void leave(RawHttp client) {
            client.close();
        }
    },
    /** Resets it (RST). */
    RESET {
        @Override
        public void leave(RawHttp client) {
            client.reset();
        }
    },
    /** Closes only its sending side and continues to read: writes to it do not fail. */
    HALF_CLOSE {
        @Override
        public void leave(RawHttp client) {
            client.endOfRequest();
        }
    };

    public abstract void leave(RawHttp client);
}
