package dev.guildhall.integrations.net;

import dev.guildhall.ports.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The only HTTP client for requests of tools. It connects to no forbidden address, in any form that the address is
 * written and wherever a redirect leads; every request is limited in time and size; an interrupt cancels it.
 * To be shared.
 */
public final class OutboundHttp {
    private final GuardedClient guardedClient;
    private final OutboundRetries retries;
    private final Semaphore calls = new Semaphore(OutboundLimits.CALLS);

    /** Uses the operating system's resolver; the ticker waits before retries. */
    public OutboundHttp(EgressRules rules, Ticker ticker, InstantSource clock) {
        this(rules, new SystemNames(), ticker, clock);
    }

    /** Uses another resolver, whose results are checked. */
    public OutboundHttp(EgressRules rules, NameLookup names, Ticker ticker, InstantSource clock) {
        guardedClient = new GuardedClient(rules, names, clock);
        retries = new OutboundRetries(ticker);
    }

    /**
     * Sends a request and reads its whole response, whatever the status. Blocks.
     *
     * @throws OutboundFailure when there is no response: {@code BLOCKED}, {@code UNREACHABLE}, {@code TIMED_OUT},
     *     {@code TOO_LARGE}, {@code INVALID_RESPONSE}, or {@code CANCELLED} with the thread's interrupt kept
     */
    public OutboundReply send(OutboundRequest request) {
        return retries.send(request, time -> oneOfMany(request, time));
    }

    /**
     * Sends a request and returns its response as a stream, within the request's limits of time and size. Blocks until
     * the headers have arrived; never retries; fails as {@link #send}.
     */
    public OutboundStream open(OutboundRequest request) {
        Deadline deadline = Deadline.in(request.limits().timeout());
        return onItsWay(deadline, flight -> {
            OutboundResponse answer = guardedClient.ask(request, flight, deadline);
            try {
                return new OutboundStream(answer, answer.body(request.limits().maxBytes()));
            } catch (OutboundFailure unreadable) {
                answer.close();
                throw unreadable;
            }
        });
    }

    private OutboundReply oneOfMany(OutboundRequest request, Duration time) {
        Deadline deadline = Deadline.in(time);
        try {
            if (!calls.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) {
                throw Deadline.late();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw ConnectionFaults.cancelled();
        }
        try {
            return onItsWay(deadline, flight -> whole(request, flight, deadline));
        } finally {
            calls.release();
        }
    }

    private OutboundReply whole(OutboundRequest request, OutboundCall flight, Deadline deadline) {
        try (OutboundResponse answer = guardedClient.ask(request, flight, deadline);
                InputStream body = answer.body(request.limits().maxBytes())) {
            return new OutboundReply(
                    answer.status(), answer.headers(), body.readAllBytes(), answer.url(), answer.retryAfter());
        } catch (IOException atTheEnd) {
            throw ConnectionFaults.inBody(atTheEnd, flight, deadline);
        }
    }

    /** Does the work on another thread, so that the caller can stop waiting at any time. */
    private static <T> T onItsWay(Deadline deadline, Function<OutboundCall, T> work) {
        if (Thread.currentThread().isInterrupted()) {
            throw ConnectionFaults.cancelled();
        }
        OutboundCall flight = new OutboundCall();
        FutureTask<T> task = new FutureTask<>(() -> work.apply(flight));
        Thread worker = Thread.ofVirtual().name("outbound").start(task);
        try {
            return task.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            abandon(flight, worker);
            Thread.currentThread().interrupt();
            throw ConnectionFaults.cancelled();
        } catch (TimeoutException late) {
            abandon(flight, worker);
            throw Deadline.late();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof OutboundFailure failure) {
                throw failure;
            }
            throw new IllegalStateException("a request failed with an unknown exception", failed.getCause());
        }
    }

    private static void abandon(OutboundCall flight, Thread worker) {
        flight.cancel();
        worker.interrupt();
    }
}
