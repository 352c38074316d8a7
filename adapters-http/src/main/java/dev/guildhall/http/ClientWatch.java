package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.session.OpenCall;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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

    private final CallerResolver callers;
    private final Set<RequestWatch> watched = ConcurrentHashMap.newKeySet();
    private final ByteBuffer room = ByteBuffer.allocateDirect(WatchedEndPoint.MOST_AHEAD);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean waitsOver;

    public ClientWatch(CallerResolver callers) {
        this.callers = callers;
        // A platform thread, so that requests that keep every carrier thread busy do not delay it.
        Thread.ofPlatform().daemon().name("client-watch").start(this::run);
    }

    OpenCall open(Caller caller, Consumer<Problem> ended) {
        return callers.open(caller, ended);
    }

    void add(RequestWatch request) {
        watched.add(request);
        if (waitsOver && request.onlyWaits()) {
            request.interrupt();
        }
    }

    /** The request may have begun to wait. */
    void changed(RequestWatch request) {
        if (waitsOver && request.onlyWaits()) {
            request.interrupt();
        }
    }

    void remove(RequestWatch request) {
        watched.remove(request);
    }

    /** Interrupts the requests that only wait, and every request that begins to wait later. */
    public void endWaits() {
        waitsOver = true;
        watched.stream().filter(RequestWatch::onlyWaits).forEach(RequestWatch::interrupt);
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
    private void look(RequestWatch request) {
        try {
            if (request.connection().isLeft(room)) {
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
