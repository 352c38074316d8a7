package dev.guildhall.integrations.net;

import dev.guildhall.ports.Ticker;
import dev.guildhall.wire.http.CallProgress;
import dev.guildhall.wire.http.CallTimeouts;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.ResponseMemory;
import dev.guildhall.wire.http.Transport;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import okhttp3.HttpUrl;

/**
 * The only HTTP client for requests of tools. It connects to no forbidden address, in any form that the address is
 * written and wherever a redirect leads; every request is limited in time and size; an interrupt cancels it.
 * To be shared.
 */
public final class OutboundHttp {
    private static final Set<String> SAFE = Set.of("GET", "HEAD");

    private final Transport named;
    private final Transport redirected;
    private final InstantSource clock;
    private final OutboundRetries retries;
    private final Semaphore calls;
    private final Optional<HttpUrl> origin;

    /** Uses the operating system's resolver; the ticker waits before retries. */
    public OutboundHttp(EgressRules rules, Ticker ticker, InstantSource clock) {
        this(rules, new SystemNames(), ticker, clock);
    }

    /**
     * Uses another resolver, whose results are checked. Each set of rules has a pool of its own, so that no connection is
     * reused under other rules.
     */
    public OutboundHttp(EgressRules rules, NameLookup names, Ticker ticker, InstantSource clock) {
        named = transport(rules, names);
        redirected = rules.ofRedirects() == rules ? named : transport(rules.ofRedirects(), names);
        retries = new OutboundRetries(ticker);
        this.clock = clock;
        calls = new Semaphore(OutboundLimits.CALLS);
        origin = Optional.empty();
    }

    private OutboundHttp(OutboundHttp same, HttpUrl origin) {
        named = same.named;
        redirected = same.redirected;
        clock = same.clock;
        retries = same.retries;
        calls = same.calls;
        this.origin = Optional.of(origin);
    }

    /** The same client for addresses that a server names: those of another origin are reached by the rules of redirects. */
    public OutboundHttp namedBy(HttpUrl server) {
        return new OutboundHttp(this, server);
    }

    private static Transport transport(EgressRules rules, NameLookup names) {
        return Transport.guarded(rules.over(names), OutboundLimits.IDLE_CONNECTIONS, OutboundLimits.KEEP_ALIVE);
    }

    /**
     * Sends a request and reads its whole response, whatever the status. Blocks.
     *
     * @throws OutboundFailure when there is no response: {@code BLOCKED}, {@code UNREACHABLE}, {@code TIMED_OUT},
     *     {@code TOO_LARGE}, {@code INVALID_RESPONSE}, or {@code CANCELLED} with the thread's interrupt kept
     */
    public OutboundReply send(OutboundRequest request) {
        return retries.send(request, time -> oneOfMany(request, progress(time)));
    }

    /**
     * Sends a request and returns its response as a stream, within the request's limits of time and size. Blocks until
     * the headers have arrived; never retries; fails as {@link #send}.
     */
    public OutboundStream open(OutboundRequest request) {
        CallProgress progress = progress(request.limits().timeout());
        return apart(progress, () -> lastOf(request, progress), OutboundStream::close);
    }

    private static CallProgress progress(Duration time) {
        return new CallProgress(new CallTimeouts(OutboundLimits.CONNECT, "response", time, time, time));
    }

    private OutboundReply oneOfMany(OutboundRequest request, CallProgress progress) {
        try {
            if (!calls.tryAcquire(progress.left().toNanos(), TimeUnit.NANOSECONDS)) {
                throw ConnectionFaults.late();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw ConnectionFaults.cancelled();
        }
        try {
            return apart(progress, () -> whole(request, progress), _ -> {});
        } finally {
            calls.release();
        }
    }

    private OutboundReply whole(OutboundRequest request, CallProgress progress) {
        try (OutboundStream answer = lastOf(request, progress)) {
            byte[] body = answer.body().readAllBytes();
            return new OutboundReply(answer.status(), answer.headers(), body, answer.finalUrl(), answer.retryAfter());
        } catch (IOException failure) {
            throw ConnectionFaults.inBody(failure, progress);
        }
    }

    /**
     * Does the work on another thread, so that the caller can stop waiting at any time.
     *
     * @param discard takes a result that comes when the caller has stopped
     */
    private static <T> T apart(CallProgress progress, Supplier<T> work, Consumer<T> discard) {
        if (Thread.currentThread().isInterrupted()) {
            throw ConnectionFaults.cancelled();
        }
        CompletableFuture<T> coming = new CompletableFuture<>();
        Thread worker = Thread.ofVirtual().name("outbound").start(() -> {
            try {
                T result = work.get();
                if (!coming.complete(result)) {
                    discard.accept(result);
                }
            } catch (RuntimeException | Error failure) {
                coming.completeExceptionally(failure);
            }
        });
        try {
            return coming.get(progress.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            abandon(coming, worker, discard);
            Thread.currentThread().interrupt();
            throw ConnectionFaults.cancelled();
        } catch (TimeoutException late) {
            abandon(coming, worker, discard);
            throw ConnectionFaults.late();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof OutboundFailure failure) {
                throw failure;
            }
            throw new IllegalStateException("a request failed with an unknown exception", failed.getCause());
        }
    }

    private static <T> void abandon(CompletableFuture<T> coming, Thread worker, Consumer<T> discard) {
        if (!coming.cancel(false) && !coming.isCompletedExceptionally()) {
            discard.accept(coming.join());
        }
        worker.interrupt();
    }

    /** The first response that is not a redirect, or any response if redirects are not followed. */
    private OutboundStream lastOf(OutboundRequest request, CallProgress progress) {
        OutboundRequest current = request;
        for (int redirects = 0; redirects <= OutboundLimits.REDIRECTS; redirects++) {
            boolean stays = OutboundUrl.sameOrigin(origin.orElse(request.url()), current.url());
            OutboundStream answer = once(stays ? named : redirected, current, progress);
            Optional<OutboundRequest> next = onwards(current, answer);
            if (next.isEmpty()) {
                return answer.decoded();
            }
            current = next.get();
        }
        throw ConnectionFaults.invalid("the response redirects more than " + OutboundLimits.REDIRECTS + " times");
    }

    /** Closes the response unless it is the last. */
    private static Optional<OutboundRequest> onwards(OutboundRequest request, OutboundStream answer) {
        if (!request.followRedirects()) {
            return Optional.empty();
        }
        try {
            Optional<OutboundRequest> next = Redirects.next(request, answer.status(), answer.header("Location"));
            next.ifPresent(_ -> answer.skip());
            return next;
        } catch (OutboundFailure refused) {
            answer.close();
            throw refused;
        }
    }

    /** A request that is sent over a connection that its server has closed is sent again when that does no harm. */
    private OutboundStream once(Transport transport, OutboundRequest request, CallProgress progress) {
        Response response;
        try {
            response = request.idempotent() || SAFE.contains(request.method())
                    ? transport.open(request.message(), progress, ResponseMemory.OF_THE_HEAP)
                    : transport.openOnce(request.message(), progress, ResponseMemory.OF_THE_HEAP);
        } catch (IOException | RuntimeException failure) {
            throw ConnectionFaults.onTheWay(failure, progress);
        }
        return new OutboundStream(request, response, progress, clock.instant());
    }
}
