package dev.guildhall.http;

import java.time.Duration;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Throws away, behind an answer, what the client still sends of its request's body. Who sends on gets the answer, where a
 * connection that closed at once would be reset under it; and a body that comes to its end leaves the connection as good as
 * new. One that does not, within {@link Bounds}, is closed. No thread waits meanwhile. Thread-safe.
 */
public final class BodyDrain extends Handler.Wrapper {
    /**
     * How long a client is listened to that has its answer.
     *
     * @param bytes of its body
     * @param silence between two pieces of it
     * @param time in all, but for the last silence
     */
    public record Bounds(long bytes, Duration silence, Duration time) {
        public static final Bounds USUAL = new Bounds(16 * 1024 * 1024, Duration.ofSeconds(1), Duration.ofSeconds(5));
    }

    private final Bounds bounds;

    public BodyDrain(Bounds bounds) {
        this.bounds = bounds;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        HttpFields headers = request.getHeaders();
        boolean hasBody = headers.contains(HttpHeader.CONTENT_LENGTH) || headers.contains(HttpHeader.TRANSFER_ENCODING);
        return super.handle(request, response, hasBody ? new Drain(request, bounds, callback) : callback);
    }

    private static final class Drain extends Callback.Nested {
        private final Request request;
        private final Bounds bounds;
        private final EndPoint connection;
        private final long usualSilence;
        private long answered;
        private long read;

        Drain(Request request, Bounds bounds, Callback callback) {
            super(callback);
            this.request = request;
            this.bounds = bounds;
            this.connection = request.getConnectionMetaData().getConnection().getEndPoint();
            this.usualSilence = connection.getIdleTimeout();
        }

        /** The answer is on its way. */
        @Override
        public void succeeded() {
            answered = System.nanoTime();
            readOn();
        }

        private void readOn() {
            while (!isOver()) {
                Content.Chunk chunk = request.read();
                if (chunk == null) {
                    connection.setIdleTimeout(bounds.silence().toMillis());
                    request.demand(this::readOn);
                    return;
                }
                read += chunk.remaining();
                chunk.release();
                if (chunk.isLast()) {
                    end();
                    return;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    giveUp();
                    return;
                }
            }
            giveUp();
        }

        private boolean isOver() {
            return read > bounds.bytes()
                    || System.nanoTime() - answered > bounds.time().toNanos();
        }

        /** The body's end, or that of the connection, which is seen to elsewhere. */
        private void end() {
            connection.setIdleTimeout(usualSilence);
            super.succeeded();
        }

        private void giveUp() {
            super.failed(new QuietException.Exception("the client still sends what was answered"));
        }
    }
}
