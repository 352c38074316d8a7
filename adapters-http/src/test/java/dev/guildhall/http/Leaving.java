package dev.guildhall.http;

/** How clients go. */
enum Leaving {
    /** Closes the connection (FIN). */
    CLOSE {
        @Override
        void leave(RawHttp client) {
            client.close();
        }
    },
    /** Breaks it off (RST). */
    RESET {
        @Override
        void leave(RawHttp client) {
            client.reset();
        }
    },
    /** Closes its own side alone and goes on to read: what is written to it does not fail. */
    HALF_CLOSE {
        @Override
        void leave(RawHttp client) {
            client.endOfRequest();
        }
    };

    abstract void leave(RawHttp client);
}
