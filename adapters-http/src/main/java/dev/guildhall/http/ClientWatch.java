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
 * Interrupts requests whose clients have disconnected, or whose callers' rights have ended. One thread checks the
 * connections of all requests every {@link #ROUND} with one non-blocking read for each. A request that ends between two
 * checks costs only an entry in a set. A client that closes only its sending side counts as disconnected, as with nginx
 * and Go's server.
 */
public final class ClientWatch implements AutoCloseable {
    /** The longest time until the watch notices that a client has disconnected. */
    static final Duration ROUND = Duration.ofMillis(200);

    private static final Logger LOG = System.getLogger(ClientWatch.class.getName());

    /** One request that is interrupted when its client disconnects or its caller's rights end. */
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

        /** Ends the watch, on the request's thread; returns whether the client has disconnected. */
        boolean end() {
            ended = true;
            watched.remove(this);
            call.close();
            work.end();
            return left;
        }

        /** Checks at once, not with the next round, whether the client has disconnected. */
        boolean hasLeft() {
            left = left || connection.isLeft(ByteBuffer.allocate(WatchedEndPoint.MOST_AHEAD));
            return left;
        }

        /** Why the caller's right to the response ended while the watch lasted. */
        Optional<Problem> revoked() {
            return revoked;
        }

        /** Throws when the caller's rights have ended, unless the watch has ended; called on the request's thread. */
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
        // A platform thread, so that requests that keep every carrier thread busy do not delay it.
        Thread.ofPlatform().daemon().name("client-watch").start(this::run);
    }

    /**
     * Interrupts the calling thread when the client of its request disconnects or the caller's rights end, until the
     * watch ends.
     */
    Watched begin(Context ctx, Caller caller) {
        return begin(new Watched(connectionOf(ctx), false, caller));
    }

    /** The same for a request that only waits: {@link #endWaits} interrupts it too. */
    Watched beginWait(Context ctx, Caller caller) {
        Watched request = begin(new Watched(connectionOf(ctx), true, caller));
        if (waitsOver) {
            request.work.interrupt();
        }
        return request;
    }

    /** Watches only the caller's rights: the request is not interrupted and runs to its end. */
    Watched beginRights(Context ctx, Caller caller) {
        Watched request = new Watched(connectionOf(ctx), false, caller);
        request.work.end();
        return request;
    }

    private Watched begin(Watched request) {
        watched.add(request);
        return request;
    }

    /** Interrupts the requests that only wait, and every request that begins to wait later. */
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

    /** A bug or a lack of memory in one request does not end the watch over the others. */
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

    /** Ends every watch; running requests are not interrupted. */
    @Override
    public void close() {
        closed.countDown();
    }
}
