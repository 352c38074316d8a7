package dev.guildhall.http;

/** How clients go. */
public enum Leaving {
    /** Closes the connection (FIN). */
    CLOSE {
        @Override
        public void leave(RawHttp client) {
            client.close();
        }
    },
    /** Breaks it off (RST). */
    RESET {
        @Override
        public void leave(RawHttp client) {
            client.reset();
        }
    },
    /** Closes its own side alone and goes on to read: what is written to it does not fail. */
    HALF_CLOSE {
        @Override
        public void leave(RawHttp client) {
            client.endOfRequest();
        }
    };

    public abstract void leave(RawHttp client);
}
