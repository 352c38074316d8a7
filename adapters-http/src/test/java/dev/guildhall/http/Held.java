package dev.guildhall.http;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.concurrent.Semaphore;

/** A route whose requests wait to be let go, or for their clients to leave. */
final class Held {
    final Semaphore entered = new Semaphore(0);
    final Semaphore cancelled = new Semaphore(0);
    private final Semaphore letGo = new Semaphore(0);

    Route at(String path) {
        return Route.get(path, Access.PUBLIC, this::hold);
    }

    private void hold(Exchange exchange) {
        exchange.cancelWhenClientLeaves();
        entered.release();
        try {
            letGo.acquire();
            exchange.text(200, "text/plain", "held\n");
        } catch (InterruptedException left) {
            cancelled.release();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Lets that many requests go, those that come later included. */
    void letGo(int requests) {
        letGo.release(requests);
    }

    /** As if nobody had come: what is left of those let go is taken back. */
    void forget() {
        letGo.drainPermits();
        cancelled.drainPermits();
    }
}
