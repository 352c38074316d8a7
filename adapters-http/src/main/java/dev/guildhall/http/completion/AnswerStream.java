package dev.guildhall.http.completion;

import dev.guildhall.http.Exchange;
import dev.guildhall.http.error.ClientDisconnected;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.StreamDialect;
import dev.guildhall.wire.json.JsonBytes;
import dev.guildhall.wire.sse.SseWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Function;

/**
 * Sends an answer while the model produces it. Chunks that arrive together are sent together: they are collected until
 * the source has no further chunk ready. Confined to one request.
 */
public final class AnswerStream implements ChunkSink {
    /** The largest number of bytes that are collected before they are sent. */
    private static final int MOST = 16 * 1024;

    private static final Logger LOG = System.getLogger(AnswerStream.class.getName());

    private final SseWriter events;
    private final StreamDialect dialect;
    private final ErrorForm errors;
    private final JsonBytes collected = new JsonBytes();

    private AnswerStream(SseWriter events, StreamDialect dialect, ErrorForm errors) {
        this.events = events;
        this.dialect = dialect;
        this.errors = errors;
    }

    /**
     * Responds with a stream.
     *
     * @param errors the form of the event that ends an answer which fails
     * @param source passes its answer to the sink and returns the complete answer
     * @throws Refusal the source's own, as long as no event was sent: it becomes an ordinary HTTP response then
     */
    public static void answer(
            Exchange exchange, StreamDialect dialect, ErrorForm errors, Function<ChunkSink, Completion> source) {
        try (SseWriter events = exchange.stream(dialect.contentType(), dialect.heartbeat())) {
            AnswerStream stream = new AnswerStream(events, dialect, errors);
            try {
                Completion completion = source.apply(stream);
                dialect.end(stream.collected, completion);
                stream.settle();
            } catch (Refusal refusal) {
                Refusal cause = exchange.watch().causeOf(refusal);
                if (cause != refusal) {
                    stream.collected.clear();
                }
                stream.breakOff(cause, errors.of(cause.problem()), exchange.requestId());
            } catch (ClientDisconnected gone) {
                throw gone;
            } catch (RuntimeException bug) {
                stream.breakOff(bug, ErrorResponse.internal(), exchange.requestId());
                LOG.log(Level.ERROR, "request " + exchange.requestId() + " failed in its stream", bug);
            }
        }
    }

    @Override
    public void accept(Chunk chunk) {
        dialect.piece(collected, chunk);
        if (collected.length() >= MOST) {
            settle();
        }
    }

    @Override
    public void settle() {
        if (collected.length() > 0) {
            collected.drainTo(events::events);
        }
    }

    /** Text that was sent is not needed again. */
    @Override
    public boolean wantsWhole() {
        return false;
    }

    /**
     * Before the first event an error is an ordinary HTTP response; afterwards it ends the stream, without the closing
     * line.
     */
    private void breakOff(RuntimeException cause, ErrorResponse answer, String requestId) {
        if (!events.isStarted() && collected.length() == 0) {
            throw cause;
        }
        dialect.error(collected, errors.body(answer, requestId));
        settle();
    }
}
