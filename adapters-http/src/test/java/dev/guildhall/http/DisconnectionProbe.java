package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Waits for rounds of the server's watch: a client of the probe disconnects, and the server notices that. */
final class DisconnectionProbe {
    private static final String PATH = "/probe";

    private final BlockingRoute blocking = new BlockingRoute();

    Route route() {
        return blocking.at(PATH);
    }

    /** Returns after a whole round that began after the call. */
    void await(int port) throws InterruptedException {
        // The first disconnection may be noticed in a round that had begun before.
        await(port, () -> {});
        await(port, () -> {});
    }

    /** Runs an action at the moment when the server notices a disconnection. */
    void await(int port, Runnable whenSeen) throws InterruptedException {
        try (RawHttp http = new RawHttp(port)) {
            http.request("GET", PATH, "", "");
            assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(blocking.cancelled.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        whenSeen.run();
    }
}
