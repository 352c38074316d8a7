package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Tells that the server has looked for clients that left: one of its own leaves, and is seen to. */
final class Canary {
    private static final String PATH = "/canary";

    private final Held held = new Held();

    Route route() {
        return held.at(PATH);
    }

    /** Returns when whatever had happened before was there to be seen in a whole round. */
    void fly(int port) throws InterruptedException {
        // The first one may be seen at the end of a round that had begun before.
        fly(port, () -> {});
        fly(port, () -> {});
    }

    /** Does something at the moment when one is seen to have left. */
    void fly(int port, Runnable whenSeen) throws InterruptedException {
        try (RawHttp http = new RawHttp(port)) {
            http.request("GET", PATH, "", "");
            assertThat(held.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(held.cancelled.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        whenSeen.run();
    }
}
