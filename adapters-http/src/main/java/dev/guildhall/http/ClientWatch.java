package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.OpenCall;
import io.javalin.http.Context;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/**
 * Interrupts requests whose clients have left, or whose callers' rights have ended. One thread looks at the connections of
 * all requests every {@link #ROUND}, which costs a read that finds nothing for each; a request that is answered between two
 * rounds costs an entry in a set. A client that closes its own side only, and would still read, counts as having left, as
 * it does with nginx and Go's server. Thread-safe.
 */
public final class ClientWatch implements AutoCloseable {
    /** How long a client's leaving goes unseen at most. */
    static final Duration ROUND = Duration.ofMillis(200);

    private static final Logger LOG = System.getLogger(ClientWatch.class.getName());

    /** One request that ends with its client, and with its caller's rights. */
    final class Watched {
        private final WatchedEndPoint connection;
        private final boolean waits;
        private final Interruptible work = new Interruptible();
        private final OpenCall call;
        private volatile boolean left;
        private volatile Optional<Problem> revoked = Optional.empty();
        private boolean ended;

        private Watched(WatchedEndPoint connection, boolean waits, Caller caller) {
            this.connection = connection;
            this.waits = waits;
            this.call = callers.open(caller, this::revoke);
        }

        /** Ends the watch, on the request's thread; says whether the client has left. */
        boolean end() {
            ended = true;
            watched.remove(this);
            call.close();
            work.end();
            return left;
        }

        /** Looks now, and not with the next round, whether the client has left. */
        boolean hasLeft() {
            left = left || connection.isLeft(ByteBuffer.allocate(WatchedEndPoint.MOST_AHEAD));
            return left;
        }

        /** Why the caller's right to the answer ended while the watch lasted. */
        Optional<Problem> revoked() {
            return revoked;
        }

        /** Refuses to hand out anything more, unless the watch has ended; on the request's thread. */
        void requireRights() {
            revoked.filter(problem -> !ended).ifPresent(problem -> {
                throw new Refusal(problem);
            });
        }

        private void leave() {
            left = true;
            work.interrupt();
        }

        private void revoke(Problem problem) {
            revoked = Optional.of(problem);
            work.interrupt();
        }
    }

    private final CallerResolver callers;
    private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
    private final ByteBuffer room = ByteBuffer.allocateDirect(WatchedEndPoint.MOST_AHEAD);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean waitsOver;

    public ClientWatch(CallerResolver callers) {
        this.callers = callers;
        // Of the platform's threads, so that requests that keep every carrier busy do not hold it up.
        Thread.ofPlatform().daemon().name("client-watch").start(this::run);
    }

    /**
     * Interrupts the calling thread once the client of its request has left or the caller's rights have ended, until the
     * watch ends.
     */
    Watched begin(Context ctx, Caller caller) {
        return begin(new Watched(connectionOf(ctx), false, caller));
    }

    /** The same for a request that does nothing but wait: {@link #endWaits} interrupts it too. */
    Watched beginWait(Context ctx, Caller caller) {
        Watched request = begin(new Watched(connectionOf(ctx), true, caller));
        if (waitsOver) {
            request.work.interrupt();
        }
        return request;
    }

    /** The caller's rights alone are watched: the request is not interrupted, and goes on to its end. */
    Watched beginRights(Context ctx, Caller caller) {
        Watched request = new Watched(connectionOf(ctx), false, caller);
        request.work.end();
        return request;
    }

    private Watched begin(Watched request) {
        watched.add(request);
        return request;
    }

    /** Interrupts the requests that do nothing but wait, and all that begin to wait from now on. */
    public void endWaits() {
        waitsOver = true;
        watched.stream().filter(request -> request.waits).forEach(request -> request.work.interrupt());
    }

    private static WatchedEndPoint connectionOf(Context ctx) {
        return WatchedEndPoint.of(ServletContextRequest.getServletContextRequest(ctx.req()));
    }

    private void run() {
        try {
            while (!closed.await(ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
                watched.forEach(this::look);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** A bug with one request, or a lack of memory, leaves the others watched. */
    private void look(Watched request) {
        try {
            if (request.connection.isLeft(room)) {
                watched.remove(request);
                request.leave();
            }
        } catch (RuntimeException | Error bug) {
            watched.remove(request);
            LOG.log(Level.ERROR, "a client is not watched any more", bug);
        }
    }

    /** Ends the watching of all; requests that go on are not interrupted. */
    @Override
    public void close() {
        closed.countDown();
    }
}
