package dev.guildhall.llm.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends writes that a provider does not take: sockets have a bound for reading alone. One thread looks at all of them now
 * and then, so that a write that goes through costs next to nothing. Thread-safe.
 */
final class SlowWrites {
    private static final System.Logger LOG = System.getLogger(SlowWrites.class.getName());
    private static final Duration EVERY = Duration.ofMillis(500);

    private final Set<Write> running = ConcurrentHashMap.newKeySet();
    private final Duration longest;
    private final Thread watch =
            Thread.ofPlatform().daemon().name("provider-writes").unstarted(this::watch);
    private volatile boolean watching;

    /**
     * A watch over writes.
     *
     * @param longest how long one may take, give or take half a second
     */
    SlowWrites(Duration longest) {
        this.longest = longest;
    }

    private final class Write {
        private final Socket socket;
        private final long begunNanos = System.nanoTime();
        private volatile boolean ended;

        Write(Socket socket) {
            this.socket = socket;
        }

        void endIfSlow() {
            if (System.nanoTime() - begunNanos < longest.toNanos()) {
                return;
            }
            ended = true;
            try {
                socket.close();
            } catch (IOException broken) {
                LOG.log(Level.DEBUG, "a connection did not close in good order", broken);
            }
        }
    }

    /** Writes within the bound. */
    void write(Socket socket, OutputStream out, byte[] bytes, int offset, int length) throws IOException {
        Write write = new Write(socket);
        running.add(write);
        try {
            begin();
            out.write(bytes, offset, length);
        } catch (IOException broken) {
            if (write.ended) {
                throw new SocketTimeoutException("the provider did not take the request");
            }
            throw broken;
        } finally {
            running.remove(write);
        }
    }

    private void begin() {
        if (!watching) {
            synchronized (watch) {
                if (!watching) {
                    watch.start();
                    watching = true;
                }
            }
        }
    }

    private void watch() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(EVERY.toNanos());
            running.forEach(Write::endIfSlow);
        }
    }
}
