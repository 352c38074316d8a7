package dev.guildhall.http;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.concurrent.Semaphore;

/** A route whose requests block until the test releases them or their clients disconnect. */
final class BlockingRoute {
    final Semaphore entered = new Semaphore(0);
    final Semaphore cancelled = new Semaphore(0);
    private final Semaphore permits = new Semaphore(0);

    Route at(String path) {
        return Route.get(path, Access.PUBLIC, this::hold);
    }

    private void hold(Exchange exchange) {
        exchange.watch().cancelWhenClientLeaves();
        entered.release();
        try {
            permits.acquire();
            exchange.text(200, "text/plain", "blocking\n");
        } catch (InterruptedException left) {
            cancelled.release();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Releases that many requests, including later ones. */
    void release(int requests) {
        permits.release(requests);
    }

    /** Discards permits that no request has used. */
    void forget() {
        permits.drainPermits();
        cancelled.drainPermits();
    }
}
