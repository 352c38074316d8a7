package dev.guildhall.llm.wire;

import dev.guildhall.ports.completion.ChunkSink;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;

/**
 * A call whose answer has begun. Closing it ends the call upstream at once, unless the answer was read to its end: then
 * the connection stays open for the next call. For one thread.
 */
public final class OpenCall implements AutoCloseable {
    private final Call call;
    private final Response response;
    private final CallProgress progress;
    private boolean finished;

    OpenCall(Call call, Response response, CallProgress progress) {
        this.call = call;
        this.response = response;
        this.progress = progress;
    }

    /** Whether the answer is one JSON value, and no stream. */
    public boolean isJson() {
        String type = Optional.ofNullable(response.header("Content-Type")).orElse("");
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT)
                .endsWith("json");
    }

    /** The whole body as JSON, read while it comes. */
    public <T> T json(long maxBytes, Json.Form<T> form) throws IOException {
        T value = Json.read(body(maxBytes), form);
        finish();
        return value;
    }

    /** The whole body as a record. */
    public <T> T json(long maxBytes, Class<T> type) throws IOException {
        T value = Json.read(body(maxBytes), type);
        finish();
        return value;
    }

    private InputStream body(long maxBytes) {
        return Okio.buffer((Source) new Bounded(response.body().source(), maxBytes))
                .inputStream();
    }

    /**
     * The body as events, with the timers of a stream.
     *
     * @param sink settles before each wait
     */
    public SseReader events(ProviderTimeouts timeouts, long maxBytes, ChunkSink sink) {
        return new SseReader(lines(timeouts, maxBytes, sink));
    }

    /**
     * The body as lines, with the timers of a stream.
     *
     * @param sink settles before each wait
     */
    public LineReader lines(ProviderTimeouts timeouts, long maxBytes, ChunkSink sink) {
        BufferedSource source = response.body().source();
        source.timeout().clearTimeout();
        progress.watch(new StreamWaits(progress, timeouts, sink));
        return new LineReader(source, maxBytes);
    }

    /**
     * Something of the answer has arrived. Comments, and events with nothing of the answer in them, are no such thing:
     * they tell that a connection lives, and not that an answer comes.
     */
    public void tokenArrived() {
        progress.tokenArrived();
    }

    /** The answer is whole. */
    public void finish() {
        finished = true;
        progress.unwatch();
    }

    @Override
    public void close() {
        progress.unwatch();
        if (!finished) {
            call.cancel();
        }
        response.close();
    }

    /** Refuses to read on past a bound. */
    private static final class Bounded extends ForwardingSource {
        private long left;

        Bounded(Source body, long maxBytes) {
            super(body);
            this.left = maxBytes;
        }

        @Override
        public long read(Buffer into, long byteCount) throws IOException {
            long read = super.read(into, byteCount);
            left -= Math.max(0, read);
            if (left < 0) {
                throw new UnreadableAnswer("the provider's answer is too long");
            }
            return read;
        }
    }
}
