package dev.guildhall.llm.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;

/**
 * Speaks HTTP/1.1 with one origin, on the calling thread. Each answer has a connection of its own: a slow reader slows its
 * own answer alone, and nothing of it is collected here. Redirects are not followed. Thread-safe.
 */
public final class HttpCalls {
    private final Connector connector;
    private final ConnectionPool pool = new ConnectionPool();

    public HttpCalls(Connector connector) {
        this.connector = connector;
    }

    /**
     * Sends a request and waits for the head of its answer. A connection that was kept may have been closed meanwhile;
     * when not a byte of an answer came over it, the request goes out once more over a new one (RFC 9112, 9.3.1).
     */
    public Answer send(Request request, CallProgress call) throws IOException {
        Optional<HttpConnection> kept = pool.take();
        if (kept.isPresent()) {
            try {
                return send(request, call, kept.get());
            } catch (InterruptedIOException late) {
                throw late;
            } catch (IOException closed) {
                if (kept.get().isAnswered() || Thread.currentThread().isInterrupted()) {
                    throw closed;
                }
            }
        }
        return send(request, call, connector.connect(call));
    }

    private static Answer send(Request request, CallProgress call, HttpConnection connection) throws IOException {
        try {
            boolean taken = isTaken(request, call, connection);
            ResponseHead head = ResponseHead.read(connection);
            return new Answer(taken ? head : head.last(), Body.of(head, connection), connection);
        } catch (IOException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    /**
     * Sends the request; whether the provider took the whole. One that has answered before that, as it does to a key that
     * it refuses, need not read on (RFC 9112, 9.5): then the answer counts.
     */
    private static boolean isTaken(Request request, CallProgress call, HttpConnection connection) throws IOException {
        try {
            connection.send(request, call);
            return true;
        } catch (InterruptedIOException late) {
            throw late;
        } catch (IOException untaken) {
            if (Thread.currentThread().isInterrupted() || !connection.hasAnswer()) {
                throw untaken;
            }
            return false;
        }
    }

    /** An answer that nobody reads any more: its connection serves again if it ended there. */
    void release(Answer answer, boolean isWhole) {
        if (!isWhole || !answer.head().keepsConnection() || !answer.body().hasEnd()) {
            answer.connection().close();
            return;
        }
        try {
            pool.keep(answer.connection(), answer.body());
        } catch (IOException broken) {
            answer.connection().close();
        }
    }

    /**
     * An answer that has begun.
     *
     * @param connection over which it comes
     */
    public record Answer(ResponseHead head, Body body, HttpConnection connection) {}
}
