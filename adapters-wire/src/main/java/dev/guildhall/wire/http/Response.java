package dev.guildhall.wire.http;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.wire.sse.LineReader;
import dev.guildhall.wire.sse.Slice;
import dev.guildhall.wire.sse.SseReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import okhttp3.Call;
import okhttp3.Headers;

/**
 * A response whose head has come. Closing it closes the connection, so that the provider stops, unless the answer is
 * complete: then the connection goes back to the pool. For one thread.
 */
public final class Response implements AutoCloseable {
    private final Call call;
    private final okhttp3.Response head;
    private final Headers headers;
    private final CallProgress progress;
    private final Body body;
    private final ResponseMemory.Share memory;
    private boolean finished;

    Response(Call call, okhttp3.Response head, CallProgress progress, ResponseMemory memory) {
        this.call = call;
        this.head = head;
        this.headers = KeptRetryAfter.restored(head.headers());
        this.progress = progress;
        this.body = new Body(head.body().byteStream(), head.body().contentLength(), progress);
        this.memory = memory.share();
    }

    /** The status, 200 to 599. */
    public int status() {
        return head.code();
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    public Headers headers() {
        return headers;
    }

    /** Whether the body is one JSON value, and not a stream. */
    public boolean isJson() {
        String type = header("Content-Type").orElse("");
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT)
                .endsWith("json");
    }

    /** The body; a read waits only when the connection has no byte of it yet. */
    public InputStream body() {
        return body;
    }

    public <T> T json(long maxBytes, ProviderJson.Form<T> form) throws IOException {
        T value = ProviderJson.read(whole(maxBytes), form);
        finish();
        return value;
    }

    public <T> T json(long maxBytes, Class<T> type) throws IOException {
        T value = ProviderJson.read(whole(maxBytes), type);
        finish();
        return value;
    }

    public Slice whole(long maxBytes) throws IOException {
        Bounded bounded = new Bounded(body, maxBytes, read -> memory.grow((long) Limits.HEAP_PER_BYTE * read));
        long length = head.body().contentLength();
        byte[] bytes =
                length >= 0 && length <= Limits.READ_BYTES ? bounded.readNBytes((int) length) : bounded.readAllBytes();
        return new Slice(bytes, 0, bytes.length);
    }

    /**
     * The body as events, with the timers of a stream.
     *
     * @param sink settles before each wait
     */
    public SseReader events(long maxBytes, ChunkSink sink) {
        return new SseReader(lines(maxBytes, sink), bound(maxBytes), memory::grow);
    }

    /**
     * The body as lines, with the timers of a stream.
     *
     * @param sink settles before each wait
     */
    public LineReader lines(long maxBytes, ChunkSink sink) {
        progress.watch(sink);
        return new LineReader(
                new Bounded(body, maxBytes, _ -> {}),
                bound(maxBytes),
                bytes -> memory.grow(Limits.HEAP_PER_BYTE * bytes));
    }

    /** A line and an event may be as long as the whole stream. */
    private static int bound(long maxBytes) {
        return (int) Math.min(maxBytes, Integer.MAX_VALUE - 2 * Long.BYTES);
    }

    /**
     * The body as bytes, with the timers of a stream.
     *
     * @param sink settles before each wait
     */
    public InputStream bytes(long maxBytes, ChunkSink sink) {
        progress.watch(sink);
        return new Bounded(body, maxBytes, _ -> {});
    }

    /** A sink that reserves memory for each chunk where the chunks are kept for the whole answer. */
    public ChunkSink keeping(ChunkSink sink) {
        return sink.wantsWhole() ? new MeteredSink(sink, memory) : sink;
    }

    /**
     * A part of the answer has arrived, so that from now on the idle timeout applies. Comments and events without a part of
     * the answer do not count, although each byte restarts the timeout that applies.
     */
    public void tokenArrived() {
        progress.tokenArrived();
    }

    /** The answer is complete. */
    public void finish() {
        finished = true;
        progress.unwatch();
    }

    /** Any thread may close the response, which ends a read of another thread. */
    @Override
    public void close() {
        progress.unwatch();
        memory.close();
        if (progress.shared().isPresent()) {
            progress.shared().ifPresent(Deadlines::remove);
            end(finished);
        } else if (finished && !body.hasEnded()) {
            drain();
        } else {
            end(body.hasEnded());
        }
    }

    /** An interrupt would keep the library from telling a server that shares its connection. */
    private void end(boolean complete) {
        boolean interrupted = Thread.interrupted();
        try {
            if (!complete) {
                call.cancel();
            }
            head.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Reads the end of a complete answer, so that its connection can serve another request: here when it has arrived,
     * otherwise while the caller goes on.
     */
    private void drain() {
        CountDownLatch read = new CountDownLatch(1);
        progress.socket().drain(read::countDown);
        Thread.ofVirtual().name("response-end").start(() -> {
            try {
                end(body.readNBytes(Limits.SKIPPED_BYTES).length < Limits.SKIPPED_BYTES);
            } catch (IOException broken) {
                end(false);
            } finally {
                read.countDown();
            }
        });
        try {
            read.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The body; a read over a shared connection has the deadline of the call. */
    private static final class Body extends FilterInputStream {
        private final CallProgress progress;
        private volatile long left;

        /** @param length the bytes of the body; negative when the head does not say */
        Body(InputStream in, long length, CallProgress progress) {
            super(in);
            this.left = length;
            this.progress = progress;
        }

        boolean hasEnded() {
            return left == 0;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            progress.beginRead();
            Optional<Deadline> shared = progress.shared();
            int read = shared.isEmpty() ? in.read(into, offset, length) : read(into, offset, length, shared.get());
            left = read < 0 ? 0 : left > 0 ? left - read : left;
            return read;
        }

        private int read(byte[] into, int offset, int length, Deadline deadline) throws IOException {
            if (progress.hasMoreOfStream(in)) {
                progress.requireTime();
            } else {
                deadline.beginWait(progress.beginWait());
            }
            try {
                int read = in.read(into, offset, length);
                if (read > 0) {
                    progress.read();
                }
                return read;
            } finally {
                deadline.endWait();
                progress.endWait();
            }
        }
    }

    private record MeteredSink(ChunkSink sink, ResponseMemory.Share memory) implements ChunkSink {
        @Override
        public void accept(Chunk chunk) {
            memory.grow((long) Limits.HEAP_PER_CHARACTER * length(chunk));
            sink.accept(chunk);
        }

        private static int length(Chunk chunk) {
            return switch (chunk) {
                case Chunk.Text(String content) -> content.length();
                case Chunk.Refused(String content) -> content.length();
                case Chunk.Reasoned(String content) -> content.length();
                case Chunk.CallBegun begun ->
                    begun.id().length() + begun.function().length();
                case Chunk.CallArguments arguments -> arguments.json().length();
                case Chunk.Counted ignored -> 0;
                case Chunk.Original ignored -> 0;
            };
        }

        @Override
        public void settle() {
            sink.settle();
        }
    }

    private static final class Bounded extends FilterInputStream {
        private final LongConsumer memory;
        private long left;

        Bounded(InputStream body, long maxBytes, LongConsumer memory) {
            super(body);
            this.memory = memory;
            this.left = maxBytes;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            left -= Math.max(0, read);
            if (left < 0) {
                throw new UnreadableAnswer("the provider's answer is too long");
            }
            memory.accept(Math.max(0, read));
            return read;
        }
    }
}
