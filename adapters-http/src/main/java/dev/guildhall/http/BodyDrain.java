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
 * Reads and discards the rest of the request body after the response was sent. If the server closed the connection
 * while the client still sends, the client would get a connection reset instead of the response. When the body ends
 * within {@link Bounds}, the connection can serve further requests; otherwise it is closed. No thread blocks meanwhile.
 */
public final class BodyDrain extends Handler.Wrapper {
    /**
     * How much of the remaining body the server reads after the response.
     *
     * @param bytes of the body, at most
     * @param silence the longest pause between two chunks of the body
     * @param time the total time, without the last pause
     */
    public record Bounds(long bytes, Duration silence, Duration time) {
        public static final Bounds USUAL =
                new Bounds(Route.MAX_MODEL_BODY, Duration.ofSeconds(1), Duration.ofSeconds(5));
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

        /** Called when the body ends, or the connection; another handler deals with the end of the connection. */
        private void end() {
            connection.setIdleTimeout(usualSilence);
            super.succeeded();
        }

        private void giveUp() {
            super.failed(new QuietException.Exception("the client still sends its request body after the response"));
        }
    }
}
