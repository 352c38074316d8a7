package dev.guildhall.llm.wire;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * A call whose answer has begun. Closing it ends the call upstream at once, unless the answer was read to its end: then
 * the connection stays open for the next call. For one thread.
 */
public final class OpenCall implements AutoCloseable {
    private final Call call;
    private final Response response;
    private final CallProgress progress;
    private boolean finished;

    public OpenCall(Call call, Response response, CallProgress progress) {
        this.call = call;
        this.response = response;
        this.progress = progress;
    }

    public CallProgress progress() {
        return progress;
    }

    public boolean isJson() {
        MediaType type = response.body().contentType();
        return type != null && type.subtype().endsWith("json");
    }

    /** The whole body as text. */
    public String text(long maxBytes) throws IOException {
        BufferedSource source = response.body().source();
        if (source.request(maxBytes + 1)) {
            throw new UnreadableAnswer("the provider's answer is too long");
        }
        String text = source.readUtf8();
        finished = true;
        return text;
    }

    /** The body as events, with the timers of a stream. */
    public SseReader events(ProviderTimeouts timeouts, long maxBytes) {
        BufferedSource source = response.body().source();
        source.timeout().clearTimeout();
        return new SseReader(source, () -> arm(source, timeouts), maxBytes);
    }

    private void arm(BufferedSource source, ProviderTimeouts timeouts) throws InterruptedIOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
        Duration wait = progress.hasToken() ? timeouts.idle() : timeouts.firstToken();
        long from = progress.hasToken() ? System.nanoTime() : progress.startedNanos();
        source.timeout().deadlineNanoTime(from + wait.toNanos());
    }

    /** The answer is whole. */
    public void finish() {
        finished = true;
    }

    @Override
    public void close() {
        if (!finished) {
            call.cancel();
        }
        response.close();
    }
}
